import DocMergeCore
import DocMergeLanguage

/// Finds keys that the front matter of a text has twice, and in no input.
///
///     ---
///     title: Tea
///     draft: true
///     draft: false      a fault
///     ---
struct FrontMatterGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// Whether a key stands twice.
  static func isPossible(in text: [UInt8]) -> Bool { !doubled(in: text).isEmpty }

  /// The entries of keys that stand twice only in the result.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the front matter.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    if doubled.isEmpty { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.name) })
    return doubled.filter { !known.contains($0.name) }
      .map { name, places in .doubled(name.excerpt, at: places) }
  }

  private static func doubled(in text: [UInt8]) -> [(name: [UInt8], places: [Range<Int>])] {
    var cursor = ByteCursor(text)
    guard cursor.isAt("---\n") || cursor.isAt("+++\n") else { return [] }
    let fence = text[..<3]
    cursor.skipLine()
    var places: [[UInt8]: [Range<Int>]] = [:]
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skipLine()
      let line = text[start..<cursor.offset]
      if line.trimmed.elementsEqual(fence) {
        return places.filter { $0.value.count > 1 }.map { (name: $0.key, places: $0.value) }
          .sorted { $0.places[0].lowerBound < $1.places[0].lowerBound }
      }
      // A table of TOML has keys of its own.
      if line.first == 0x5B { return [] }
      let name = line.prefix { $0.isPartOfName || $0 == 0x2D }
      let mark = line[name.endIndex...].first { !$0.isBlankOrTab }
      if !name.isEmpty, mark == 0x3A || mark == 0x3D {
        places[Array(name), default: []].append(line.indices)
      }
    }
    // A fence without an end is a rule, and starts no front matter.
    return []
  }
}
