import DocMergeCore
import DocMergeLanguage

/// The lines of a Gemfile that require a gem: `gem "rails", "~> 7.0"`.
struct GemLines {
  private var places: [[UInt8]: [Range<Int>]] = [:]

  /// Whether a file of this name can be read by Bundler.
  static func areIn(fileAt path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return name == "gemfile" || name.hasSuffix(".rb") || name.hasSuffix(".gemfile")
  }

  init(_ text: [UInt8]) {
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skipBlanks()
      let isGem = cursor.isAt("gem ") || cursor.isAt("gem(")
      if isGem {
        cursor.offset += 4
        cursor.skipBlanks()
      }
      if isGem, let mark = cursor.next, mark == 0x22 || mark == 0x27 {
        let name = text[(cursor.offset + 1)...].prefix { $0 != mark && $0 != 0x0A }
        cursor.skipLine()
        places[Array(name), default: []].append(start..<cursor.offset)
      } else {
        cursor.skipLine()
      }
    }
  }

  /// The gems that are required twice, and in no input.
  func faults(_ inputs: [[UInt8]]) -> [StructureFault] {
    let doubled = places.filter { $0.value.count > 1 }
    guard !doubled.isEmpty else { return [] }
    let known = inputs.map { GemLines($0).places.filter { $0.value.count > 1 } }
    return doubled.filter { name, _ in !known.contains { $0[name] != nil } }.map { name, places in
      StructureFault(
        places: places,
        reason: tr("`\(String(decoding: name.prefix(60), as: UTF8.self))` would be asked for twice")
      )
    }.sorted { $0.stands(before: $1) }
  }
}
