import DocMergeCore
import DocMergeLanguage

/// Finds new values for a variable that one side declared as constant, where the other side put them in.
///
///     base   let total = 0;     ours   const total = 0;     theirs   let total = 0;     fault   const total = 0;
///                                                                    total = 4;                 total = 4;
struct ImmutableGuard {
  private let base: [UInt8]
  private let sides: [[UInt8]]
  /// The words before the name of a variable, and those before the name of a constant.
  private static let words = [
    ("let mut ", "let "), ("let ", "const "), ("var ", "val "), ("var ", "let "),
    ("var ", "const "),
    ("", "final "), ("", "const "),
  ]

  /// Prepares for the base, ours and theirs; `nil` where no side added a line with a constant.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    let isPossible = added.areThere(inEach: false) { line in
      let words = line.drop(while: \.isBlankOrTab)
      return Self.words.contains { words.starts(with: $0.1.utf8) }
    }
    guard isPossible else { return nil }
    (base, sides) = (inputs[0], Array(inputs[1...]))
  }

  /// The lines with such values.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let old = Self.lines(base)
    let lines = sides.map { Self.lines($0) }
    return zip(lines, lines.reversed()).flatMap { side, other -> [StructureFault] in
      let names = old.subtracting(side).intersection(other).compactMap {
        constant(of: $0, in: side)
      }
      guard !names.isEmpty else { return [] }
      return names.compactMap { name in
        let places = Lines(result).map(\.indices).filter { place in
          let line = result[place].trimmed
          return !side.contains(line) && Self.changes(line, name)
        }
        let text = String(decoding: name.prefix(60), as: UTF8.self)
        return places.isEmpty
          ? nil
          : StructureFault(
            places: places, reason: tr("`\(text)` would change, and it is a constant"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  private static func lines(_ text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(text.split(separator: 0x0A).map(\.trimmed))
  }

  /// The name of the variable that a line declares, if a side declares it as constant; `nil` for another line.
  private func constant(
    of line: ArraySlice<UInt8>, in side: Set<ArraySlice<UInt8>>
  ) -> ArraySlice<UInt8>? {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), line[sign...].dropFirst().first != 0x3D
    else { return nil }
    for (old, new) in Self.words where line.starts(with: old.utf8) {
      guard side.contains(Array(new.utf8) + line.dropFirst(old.utf8.count)) else { continue }
      let head = line[..<sign].prefix { $0 != UInt8(ascii: ":") }.trimmed
      let name = head.split { !$0.isPartOfName }.last
      let isTyped = head.split(whereSeparator: \.isWhite).count > 1
      return isTyped ? name : nil
    }
    return nil
  }

  /// Whether a statement gives a name another value: `x = 1`, `x += 1`, `x++`, `++x`, `&mut x`.
  private static func changes(_ line: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: name) {
      let rest = line.dropFirst(name.count)
      if rest.first?.isPartOfName == true { return false }
      let next = rest.trimmed
      if next.starts(with: "++".utf8) || next.starts(with: "--".utf8) { return true }
      let sign = next.drop { "+-*/%|&^.?<>".utf8.contains($0) }
      let isShort = next.startIndex + 3 >= sign.startIndex
      return isShort && sign.first == 0x3D && sign.dropFirst().first != 0x3D
        && !"<>".utf8.contains(next.first ?? 0)
    }
    return ["++", "--", "&mut "].contains { mark in
      line.firstRange(of: Array(mark.utf8) + name).map { found in
        line[found.upperBound...].first?.isPartOfName != true
      } ?? false
    }
  }
}
