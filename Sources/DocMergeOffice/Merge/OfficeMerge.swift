import DocMergeArchive
package import DocMergeCore
package import DocMergeFormats
import DocMergeLanguage

/// Three versions of an office document, merged as the texts that they are shown as.
///
///     let office = try OfficeMerge(base: base, ours: ours, theirs: theirs)
///     let merge = try office.merge(options)
///     if let text = merge.contents.clean { try office.composed(text) }  // the merged document
package struct OfficeMerge: Sendable {
  private let merging: any OfficeMerging
  private let form: OfficeForm
  /// The tracked changes of conflicts that the base has, and who made them.
  private let known: Int
  private let baseAuthors: [String]

  /// Reads three versions of a document.
  ///
  /// - Throws: ``OfficeRefusal`` for one that cannot be read, or that differs in what can only be kept whole.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(OfficeRefusal) {
    let packages = OfficePackage.repaired(
      base: try OfficePackage.read(base), ours: try OfficePackage.read(ours),
      theirs: try OfficePackage.read(theirs))
    let form = try OfficeForm.of(packages.ours)
    guard let form, try OfficeForm.of(packages.base) == form,
      try OfficeForm.of(packages.theirs) == form
    else { throw .otherForm }
    let remarks = [packages.base, packages.ours, packages.theirs].map(\.hasRemarks)
    // What one side deleted is deleted in the result.
    if remarks[1] == remarks[2] ? remarks[1] : !remarks[0] {
      throw .malformed(
        part: tr("the document"), reason: tr("a merge would lose the comments of its XML"))
    }
    let changes = try ConflictChanges(in: packages.base, form: form)
    (known, baseAuthors) = (changes.count, changes.authors)
    for side in [packages.ours, packages.theirs] {
      let changes = try ConflictChanges(in: side, form: form)
      if changes.count > known { throw .openChanges(authors: changes.authors) }
    }
    merging = try form.merging(packages.base, packages.ours, packages.theirs)
    self.form = form
  }

  /// Whether the versions are workbooks, whose text is one of sheets, rows and cells.
  var isWorkbook: Bool { form == .excel || form == .openDocumentSheets }

  /// The three versions as text.
  package var texts: Texts { merging.texts }

  /// Three versions as text.
  package typealias Texts = (base: [UInt8], ours: [UInt8], theirs: [UInt8])

  /// The structure of the text that a document is shown as.
  package static var structure: DocumentStructure {
    DocumentStructure(path: "", formatName: formatName)
  }

  /// The name of the format of that text.
  package static let formatName = "markdown"

  /// Merges the texts.
  ///
  /// - Throws: that the merge was cancelled.
  package func merge(
    _ options: TextMergeOptions, pair: PairRunner = .oneByOne
  ) throws(MergeCancelled) -> LayeredMerge {
    try merging.merge(options, pair: pair)
  }

  /// The document of three versions; `nil` where something is left to decide.
  ///
  /// Where one side changed nothing, the other is taken as it is.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be merged without losing something.
  package static func document(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], policy: MergePolicy
  ) throws(OfficeRefusal) -> [UInt8]? {
    try outcome(base: base, ours: ours, theirs: theirs, policy: policy).document
  }

  /// A merged document; where something is left to decide there is none, and conflicts instead.
  package typealias Outcome = (document: [UInt8]?, conflicts: [ConflictPlace])

  /// The document of three versions, or the conflicts that are left.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be merged without losing something.
  package static func outcome(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], policy: MergePolicy
  ) throws(OfficeRefusal) -> Outcome {
    if let known = Region.Agreed.foregone(base: base, ours: ours, theirs: theirs) {
      return (Array(known.bytes), [])
    }
    let office = try OfficeMerge(base: base, ours: ours, theirs: theirs)
    // It is never cancelled.
    guard let merge = try? office.merge(TextMergeOptions(policy: policy)) else { return (nil, []) }
    guard let text = merge.contents.clean else { return (nil, office.conflicts(of: merge)) }
    return (try office.composed(text), [])
  }

  /// The merged document; `nil` where something is left to decide.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be put together without losing something.
  package func document(_ policy: MergePolicy) throws(OfficeRefusal) -> [UInt8]? {
    // It is never cancelled.
    guard let merge = try? merge(TextMergeOptions(policy: policy)), let text = merge.contents.clean
    else { return nil }
    return try composed(text)
  }

  /// The document that says what a text says.
  ///
  /// - Parameter text: a text that ``merge(_:pair:)`` made, whose conflicts are decided.
  /// - Returns: the document as a file.
  /// - Throws: ``OfficeRefusal`` where that cannot be written without losing something.
  package func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    try merging.composed(text)
  }

  /// Whether the form has tracked changes, which can show a conflict.
  package var canTrack: Bool { merging.canTrack }

  /// The document with both sides of each open conflict as tracked changes, by an author each.
  ///
  /// Where all changes are rejected, the document says what the base says there; where those of one side and
  /// those of both sides are accepted and the others rejected, it says what that side says.
  ///
  /// - Parameters:
  ///   - contents: a merge that ``merge(_:pair:)`` made, some of whose conflicts may be decided.
  ///   - texts: the texts that it was made of.
  ///   - authors: the authors.
  /// - Returns: the document as a file.
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` where no tracked change can show a conflict, and as
  ///   ``composed(_:)`` does.
  package func tracked(
    _ contents: Merged, of texts: Texts, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [UInt8] {
    // Those of the base could not be told from these.
    if known > 0 { throw .openChanges(authors: baseAuthors) }
    return try merging.tracked(contents, of: texts, by: authors)
  }

  /// The document with both sides of each conflict of a merge as tracked changes.
  ///
  /// - Throws: as ``tracked(_:of:by:)`` does.
  package func tracked(
    _ merge: LayeredMerge, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [UInt8] {
    let texts = merge.texts
    return try tracked(
      merge.contents, of: (base: texts.base, ours: texts.ours, theirs: texts.theirs), by: authors)
  }
}

/// Merges documents of one kind as the texts that they are shown as.
protocol OfficeMerging: Sendable {
  /// The three versions as text.
  var texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8]) { get }

  /// Whether tracked changes can show a conflict.
  var canTrack: Bool { get }

  /// Merges the texts.
  ///
  /// - Throws: that the merge was cancelled.
  func merge(_ options: TextMergeOptions, pair: PairRunner) throws(MergeCancelled) -> LayeredMerge

  /// The document that says what a text says.
  ///
  /// - Throws: ``OfficeRefusal`` where that cannot be written without losing something.
  func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8]

  /// The document with both sides of each open conflict as tracked changes.
  ///
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` where no tracked change can show a conflict.
  func tracked(
    _ contents: Merged, of texts: OfficeMerge.Texts, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [UInt8]
}

extension OfficeMerging {
  var canTrack: Bool { false }

  func tracked(
    _ contents: Merged, of texts: OfficeMerge.Texts, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [UInt8] {
    throw .notTracked(reason: tr("only texts have tracked changes"))
  }
}

extension OfficeForm {
  /// Reads three versions of a document of the form.
  fileprivate func merging(
    _ base: OfficePackage, _ ours: OfficePackage, _ theirs: OfficePackage
  ) throws(OfficeRefusal) -> any OfficeMerging {
    switch self {
    case .word: TextDocumentMerge(try WordCodec(base: base, ours: ours, theirs: theirs))
    case .openDocumentText:
      TextDocumentMerge(try OpenCodec(base: base, ours: ours, theirs: theirs))
    case .openDocumentSlides:
      TextDocumentMerge(try OpenSlidesCodec(base: base, ours: ours, theirs: theirs))
    case .powerPoint:
      TextDocumentMerge(try PowerPointCodec(base: base, ours: ours, theirs: theirs))
    case .openDocumentSheets:
      try WorkbookMerge(OpenSheetsCodec(base: base, ours: ours, theirs: theirs))
    case .book: try BookMerge(base: base, ours: ours, theirs: theirs)
    case .excel: try WorkbookMerge(ExcelCodec(base: base, ours: ours, theirs: theirs))
    }
  }
}
