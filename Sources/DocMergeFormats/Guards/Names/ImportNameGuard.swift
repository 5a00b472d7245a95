import DocMergeCore
import DocMergeLanguage

/// Finds imports of a result that give one name to two things, where no input has two.
///
///     ours   import log from "winston"      theirs   import log from "pino"
///
/// Compilers reject such a text; in Python the later import wins in silence. Only imports for the whole file count,
/// which start at the start of a line.
struct ImportNameGuard {
  private let inputs: [[UInt8]]
  private let notation: ImportNotation

  /// Prepares for the file at a path; `nil` for languages whose imports give no names.
  init?(_ inputs: [[UInt8]], fileAt path: String) {
    guard let notation = ImportNotation(fileAt: path) else { return nil }
    (self.inputs, self.notation) = (inputs, notation)
  }

  /// The imports of names that another import gives to something else.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has one.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let nested = notation == .go ? Self.nestedImports(in: result) : []
    if !nested.isEmpty, inputs.allSatisfy({ Self.nestedImports(in: $0).isEmpty }) {
      return [
        StructureFault(places: nested, reason: tr("an import would stand within another import"))
      ]
    }
    var doubled = doubled(in: result)
    if doubled.isEmpty { return [] }
    let known = Set(inputs.flatMap { self.doubled(in: $0).keys })
    doubled = doubled.filter { !known.contains($0.key) }
    return doubled.map { name, places in
      StructureFault(places: places, reason: tr("`\(name)` would be imported from two places"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The lines of Go that start another import in the parentheses of one.
  private static func nestedImports(in text: [UInt8]) -> [Range<Int>] {
    var (lines, isInside): ([Range<Int>], Bool) = ([], false)
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let line = text[cursor.offset...].prefix { $0 != 0x0A }
      if cursor.isAt("import (") {
        isInside = !line.contains(0x29)
      } else if cursor.isAt(")") {
        isInside = false
      } else if isInside, cursor.isAt("import ") {
        lines.append(cursor.offset..<cursor.offset + 7)
      }
      cursor.skipLine()
    }
    return lines
  }

  /// The names that stand for several things, with their imports.
  private func doubled(in text: [UInt8]) -> [String: [Range<Int>]] {
    var found: [String: (sources: Set<String>, places: [Range<Int>])] = [:]
    for statement in notation.statements(in: text) {
      for (name, source) in notation.names(in: String(decoding: text[statement], as: UTF8.self)) {
        found[name, default: ([], [])].sources.insert(source)
        found[name]?.places.append(statement)
      }
    }
    return found.filter { $0.value.sources.count > 1 }.mapValues(\.places)
  }
}
