import DocMergeLanguage

/// Finds entries of a result that have the version of one side and the checksum of the other.
///
///     base               ours               theirs             fault
///     version = "1.0"    version = "1.1"    version = "1.0"    version = "1.1"
///     hash = "aa"        hash = "aa"        hash = "bb"        hash = "bb"
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
    return pairs.compactMap { pair in
      guard let version = lines.firstIndex(of: pair.version),
        let checksum = lines.firstIndex(of: pair.checksum),
        abs(version - checksum) <= 2 * Self.distance
      else { return nil }
      return StructureFault(
        places: [version, checksum].sorted().map { lines.starts[$0]..<lines.starts[$0 + 1] },
        reason: tr("a version of one side would have the checksum of the other"))
    }
  }

  private static func pairs(_ side: Changes, _ other: Changes, in base: Lines) -> [Pair] {
    guard !side.versions.isEmpty, !other.checksums.isEmpty else { return [] }
    return side.versions.flatMap { version in
      other.checksums.compactMap { checksum in
        guard isOneEntry(version.place, checksum.place, base),
          !side.checksums.contains(where: { isOneEntry($0.place, checksum.place, base) }),
          !other.versions.contains(where: { isOneEntry($0.place, version.place, base) })
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
    return base.indices[first...last].allSatisfy {
      base[$0].holdsText && base[$0].indentation >= outermost
    }
  }

  /// The lines with versions and checksums that a side changed.
  private struct Changes {
    typealias Line = (place: Int, line: ArraySlice<UInt8>)
    var versions: [Line] = []
    var checksums: [Line] = []

    init(_ hunks: [Hunk], _ side: Lines) {
      for hunk in hunks where hunk.base.count == hunk.other.count {
        for (place, line) in zip(hunk.base, hunk.other) {
          let text = side[line]
          if text.isChecksum {
            checksums.append((place, text))
          } else if text.holdsVersion {
            versions.append((place, text))
          }
        }
      }
    }
  }
}

extension ArraySlice<UInt8> {
  private static let checksumWords = [
    "sha1", "sha224", "sha256", "sha384", "sha512", "md5", "checksum", "integrity", "digest",
    "hash:", "hash\":", "hash =", "hash=", "hashes", "h1:",
  ].map { Array($0.utf8) }

  /// Whether the line has a checksum, by its label.
  fileprivate var isChecksum: Bool {
    guard count < 2000 else { return false }
    let text = map(\.lowercased)
    return Self.checksumWords.contains { word in
      text.indices.dropLast(word.count - 1).contains { text[$0...].starts(with: word) }
    }
  }

  /// Whether the line has a number such as `1.0`.
  fileprivate var holdsVersion: Bool {
    count < 2000
      && indices.dropFirst().dropLast().contains {
        self[$0] == UInt8(ascii: ".") && self[$0 - 1].isDigit && self[$0 + 1].isDigit
      }
  }

  /// How many blanks and tabs the line starts with.
  fileprivate var indentation: Int { prefix { $0 == 0x20 || $0 == 0x09 }.count }
}
