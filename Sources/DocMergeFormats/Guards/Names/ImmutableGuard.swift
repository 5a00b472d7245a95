import DocMergeCore
import DocMergeLanguage

/// Finds assignments that one side added, to a variable that the other side made a constant.
///
///     base   let total = 0;     ours   const total = 0;     theirs   let total = 0;     fault   const total = 0;
///                                                                    total = 4;                 total = 4;
///
/// Names that the result declares twice are left out: the value can be for another variable. Words such as `private`
/// may stand before the declaration.
struct ImmutableGuard {
  private let base: [UInt8]
  private let sides: [[UInt8]]
  /// The words before the name of a variable, and those before the name of a constant.
  private static let words = [
    ("let mut ", "let "), ("let ", "const "), ("var ", "val "), ("var ", "let "),
    ("var ", "const "), ("", "final "), ("", "const "), ("", "readonly "),
  ]

  /// Prepares for the base, ours and theirs; `nil` where no side added a line with a constant.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    let isPossible = added.areThere(inEach: false) { line in
      Self.words.contains { line.firstRange(of: Array($0.1.utf8)) != nil }
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
      let changed = old.subtracting(side).intersection(other)
      let names = Set(changed.compactMap { constant(of: $0, in: side) })
      return names.isEmpty ? [] : Self.faults(in: result, of: names, but: side)
    }.sorted { $0.stands(before: $1) }
  }

  private static func faults(
    in result: [UInt8], of names: Set<ArraySlice<UInt8>>, but side: Set<ArraySlice<UInt8>>
  ) -> [StructureFault] {
    var places: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    var declarations: [ArraySlice<UInt8>: Int] = [:]
    for place in Lines(result).places {
      let line = result[place].trimmed
      if let name = declared(by: line), names.contains(name) {
        declarations[name, default: 0] += 1
      } else if let name = changed(by: line), names.contains(name), !side.contains(line) {
        places[name, default: []].append(place)
      }
    }
    return places.filter { declarations[$0.key] == 1 }.map { name, places in
      let text = name.excerpt
      return StructureFault(
        places: places, reason: tr("`\(text)` would change, and it is a constant"))
    }
  }

  private static func lines(_ text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(text.split(separator: 0x0A).map(\.trimmed))
  }

  /// The name of the variable that a line declares, if a side declares it as constant; `nil` for another line.
  private func constant(
    of line: ArraySlice<UInt8>, in side: Set<ArraySlice<UInt8>>
  ) -> ArraySlice<UInt8>? {
    guard let name = Self.declared(by: line) else { return nil }
    let isConstant = Self.starts(of: line).contains { start in
      let (head, rest) = (line[..<start], line[start...])
      return Self.words.contains { old, new in
        rest.starts(with: old.utf8)
          && side.contains(head + Array(new.utf8) + rest.dropFirst(old.utf8.count))
      }
    }
    return isConstant ? name : nil
  }

  /// The most words before a declaration.
  private static let mostModifiers = 3

  /// The starts of the first words of a line.
  private static func starts(of line: ArraySlice<UInt8>) -> [Int] {
    line.split(maxSplits: mostModifiers, whereSeparator: \.isBlankOrTab).map(\.startIndex)
  }

  /// The name that a line declares with a value: `let x = 1`, `int x = 1`; `nil` for another line.
  private static func declared(by line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")),
      line[sign...].dropFirst().first.map({ !"=>~".utf8.contains($0) }) ?? true,
      sign > line.startIndex,
      !"+-*/%|&^<>!:".utf8.contains(line[sign - 1])
    else { return nil }
    let words = line[..<sign].prefix { $0 != UInt8(ascii: ":") }.split(
      whereSeparator: \.isBlankOrTab)
    guard words.count > 1, let name = words.last, name.allSatisfy(\.isPartOfName) else {
      return nil
    }
    return name
  }

  /// The name to which a statement gives another value: `x = 1`, `x += 1`, `x++`, `++x`; `nil` for another line.
  private static func changed(by line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if line.last == UInt8(ascii: ",") { return nil }
    if line.starts(with: "++".utf8) || line.starts(with: "--".utf8) {
      return line.dropFirst(2).prefix(while: \.isPartOfName)
    }
    let name = line.prefix(while: \.isPartOfName)
    guard !name.isEmpty else { return nil }
    let next = line[name.endIndex...].drop(while: \.isBlankOrTab)
    if next.starts(with: "++".utf8) || next.starts(with: "--".utf8) { return name }
    let marks = next.prefix { "+-*/%|&^.?".utf8.contains($0) }
    let sign = next[marks.endIndex...]
    let isAssigned =
      marks.count < 3 && sign.first == 0x3D
      && sign.dropFirst().first.map { !"=>~".utf8.contains($0) } ?? true
    return isAssigned ? name : nil
  }
}
