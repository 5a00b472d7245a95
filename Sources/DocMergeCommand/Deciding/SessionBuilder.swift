import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// Makes session documents from conflicts of any source.
struct SessionBuilder {
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// The earlier decisions of a person for conflicts.
  var remembered: ([ConflictKey]) throws -> [ConflictKey: [UInt8]] = { _ in [:] }

  /// A document for a conflict, without decisions.
  ///
  /// - Parameters:
  ///   - conflict: The conflict, ours first.
  ///   - versions: Its sides, described for a person.
  ///   - identity: Distinguishes these versions from others of the same document.
  ///   - hasOneResult: Whether the result must be one file.
  ///   - date: The date of a side's change, in words; only called where the sides are not text.
  /// - Returns: The document.
  /// - Throws: The errors of reading a side, or the memory.
  func document(
    _ conflict: Conflict, versions: [SessionDocument.Version], identity: String,
    hasOneResult: Bool = false, date: (Int) throws -> String = { _ in "" }
  ) throws -> SessionDocument {
    let office = try OfficeMerge(of: conflict)
    let merge = try office.map(self.merge)
    let text = try merge.map(self.text) ?? text(conflict)
    var versions = versions
    if text == nil {
      for (index, side) in conflict.sides.enumerated() {
        versions[index].date = try date(index)
        guard side.isFile else { continue }
        versions[index].detail = ImageSize(of: try side.bytes())?.words ?? ""
      }
    }
    var document = SessionDocument(
      path: conflict.path, format: office == nil ? conflict.format : OfficeMerge.formatName,
      versions: versions, identity: identity,
      text: text,
      canMerge: try conflict.sides.count > 2 && merging.resolve(conflict) != nil
        || PackageMerge(conflict, merging: merging)?.resolution() != nil,
      hasOneResult: hasOneResult)
    document.contents = conflict.sides.map(\.contents)
    document.baseContents = conflict.base?.contents
    document.encode = office.map(encoding)
    if let office, let merge, !hasOneResult, office.canTrack {
      document.track = tracking(office, merge, ChangeAuthors(of: conflict))
    }
    return document
  }

  /// How documents with more than two versions are merged.
  var merging: ThreeWayMerge { ThreeWayMerge(policy: policy) }

  /// Whether the merged file is executable, by the three-way rule; as in ours if that decides nothing.
  static func isExecutable(_ conflict: Conflict) -> Bool {
    let sides = conflict.sides.map { $0.kind == .file(isExecutable: true) }
    guard let ours = sides.first, let other = sides.first(where: { $0 != ours }) else {
      return sides.first ?? false
    }
    guard let base = conflict.base else { return ours }
    return (base.kind == .file(isExecutable: true)) == ours ? other : ours
  }

  /// Makes a file from the text of an office document.
  private func encoding(_ office: OfficeMerge) -> @Sendable ([UInt8]) throws -> [UInt8] {
    { text in
      do throws(OfficeRefusal) {
        return try office.composed(text)
      } catch {
        throw CommandError(
          description: tr("the document cannot be written: \(OfficeWords.reason(error))"))
      }
    }
  }

  /// Makes a file from the text of an office document, with open regions as tracked changes.
  private func tracking(
    _ office: OfficeMerge, _ merge: LayeredMerge, _ authors: ChangeAuthors
  ) -> @Sendable (Merged) throws -> [UInt8] {
    { contents in
      try TrackedConflict.worded { () throws(OfficeRefusal) in
        let texts = merge.texts
        return try office.tracked(
          contents, of: (base: texts.base, ours: texts.ours, theirs: texts.theirs), by: authors)
      }
    }
  }

  /// The merge of an office document, which is shown as text.
  private func merge(_ office: OfficeMerge) throws -> LayeredMerge {
    try office.merge(TextMergeOptions(policy: policy, style: .zdiff3, isSuggesting: true))
  }

  /// The regions of that text.
  private func text(_ merge: LayeredMerge) throws -> TextDecisions {
    let known = try remembered(merge.contents.conflicts.compactMap(\.key))
    let texts = merge.texts
    return TextDecisions(
      merge, inputs: (base: texts.base, ours: texts.ours, theirs: texts.theirs)
    ) { conflict in
      conflict.key.flatMap { known[$0] }
    }
  }

  /// The regions of a conflict; `nil` where it can only be decided as a whole.
  private func text(_ conflict: Conflict) throws -> TextDecisions? {
    guard conflict.sides.count == 2, conflict.sides.allSatisfy(\.isFile),
      conflict.base?.isFile != false
    else { return nil }
    let inputs = (
      base: try conflict.base?.bytes() ?? [], ours: try conflict.sides[0].bytes(),
      theirs: try conflict.sides[1].bytes()
    )
    let hasBase = conflict.base != nil
    var options = TextMergeOptions(
      policy: hasBase ? policy : .strict, style: hasBase ? .zdiff3 : .merge, isSuggesting: true)
    var structure = DocumentStructure(path: conflict.path, formatName: conflict.format)
    structure.startsPrograms = true
    options.structure = structure
    let merge = try LayeredMerge(
      base: inputs.base, ours: inputs.ours, theirs: inputs.theirs, options: options,
      pair: .oneByOne)
    guard merge.merged.obstacle == nil else { return nil }
    let known = try remembered(merge.contents.conflicts.compactMap(\.key))
    return TextDecisions(merge, inputs: inputs, hasBase: hasBase) { conflict in
      conflict.key.flatMap { known[$0] }
    }
  }
}

extension Conflict.Side {
  /// The contents of a file, read on demand; `nil` for anything else.
  fileprivate var contents: VersionContents? { isFile ? VersionContents(load: bytes) : nil }
}

extension Region.Conflict {
  /// Its key in the memory.
  var key: ConflictKey? {
    ConflictKey(base: base.map(Array.init), ours: Array(ours), theirs: Array(theirs))
  }
}

extension SessionDocument {
  /// Its structure, by its name or an attribute.
  var structure: DocumentStructure { DocumentStructure(path: path, formatName: format) }

  /// The faults of its structure as decided; none for a version that is taken as a whole.
  var faults: [String] { whole == nil ? text?.faults(in: structure) ?? [] : [] }

  /// The resolution from the decided regions, with the rules that settled the others; `nil` while a
  /// region is open.
  ///
  /// - Throws: the reason why the text cannot be written as a document of its kind.
  func resolution(isExecutable: Bool) throws -> Resolution? {
    guard whole == nil, let text, let merged = text.merged.clean else { return nil }
    let bytes = try encode?(merged) ?? merged
    let rules = text.decidedByRules.map(\.rule)
    let isByHand = !text.regions.isEmpty
    return Resolution(
      outcome: .contents(bytes, isExecutable: isExecutable),
      strategy: isByHand ? rules.isEmpty ? "by hand" : "by hand and by rules" : "merge",
      rules: rules)
  }

  /// The place of a region: `line 9, Setup › item 3`.
  func place(of region: OpenRegion) -> String { place(of: region.conflict) }

  /// The place of a conflict that a person or a rule decides.
  func place(of conflict: Region.Conflict) -> String {
    guard let ours = text?.ours else { return "" }
    let slice = conflict.ours
    let start = min(slice.startIndex, ours.count)
    let line = ours[..<start].count { $0 == UInt8(ascii: "\n") } + 1
    let range = start..<min(max(start, slice.endIndex - (slice.isEmpty ? 0 : 1)), ours.count)
    let name = DocumentPlaces(of: ours, in: structure)?.name(of: range)
    return tr("line \(line)") + (name.map { ", " + PrintableText.escape(Array($0.utf8)) } ?? "")
  }
}
