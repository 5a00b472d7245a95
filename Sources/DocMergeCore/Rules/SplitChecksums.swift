import DocMergeLanguage

/// Finds entries of a result that have the version of one side and the checksum of the other.
///
///     base               ours               theirs             fault
///     version = "1.0"    version = "1.1"    version = "1.0"    version = "1.1"
///     hash = "aa"        hash = "aa"        hash = "bb"        hash = "bb"
///
/// The same is true of the source of a dependency, and of its checksum or its revision.
struct SplitChecksums {
  /// A line with a version that one side changed, and a line with a checksum that the other side changed.
  private struct Pair {
    let version: ArraySlice<UInt8>
    let checksum: ArraySlice<UInt8>
  }

  private let pairs: [Pair]

  /// The most lines between the two.
  private static let distance = 6

  /// - Complexity: O(*h*), *h* being the number of hunks, each with a limited number of lines.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    let ours = Changes(comparison.oursHunks, lines.ours)
    let theirs = Changes(comparison.theirsHunks, lines.theirs)
    pairs =
      Self.pairs(ours, theirs, in: lines.base) + Self.pairs(theirs, ours, in: lines.base)
  }

  /// Whether a result can have such an entry.
  var arePossible: Bool { !pairs.isEmpty }

  /// The two lines of each such entry.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where none is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let wanted = Set(pairs.flatMap { [$0.version, $0.checksum] })
    let places = Dictionary(grouping: lines.indices.filter { wanted.contains(lines[$0]) }) {
      lines[$0]
    }
    return pairs.compactMap { pair in
      let checksums = places[pair.checksum] ?? []
      for version in places[pair.version] ?? [] {
        let near = Self.near(version, within: 2 * Self.distance, checksums) { $0 }
        guard let checksum = near.first else { continue }
        return StructureFault(
          places: [version, checksum].sorted().map { lines.starts[$0]..<lines.starts[$0 + 1] },
          reason: tr("a version of one side would have the checksum of the other"))
      }
      return nil
    }
  }

  /// The elements at places near one, of a list in the order of their places.
  private static func near<Element>(
    _ place: Int, within distance: Int, _ list: [Element], _ placeOf: (Element) -> Int
  ) -> ArraySlice<Element> {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if placeOf(list[middle]) < place - distance { low = middle + 1 } else { high = middle }
    }
    return list[low...].prefix { placeOf($0) <= place + distance }
  }

  private static func pairs(_ side: Changes, _ other: Changes, in base: Lines) -> [Pair] {
    func near(_ place: Int, _ list: [Changes.Line]) -> ArraySlice<Changes.Line> {
      Self.near(place, within: distance, list) { $0.place }
    }
    let revisions = side.places.flatMap { place in
      near(place.place, other.revisions).filter { isOneEntry(place.place, $0.place, base) }
        .map { Pair(version: place.line, checksum: $0.line) }
    }
    guard !side.versions.isEmpty else { return revisions }
    // A checksum that the other side added to the entry is one of the old version.
    let added = side.versions.flatMap { version in
      near(version.place, other.addedChecksums)
        .filter { isOneEntry(version.place, $0.place, base) && !version.line.namesPlace }
        .map { Pair(version: version.line, checksum: $0.line) }
    }
    guard !other.checksums.isEmpty else { return revisions + added }
    return revisions + added
      + side.versions.flatMap { version in
        near(version.place, other.checksums).compactMap { checksum in
          guard isOneEntry(version.place, checksum.place, base),
            !near(checksum.place, side.checksums).contains(where: {
              isOneEntry($0.place, checksum.place, base)
            }),
            version.line.namesPlace
              || !near(version.place, other.versions).contains(where: {
                isOneEntry($0.place, version.place, base)
              })
          else { return nil }
          return Pair(version: version.line, checksum: checksum.line)
        }
      }
  }

  /// Whether two places of the base are near each other, and no blank line and no outer line is between them.
  private static func isOneEntry(_ one: Int, _ other: Int, _ base: Lines) -> Bool {
    let (first, last) = (min(one, other), max(one, other))
    guard last - first <= distance, last < base.count else { return first == last }
    let outermost = min(base[first].indentation, base[last].indentation)
    return base.indices[first...last].allSatisfy { line in
      // An item of a list is an entry of its own.
      base[line].holdsText && base[line].indentation >= outermost
        && (line == first || !base[line].trimmed.starts(with: "- ".utf8))
    }
  }

  /// The lines with versions and checksums that a side changed.
  private struct Changes {
    typealias Line = (place: Int, line: ArraySlice<UInt8>)
    var versions: [Line] = []
    var checksums: [Line] = []
    /// Lines with checksums that the side added to an entry, at the line of the base before them.
    var addedChecksums: [Line] = []
    /// Those with an address, and those with a revision.
    var (places, revisions): ([Line], [Line]) = ([], [])

    init(_ hunks: [Hunk], _ side: Lines) {
      for hunk in hunks {
        if hunk.base.isEmpty { addChecksums(of: hunk, side) }
        guard hunk.base.count == hunk.other.count else { continue }
        for (place, line) in zip(hunk.base, hunk.other) {
          let text = side[line]
          if text.isAddress { places.append((place, text)) }
          if text.namesRevision { revisions.append((place, text)) }
          if text.isChecksum {
            checksums.append((place, text))
          } else if text.holdsVersion {
            versions.append((place, text))
          }
        }
      }
    }

    /// Adds the checksums before any line that can belong to another entry.
    private mutating func addChecksums(of hunk: Hunk, _ side: Lines) {
      guard hunk.base.lowerBound > 0, let first = hunk.other.first else { return }
      for line in hunk.other {
        guard side[line].holdsText, side[line].indentation >= side[first].indentation else {
          return
        }
        if side[line].isChecksum { addedChecksums.append((hunk.base.lowerBound - 1, side[line])) }
      }
    }
  }
}

extension ArraySlice<UInt8> {
  private static let checksumWords = [
    "sha1", "sha224", "sha256", "sha384", "sha512", "md5", "checksum", "integrity", "digest",
    "hash",
    "hashes", "h1", "zh",
  ].map { Array($0.utf8) }

  /// Whether the line has a checksum: a word for one, and a mark or a quotation mark behind it.
  fileprivate var isChecksum: Bool {
    guard count < 2000, contains(where: { ":=\"'-(".utf8.contains($0) }) else { return false }
    let text = map(\.lowercased)
    return Self.checksumWords.contains { word in
      var rest = text[...]
      while let found = rest.firstRange(of: word) {
        if startsWord(at: startIndex + found.lowerBound),
          Self.isLabel(before: text[found.upperBound...])
        {
          return true
        }
        rest = rest[(found.lowerBound + 1)...]
      }
      return false
    }
  }

  /// Whether a word starts at a place, or a part of one: `fileSha256`.
  private func startsWord(at place: Int) -> Bool {
    guard place > startIndex, UInt8.isLetter(self[place - 1]) else { return true }
    return self[place] != self[place].lowercased && self[place - 1] == self[place - 1].lowercased
  }

  /// Whether a text before this one is a label: `sha256: …`, `sha256sums=(…`, `sha384-…`, `sha256 "…`.
  private static func isLabel(before rest: ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "-") { return true }
    let plural = ["sums", "sum", "s"].first { rest.starts(with: $0.utf8) } ?? ""
    let next = rest.dropFirst(plural.utf8.count).first { $0 != 0x20 && $0 != 0x09 }
    // `sha256sums=(…` and `sha256sums(…`, not the call `sha256(…)`.
    return next.map { ":=\"'".utf8.contains($0) || $0 == 0x28 && !plural.isEmpty } ?? false
  }

  private static let sourceWords = [
    "rev", "ref", "commit", "tag", "revision", "url", "version", "size",
  ]
  .map { Array($0.utf8) }
  private static let ownerWords = ["owner", "repo", "repository"].map { Array($0.utf8) }
  private static let addressWords = ["location", "url"].map { Array($0.utf8) }
  private static let revisionWords = ["rev", "commit", "tag", "revision"].map { Array($0.utf8) }

  /// Whether the line names the source of a dependency: `rev = "…"`, `distributionUrl=…`.
  private var namesSource: Bool { isNamed(Self.sourceWords) || isAddress }

  /// Whether the line names the owner, the repository or the address of something.
  fileprivate var isAddress: Bool {
    isNamed(Self.ownerWords)
      || isNamed(Self.addressWords)
        && ["://", "git@"].contains { firstRange(of: Array($0.utf8)) != nil }
  }

  /// Whether the line names a revision.
  fileprivate var namesRevision: Bool {
    guard isNamed(Self.revisionWords) else { return false }
    let value = split { !UInt8.isLetter($0) && !$0.isDigit }.last ?? []
    return contains(where: \.isDigit) || value.allSatisfy { (0x61...0x66).contains($0.lowercased) }
  }

  /// Whether the line names a place or a size, which each checksum belongs to.
  fileprivate var namesPlace: Bool {
    isAddress || trimmed.map(\.lowercased).starts(with: "size".utf8)
  }

  /// Whether the line gives a value to a name that ends with one of some words.
  private func isNamed(_ words: [[UInt8]]) -> Bool {
    let line = trimmed.starts(with: "- ".utf8) ? trimmed.dropFirst(2) : trimmed
    let start = line.drop { $0 == UInt8(ascii: "\"") }
    let name = start.prefix { $0.isWordByte || $0 == UInt8(ascii: "-") }
    let next = start[name.endIndex...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x22 }
    guard next == UInt8(ascii: "=") || next == UInt8(ascii: ":") else { return false }
    let word = name.map(\.lowercased)
    return words.contains { word.suffix($0.count).elementsEqual($0) }
  }

  /// Whether the line gives something a number such as `1.0`, names its source, or is the size in a pointer of Git LFS.
  fileprivate var holdsVersion: Bool {
    if starts(with: "size ".utf8) || namesSource { return true }
    return count < 2000 && contains { "=:@\"'".utf8.contains($0) }
      && indices.dropFirst().dropLast().contains {
        self[$0] == UInt8(ascii: ".") && self[$0 - 1].isDigit && self[$0 + 1].isDigit
      }
  }
}
