import DocMergeCore
import DocMergeLanguage

/// Finds tags of markup that have one attribute twice in a result.
struct AttributeGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The tags with an attribute twice; none where an input has such a tag.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    guard !doubled.isEmpty, inputs.allSatisfy({ Self.doubled(in: $0).isEmpty }) else { return [] }
    return doubled.map { place, name in
      let name = String(decoding: result[name].prefix(80), as: UTF8.self)
      return StructureFault(places: [place], reason: tr("`\(name)` would stand twice in a tag"))
    }
  }

  private static func doubled(in text: [UInt8]) -> [(tag: Range<Int>, name: Range<Int>)] {
    var found: [(Range<Int>, Range<Int>)] = []
    var cursor = ByteCursor(text)
    while let byte = cursor.next {
      let next = cursor.byte(ahead: 1) ?? 0
      guard byte == UInt8(ascii: "<"), next | 0x20 >= 0x61, next | 0x20 <= 0x7A else {
        cursor.offset += 1
        continue
      }
      let start = cursor.offset
      var names: Set<ArraySlice<UInt8>> = []
      var twice: Range<Int>?
      while let name = cursor.nextAttribute()?.name {
        if !names.insert(text[name]).inserted { twice = twice ?? name }
      }
      if let twice { found.append((start..<cursor.offset, twice)) }
    }
    return found
  }
}
