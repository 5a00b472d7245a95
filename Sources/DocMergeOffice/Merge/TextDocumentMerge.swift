import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import DocMergeLanguage

/// Three versions of a document of paragraphs, merged as the texts that they are shown as.
///
/// The words are merged as any text is. What the text does not show, such as formatting, is merged where its
/// lines are put together again; what both sides changed there is a conflict, and named behind the line.
struct TextDocumentMerge: OfficeMerging {
  let codec: any OfficeCodec
  let composition: Composition
  private let properties: (base: Properties, ours: Properties, theirs: Properties)
  let texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])

  /// Takes three versions of a document.
  init(_ codec: any OfficeCodec) {
    self.codec = codec
    let texts = ComputedText.settled(codec.texts)
    let base = texts.base.properties
    properties = (
      base, texts.ours.properties.withoutNoise(like: base),
      texts.theirs.properties.withoutNoise(like: base)
    )
    let hasNotes = [texts.base, texts.ours, texts.theirs].contains { text in
      text.lines.contains { !$0.notes.isEmpty }
    }
    composition = Composition(
      base: DocumentLines(texts.base, of: .base, showsNotes: hasNotes),
      ours: DocumentLines(texts.ours, of: .ours, showsNotes: hasNotes),
      theirs: DocumentLines(texts.theirs, of: .theirs, showsNotes: hasNotes))
    self.texts = (composition.base.text, composition.ours.text, composition.theirs.text)
  }

  func merge(
    _ options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) -> LayeredMerge {
    var options = options
    options.structure = OfficeMerge.structure
    let isSuggesting = options.isSuggesting
    options.isSuggesting = true
    let merge = try LayeredMerge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair)
    let settled = settled(merge, options.policy, isSuggesting: isSuggesting)
    return FormatConflicts(composition: composition, merge: settled).merged() ?? settled
  }

  /// Rules that ask whether lines beside each other belong together; paragraphs and rows do not.
  private static let rulesOfNeighbours: Set = ["adjacent-insertion", "beside-deletion"]

  /// Whether a text holds notes only, whose order says nothing.
  private static func areNotes(_ text: [UInt8]) -> Bool {
    DocumentLines.lines(of: text).allSatisfy {
      [ParagraphText.noteStart, ParagraphText.noteContinued].contains(ParagraphText($0).prefix)
    }
  }

  /// The merge with conflicts settled that are only about neighbours.
  private func settled(
    _ merge: LayeredMerge, _ policy: MergePolicy, isSuggesting: Bool
  ) -> LayeredMerge {
    var contents = merge.contents
    contents.regions = contents.regions.map { region in
      guard case .conflict(var conflict) = region else { return region }
      let suggestion = conflict.suggestion
      if !isSuggesting { conflict.suggestion = nil }
      guard policy >= .balanced else { return .conflict(conflict) }
      if let notes = Self.addedNotes(conflict) {
        return .agreed(
          .init(bytes: notes[...], origin: .decided(by: .bothAdded, from: conflict)))
      }
      if let rows = RowRegions(conflict)?.merged {
        return .agreed(.init(bytes: rows[...], origin: .decided(by: .addedEntries, from: conflict)))
      }
      guard let suggestion, Self.rulesOfNeighbours.contains(suggestion.rule.name) else {
        return .conflict(conflict)
      }
      return .agreed(
        .init(bytes: suggestion.bytes[...], origin: .decided(by: suggestion.rule, from: conflict)))
    }
    return LayeredMerge(contents, base: texts.base, ours: texts.ours, theirs: texts.theirs)
  }

  /// The notes that both sides added, whose order says nothing; `nil` for other conflicts.
  private static func addedNotes(_ conflict: Region.Conflict) -> [UInt8]? {
    guard DocumentLines.lines(of: Array(conflict.base ?? [])).isEmpty,
      areNotes(Array(conflict.ours)),
      areNotes(Array(conflict.theirs))
    else { return nil }
    return Array(conflict.ours) + [0x0A] + Array(conflict.theirs)
  }

  func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    var said = composition.annotated(DocumentLines.lines(of: text))
    let composed = try composition.lines(said.map(\.text), words: said.map(\.words))
    let lines = RowFill(composed, composition).lines
    for (index, line) in lines.enumerated() {
      if let row = line.line.row { said[index].text = RowText(row).line }
    }
    let written = try gathered(lines)
    let package = try codec.written(written)
    let bytes = try package.written()
    let read = DocumentLines(try codec.text(of: OfficePackage.read(bytes), like: written))
    let (wanted, texts) = (DocumentLines(written), said.map(\.text))
    guard read.isSame(as: wanted), read.says(texts) else {
      throw .unaccounted(in: Self.place(of: read, wanted, texts))
    }
    return bytes
  }

  /// The first place where a document that was read again is not the one that was written.
  private static func place(
    of read: DocumentLines, _ wanted: DocumentLines, _ texts: [String]
  ) -> String {
    let pairs = zip(read.shown, wanted.shown)
    let line = pairs.enumerated().first { !$1.0.line.isSame(as: $1.1.line) }?.offset
    let text = zip(wanted.shown.map(\.text), texts).enumerated().first { $1.0 != $1.1 }?.offset
    let shown = wanted.shown.map(\.text)
    guard !shown.isEmpty else { return tr("the beginning") }
    return TextPlaces(shown).words(
      at: min(line ?? text ?? pairs.underestimatedCount, shown.count - 1))
  }

  /// The document of merged lines, with notes in the objects that lead to them.
  func gathered(_ lines: [Composition.ComposedLine]) throws(OfficeRefusal) -> OfficeText {
    var gathering = NoteGathering(composition)
    guard let gathered = gathering.gathered(lines) else {
      throw .unaccounted(in: tr("the notes"))
    }
    let (merged, names) = Properties.merged(
      base: properties.base, ours: properties.ours, theirs: properties.theirs)
    guard names.isEmpty else { throw .bothChanged(part: names.joined(separator: ", ")) }
    return OfficeText(lines: gathered, properties: merged)
  }
}

extension OfficePackage {
  /// Reads a document, or says why it cannot be.
  static func read(_ bytes: [UInt8]) throws(OfficeRefusal) -> OfficePackage {
    // Word keeps documents with a password in a container of an older form.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw .encrypted }
    if FlatDocument.isXML(bytes) {
      guard let package = try FlatDocument.package(bytes) else { throw .otherForm }
      return package
    }
    do throws(ArchiveRefusal) {
      return OfficePackage(try ZipArchive(bytes))
    } catch {
      throw OfficeRefusal(error)
    }
  }
}

/// Reads and writes documents of one form.
protocol OfficeCodec: Sendable {
  /// The three versions.
  var texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText) { get }

  /// Writes the merged text, with all other parts merged.
  ///
  /// - Throws: ``OfficeRefusal`` for a part that both sides changed differently.
  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage

  /// Whether the form has tracked changes.
  var canTrack: Bool { get }

  /// Writes a text with tracked changes, as `written` does.
  ///
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` for a change that the form has no element for.
  func tracked(
    _ text: OfficeText, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> OfficePackage

  /// Reads the lines of a document, with the changes of the authors as properties.
  func trackedLines(
    of package: OfficePackage, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [Line]

  /// Reads a document of the form.
  ///
  /// - Parameters:
  ///   - package: the document.
  ///   - written: the text that was written to it, whose names its parts have.
  /// - Returns: the text.
  /// - Throws: ``OfficeRefusal`` for a document that cannot be read.
  func text(of package: OfficePackage, like written: OfficeText) throws(OfficeRefusal) -> OfficeText
}

extension OfficeCodec {
  var canTrack: Bool { false }

  func tracked(
    _ text: OfficeText, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> OfficePackage {
    throw .notTracked(reason: tr("only texts have tracked changes"))
  }

  func trackedLines(
    of package: OfficePackage, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [Line] {
    throw .notTracked(reason: tr("only texts have tracked changes"))
  }
}
