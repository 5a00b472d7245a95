import DocMergeCore
import DocMergeLanguage

/// The regions of a merged book.
struct BookRegions {
  private(set) var regions: [Region] = []
  private let texts: [[UInt8]]
  /// How far the text of each version is used.
  private var ends = [0, 0, 0]

  init(_ texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])) {
    self.texts = [texts.base, texts.ours, texts.theirs]
  }

  /// A part that both sides have.
  mutating func add(_ name: String, _ versions: [[UInt8]?], _ inner: [Region]) {
    let heading = BookDocument.heading(name)
    add(heading[...], versions[0] == nil ? .both : .base)
    let starts = versions.indices.map { ends[$0] + (versions[$0] == nil ? 0 : heading.count) }
    for region in inner {
      switch region {
      case .agreed(let agreed):
        add(Array(agreed.bytes)[...], moved(agreed.origin, starts, versions))
      case .conflict(let conflict):
        regions.append(.conflict(moved(conflict, starts, versions)))
      }
    }
    add([0x0A], versions[0] == nil ? .both : .base)
    pass(heading, versions)
  }

  /// A part that a side lacks; `isLinked` means that the other side put in a link to it.
  mutating func addOneSided(_ name: String, _ versions: [[UInt8]?], isLinked: Bool) {
    let heading = BookDocument.heading(name)
    defer { pass(heading, versions) }
    let kept = versions[1] ?? versions[2]
    guard let kept, isLinked || kept != versions[0] else { return }
    let bytes = heading + kept + [0x0A]
    if versions[0] == nil {
      add(bytes[...], versions[1] == nil ? .theirs : .ours)
      return
    }
    func whole(_ version: Int) -> ArraySlice<UInt8> {
      let count = versions[version].map { heading.count + $0.count + 1 } ?? 0
      return texts[version][ends[version]..<(ends[version] + count)]
    }
    var conflict = Region.Conflict(base: whole(0), ours: whole(1), theirs: whole(2))
    conflict.reason =
      isLinked
      ? tr("one side deleted the part, the other put in a link to it")
      : tr("one side deleted the part, the other changed it")
    regions.append(.conflict(conflict))
  }

  private mutating func pass(_ heading: [UInt8], _ versions: [[UInt8]?]) {
    for (index, version) in versions.enumerated() {
      if let version { ends[index] += heading.count + version.count + 1 }
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ origin: Region.Agreed.Origin) {
    guard !bytes.isEmpty else { return }
    if case .agreed(var last) = regions.last, last.origin == origin {
      last.bytes += bytes
      regions[regions.count - 1] = .agreed(last)
    } else {
      regions.append(.agreed(.init(bytes: Array(bytes)[...], origin: origin)))
    }
  }

  private func moved(
    _ origin: Region.Agreed.Origin, _ starts: [Int], _ versions: [[UInt8]?]
  ) -> Region.Agreed.Origin {
    guard case .decided(let rule, let conflict) = origin else { return origin }
    return .decided(by: rule, from: moved(conflict, starts, versions))
  }

  /// A conflict of one part as one of the whole text.
  private func moved(
    _ conflict: Region.Conflict, _ starts: [Int], _ versions: [[UInt8]?]
  ) -> Region.Conflict {
    func slice(_ part: ArraySlice<UInt8>, _ version: Int) -> ArraySlice<UInt8> {
      let range = (starts[version] + part.startIndex)..<(starts[version] + part.endIndex)
      // Bytes that a rule wrote are no slice, and stay as they are.
      guard let whole = versions[version], part.endIndex <= whole.count,
        range.upperBound <= texts[version].count, texts[version][range].elementsEqual(part)
      else { return part }
      return texts[version][range]
    }
    var moved = conflict
    moved.base = conflict.base.map { slice($0, 0) }
    moved.ours = slice(conflict.ours, 1)
    moved.theirs = slice(conflict.theirs, 2)
    return moved
  }
}
