import DocMergeCore
import DocMergeLanguage

/// Finds tags of markup that have one attribute, or one class, twice in a result.
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
      while let attribute = cursor.nextAttribute() {
        let name = attribute.name
        if !names.insert(text[name]).inserted { twice = twice ?? name }
        if text[name].elementsEqual("class".utf8) {
          twice = twice ?? text[attribute.value].doubledWord
        }
      }
      if let twice { found.append((start..<cursor.offset, twice)) }
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// The first word that stands twice, with nothing but blanks between the words; `nil` for text with other signs.
  fileprivate var doubledWord: Range<Int>? {
    var words: Set<ArraySlice<UInt8>> = []
    for word in split(whereSeparator: { $0.isWhite || $0 == 0x22 || $0 == 0x27 }) {
      guard word.allSatisfy({ $0.isPartOfName || $0 == 0x2D || $0 >= 0x80 }) else { return nil }
      if !words.insert(word).inserted { return word.indices }
    }
    return nil
  }
}
