import DocMergeCore

/// The names to which a line of program code gives a value in its block: `let n = 4`, `const [open, setOpen] = …`.
enum BoundNames {
  private static let modifiers: WordList = "final static private public internal lateinit"
  private static let binders: WordList = "let var val const my local auto"

  /// The names that a line declares, with a value; none for another line.
  static func of(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    // Behind it the name is known in the block, too.
    let isCondition = line.starts(with: "guard ".utf8)
    let line = isCondition ? line.dropFirst(6) : line
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex,
      line[(sign + 1)...].first.map({ !"=>~".utf8.contains($0) }) ?? true,
      !"=!<>+-*/|&%^?".utf8.contains(line[line.index(before: sign)])
    else { return [] }
    let isShort = line[line.index(before: sign)] == UInt8(ascii: ":")
    let head = line[..<(isShort ? sign - 1 : sign)].trimmed
    if !isShort, let names = pattern(head) {
      return names.filter { !isUsed($0, in: line[(sign + 1)...]) }
    }
    let parts = head.prefix { $0 != UInt8(ascii: ":") }.split(whereSeparator: \.isBlankOrTab)
      .drop { modifiers.contains(String(decoding: $0, as: UTF8.self)) }
    guard let name = parts.last, name.allSatisfy({ $0.isPartOfName || $0 == 0x24 }),
      let first = parts.first, name.first.map({ !$0.isDecimalDigit }) ?? false,
      !isUsed(name, in: line[(sign + 1)...])
    else { return [] }
    let isBound =
      parts.count > 1 && binders.contains(String(decoding: first, as: UTF8.self))
    return isBound || isShort && parts.count == 1 || isTyped(parts, line) ? [name] : []
  }

  /// Whether a value depends on the old one of the name, or ends with `in`; a member of another thing is no such use.
  private static func isUsed(_ name: ArraySlice<UInt8>, in value: ArraySlice<UInt8>) -> Bool {
    let words = value.split { !$0.isPartOfName }
    if words.last?.elementsEqual("in".utf8) == true { return true }
    return words.contains { word in
      word.elementsEqual(name) && value[..<word.startIndex].last != UInt8(ascii: ".")
    }
  }

  /// The names in a pattern behind a binder: `const [a, b]`, `let (a, b)`, `const { a, b: c }`.
  private static func pattern(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let word = head.prefix(while: \.isPartOfName)
    let rest = head[word.endIndex...].drop(while: \.isBlankOrTab)
    let closer: UInt8
    switch rest.first {
    case UInt8(ascii: "["): closer = UInt8(ascii: "]")
    case UInt8(ascii: "("): closer = UInt8(ascii: ")")
    case UInt8(ascii: "{"): closer = UInt8(ascii: "}")
    default: return nil
    }
    guard binders.contains(String(decoding: word, as: UTF8.self)),
      let end = rest.lastIndex(of: closer)
    else { return nil }
    return rest[..<end].dropFirst().split { ",[](){}".utf8.contains($0) }.compactMap { part in
      // `b: c` and `mut c` give a value to `c`, `a = 1` to `a`, `...rest` to `rest`.
      let words = part.prefix { $0 != 0x3D }.split { !$0.isPartOfName }
      guard let name = words.last, name != [0x5F], name.first?.isDecimalDigit == false else {
        return nil
      }
      return name
    }
  }

  /// Whether a type stands before the name, as in `int name = 3;`.
  private static func isTyped(_ parts: ArraySlice<ArraySlice<UInt8>>, _ line: ArraySlice<UInt8>)
    -> Bool
  {
    guard parts.count == 2, line.last == UInt8(ascii: ";"), let type = parts.first else {
      return false
    }
    return type.allSatisfy { $0.isPartOfName || "<>[],.*&?".utf8.contains($0) }
      && !["return", "else", "typedef", "using", "export", "goto"].contains {
        type.elementsEqual($0.utf8)
      }
  }
}
