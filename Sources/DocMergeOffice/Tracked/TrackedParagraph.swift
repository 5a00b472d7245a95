/// Three versions of a paragraph as one with tracked changes.
struct TrackedParagraph {
  /// The paragraph; what both sides formatted differently is as the base has it.
  let paragraph: Paragraph
  /// Whether both sides set one thing differently, which no tracked change of words shows.
  let isFormatInConflict: Bool

  /// Merges three versions.
  ///
  /// - Parameters:
  ///   - base: what both sides were made from.
  ///   - ours: our version; `nil` where ours deleted the paragraph.
  ///   - theirs: their version; `nil` where theirs deleted it.
  init(base: Paragraph, ours: Paragraph?, theirs: Paragraph?) {
    let alignment = TrackedAlignment(base: base, ours: ours, theirs: theirs)
    let merge = ParagraphMerge(alignment, base: base, ours: ours, theirs: theirs)
    var paragraph = merge.merged.withChanges { alignment.pieces[$0].change }
    paragraph.properties.change = TrackedChange(
      deletedByOurs: ours == nil, byTheirs: theirs == nil)
    self.paragraph = paragraph
    isFormatInConflict = !merge.conflicts.isEmpty
  }

  /// Whether a change is of something that only counts as a whole, such as one end of a field.
  var cutsObjects: Bool {
    paragraph.glyphs.contains { glyph in
      paragraph.object(of: glyph)?.kind == .field && paragraph.formats[glyph.format].change != nil
    }
  }
}
