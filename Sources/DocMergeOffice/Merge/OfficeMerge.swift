import DocMergeArchive
package import DocMergeCore
package import DocMergeFormats

/// Three versions of an office document, merged as the texts that they are shown as.
///
///     let office = try OfficeMerge(base: base, ours: ours, theirs: theirs)
///     let merge = try office.merge(options)
///     if let text = merge.contents.clean { try office.composed(text) }  // the merged document
///
/// The words are merged as any text is. What the text does not show, such as formatting, is merged where its
/// lines are put together again; what both sides changed there is a conflict, and named behind the line.
package struct OfficeMerge: Sendable {
  private let codec: any OfficeCodec
  private let composition: Composition
  private let properties: (base: Properties, ours: Properties, theirs: Properties)
  /// The three versions as text.
  package let texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])

  /// Reads three versions of a document.
  ///
  /// - Throws: ``OfficeRefusal`` for one that cannot be read, or that differs in what can only be kept whole.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(OfficeRefusal) {
    let packages = [
      try OfficePackage.read(base), try OfficePackage.read(ours), try OfficePackage.read(theirs),
    ]
    let forms = [
      try OfficeForm.of(packages[0]), try OfficeForm.of(packages[1]),
      try OfficeForm.of(packages[2]),
    ]
    guard let form = forms[0], forms.allSatisfy({ $0 == form }) else { throw .otherForm }
    switch form {
    case .word:
      codec = try WordCodec(base: packages[0], ours: packages[1], theirs: packages[2])
    case .openDocumentText:
      codec = try OpenCodec(base: packages[0], ours: packages[1], theirs: packages[2])
    }
    let texts = codec.texts
    properties = (texts.base.properties, texts.ours.properties, texts.theirs.properties)
    let hasNotes = [texts.base, texts.ours, texts.theirs].contains { text in
      text.lines.contains { !$0.notes.isEmpty }
    }
    composition = Composition(
      base: DocumentLines(texts.base, of: .base, showsNotes: hasNotes),
      ours: DocumentLines(texts.ours, of: .ours, showsNotes: hasNotes),
      theirs: DocumentLines(texts.theirs, of: .theirs, showsNotes: hasNotes))
    self.texts = (composition.base.text, composition.ours.text, composition.theirs.text)
  }

  /// The structure of the text that a document is shown as.
  package static var structure: DocumentStructure {
    DocumentStructure(path: "", formatName: formatName)
  }

  /// The name of the format of that text.
  package static let formatName = "markdown"

  /// Merges the texts as any others.
  ///
  /// - Throws: that the merge was cancelled.
  package func merge(
    _ options: TextMergeOptions, pair: PairRunner = .oneByOne
  ) throws(MergeCancelled) -> LayeredMerge {
    var options = options
    options.structure = Self.structure
    let isSuggesting = options.isSuggesting
    options.isSuggesting = true
    let merge = try LayeredMerge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair)
    let settled = settled(merge, options.policy, isSuggesting: isSuggesting)
    return FormatConflicts(composition: composition, merge: settled).merged() ?? settled
  }

  /// The document of three versions; `nil` where something is left to decide.
  ///
  /// Where one side changed nothing, the other is taken as it is.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be merged without losing something.
  package static func document(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], policy: MergePolicy
  ) throws(OfficeRefusal) -> [UInt8]? {
    if let known = Region.Agreed.foregone(base: base, ours: ours, theirs: theirs) {
      return Array(known.bytes)
    }
    return try OfficeMerge(base: base, ours: ours, theirs: theirs).document(policy)
  }

  /// The merged document; `nil` where something is left to decide.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be put together without losing something.
  package func document(_ policy: MergePolicy) throws(OfficeRefusal) -> [UInt8]? {
    // Nobody cancels it.
    guard let merge = try? merge(TextMergeOptions(policy: policy)), let text = merge.contents.clean
    else { return nil }
    return try composed(text)
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

  /// The document that says what a text says.
  ///
  /// - Parameter text: a text that ``merge(_:pair:)`` made, whose conflicts are decided.
  /// - Returns: the document as a file.
  /// - Throws: ``OfficeRefusal`` where that cannot be written without losing something.
  package func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    let plain = Set(
      [composition.base, composition.ours, composition.theirs].flatMap { $0.shown.map(\.text) })
    // A line of a version that only looks as if something were named behind it is that line.
    let annotated = DocumentLines.lines(of: text).map {
      plain.contains($0) ? AnnotatedLine($0, words: nil) : AnnotatedLine($0)
    }
    let said = annotated.map(\.text)
    let lines = try composition.lines(said, words: annotated.map(\.words))
    var gathering = NoteGathering(composition)
    guard let gathered = gathering.gathered(lines) else { throw .unaccounted }
    let (merged, names) = Properties.merged(
      base: properties.base, ours: properties.ours, theirs: properties.theirs)
    guard names.isEmpty else { throw .bothChanged(part: names.joined(separator: ", ")) }
    let written = OfficeText(lines: gathered, properties: merged)
    let package = try codec.written(written)
    let bytes = try package.written()
    let read = DocumentLines(try codec.text(of: OfficePackage.read(bytes)))
    guard read.isSame(as: DocumentLines(written)), read.says(said) else { throw .unaccounted }
    return bytes
  }
}

extension OfficePackage {
  /// Reads a document, or says why it cannot be.
  static func read(_ bytes: [UInt8]) throws(OfficeRefusal) -> OfficePackage {
    // Word keeps documents with a password in a container of an older form.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw .encrypted }
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

  /// Reads a document of the form.
  func text(of package: OfficePackage) throws(OfficeRefusal) -> OfficeText
}
