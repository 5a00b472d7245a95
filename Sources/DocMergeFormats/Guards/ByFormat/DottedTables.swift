import DocMergeCore

/// The tables of a TOML text that have a head of their own and are defined by dotted keys, too, which TOML forbids.
///
///     [project]
///     scripts.a = "x"
///     [project.scripts]
struct DottedTables {
  /// The places of the heads and the keys, by the names of such tables.
  private(set) var doubled: [[UInt8]: [Range<Int>]] = [:]

  /// Looks for such tables; texts over several lines are read as lines, too.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ text: [UInt8]) {
    var heads: [[UInt8]: [Range<Int>]] = [:]
    var keys: [[UInt8]: [Range<Int>]] = [:]
    // The table of the line; `nil` in an element of an array.
    var table: [ArraySlice<UInt8>]? = []
    for place in Lines(text).places {
      let line = text[place].trimmed
      if line.first == UInt8(ascii: "[") {
        let name = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        table = name.first == UInt8(ascii: "[") ? nil : Self.parts(of: name)
        if let table { heads[Self.name(of: table), default: []].append(place) }
      } else if let table, let sign = line.firstIndex(of: UInt8(ascii: "=")) {
        let parts = Self.parts(of: line[..<sign])
        for count in 1..<max(1, parts.count) {
          keys[Self.name(of: table + parts.prefix(count)), default: []].append(place)
        }
      }
    }
    for (name, places) in keys {
      guard let head = heads[name] else { continue }
      doubled[name] = (places + head).sorted { $0.lowerBound < $1.lowerBound }
    }
  }

  /// The parts of a dotted name; none where one of them is no plain word.
  private static func parts(of name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(\.trimmed)
    let arePlain = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isPartOfName || $0 == UInt8(ascii: "-") }
    }
    return arePlain ? parts : []
  }

  private static func name(of parts: [ArraySlice<UInt8>]) -> [UInt8] {
    Array(parts.joined(separator: [UInt8(ascii: ".")]))
  }
}
