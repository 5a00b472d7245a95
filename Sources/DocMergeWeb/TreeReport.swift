import DocMergeCore
import DocMergeDecisions
import DocMergeFormats

/// A structured text as a tree of the changes of each side.
struct TreeReport: Codable {
  /// Whether the texts could be read as one format.
  var isRead: Bool
  /// The changed values, and the nodes around them, each before those below it.
  var entries: [TreeEntry]
}

/// A value that a side changed, or a node with such values below.
struct TreeEntry: Codable {
  /// Its path: `$.scripts.test`.
  var path: String
  /// The last part of the path.
  var label: String
  /// The number of nodes around it.
  var depth: Int
  /// The side that changed it: `ours`, `theirs`, `same` or `both`; `nil` for a node whose values follow.
  var by: String?
  /// The value in each text; `nil` where it has none.
  var base: String?
  var ours: String?
  var theirs: String?
  /// The region of the text with the value.
  var region: Int?
}

extension TreeReport {
  /// Compares the texts of a document; `nil` for one without a text.
  init?(_ document: SessionDocument) {
    guard let text = document.text else { return nil }
    let structure = DocumentStructure(path: document.path, formatName: document.format)
    let changes = StructureChanges(
      base: text.base, ours: text.ours, theirs: text.theirs, structure: structure)
    self.init(changes, RegionRanges(of: text))
  }

  /// Reports changes without regions.
  init(_ changes: StructureChanges?) { self.init(changes, nil) }

  private init(_ changes: StructureChanges?, _ regions: RegionRanges?) {
    isRead = changes != nil
    entries =
      changes.map { changes in changes.entries.map { TreeEntry($0, changes, regions) } } ?? []
  }
}

extension TreeEntry {
  /// The most bytes of a value that are shown.
  private static let limit = 2000

  fileprivate init(
    _ entry: StructureChanges.Entry, _ changes: StructureChanges, _ regions: RegionRanges?
  ) {
    (path, label, depth) = (entry.path, entry.label, entry.depth)
    by = entry.author?.rawValue
    base = entry.base.map { Self.words(changes.base[$0]) }
    ours = entry.ours.map { Self.words(changes.ours[$0]) }
    theirs = entry.theirs.map { Self.words(changes.theirs[$0]) }
    region = regions?.region(ours: entry.ours, theirs: entry.theirs)
  }

  private static func words(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    return bytes.count > limit ? text + "…" : text
  }
}

/// The places of the regions of a text in the texts of both sides.
private struct RegionRanges {
  private let ours: [Range<Int>?]
  private let theirs: [Range<Int>?]

  init(of text: TextDecisions) {
    // Text that a rule rewrote has another place.
    func range(_ slice: ArraySlice<UInt8>, in whole: [UInt8]) -> Range<Int>? {
      slice.endIndex <= whole.count && whole[slice.indices] == slice ? slice.indices : nil
    }
    ours = text.regions.map { range($0.conflict.ours, in: text.ours) }
    theirs = text.regions.map { range($0.conflict.theirs, in: text.theirs) }
  }

  /// The first region with a value of one of the sides.
  func region(ours value: Range<Int>?, theirs other: Range<Int>?) -> Int? {
    ours.indices.first { index in
      Self.touch(value, ours[index]) || Self.touch(other, theirs[index])
    }
  }

  private static func touch(_ one: Range<Int>?, _ other: Range<Int>?) -> Bool {
    guard let one, let other else { return false }
    return one.overlaps(other)
  }
}
