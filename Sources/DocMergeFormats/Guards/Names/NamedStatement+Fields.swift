import DocMergeCore

// Fields of types and objects, and the labels of arguments.
extension NamedStatement {
  /// Whether it names a field: `name: String`, `Name string`, `String name;` within a type, `host: 1` within an object.
  var isField: Bool {
    let isInHead = words.contains(where: Self.heads.contains) && before.contains(0x28)
    if isInHead, !words.contains(where: CodeNames.functions.contains) {
      // `record User(String name, int age)`, `class User(val name: String)`
      return after.first.map { ",):".utf8.contains($0) } ?? false
    }
    // `enum Mode { fast, slow }`
    if words.first.map({ $0 == "enum" || words.dropFirst().first == "enum" }) ?? false,
      before.contains(0x7B)
    {
      return after.first.map { ",}=(".utf8.contains($0) } ?? false
    }
    guard
      before.allSatisfy({ $0.isPartOfName || $0.isBlankOrTab || "*<>[]?,&$".utf8.contains($0) }),
      let opener
    else { return false }
    let isType = opener.split { !$0.isPartOfName }.contains {
      Self.heads.contains(String(decoding: $0, as: UTF8.self))
    }
    let next = after.first ?? 0x0A
    if !words.isEmpty, !isType { return false }
    if isType { return "=:;,?".utf8.contains(next) || next.isPartOfName || after.isEmpty }
    return next == UInt8(ascii: ":") && opener.last == UInt8(ascii: "{")
  }

  /// The names of the type or the object whose field it is.
  var owners: Set<ArraySlice<UInt8>> {
    let isInHead = words.contains(where: Self.heads.contains)
    let names = (isInHead ? before : opener ?? []).split { !$0.isPartOfName }
    return Set(
      names.filter { name in
        let word = String(decoding: name, as: UTF8.self)
        return !Self.heads.contains(word) && !CodeNames.words.contains(word)
          && !HeadWords.modifiers.contains(word)
      })
  }

  /// The line around it, as far as it is read, without the indentation.
  var line: ArraySlice<UInt8> {
    text[before.startIndex..<max(before.startIndex, after.endIndex)].trimmed
  }

  /// The name before the dot, the arrow or the colons before it; `nil` for no member.
  var receiver: ArraySlice<UInt8>? {
    let head: ArraySlice<UInt8>
    switch before.last {
    case UInt8(ascii: "."): head = before.dropLast()
    case UInt8(ascii: ">"), UInt8(ascii: ":"): head = before.dropLast(2)
    default: return nil
    }
    let name = head.reversed().prefix(while: \.isPartOfName)
    return head.suffix(name.count)
  }

  /// Whether a value follows it in the parentheses or braces of a call: `User(name: x)`, `User(name=x)`, `User{Name: x}`.
  var isLabel: Bool {
    let isNamed =
      after.first == UInt8(ascii: ":") && !after.starts(with: "::".utf8)
      || after.first == UInt8(ascii: "=") && !after.starts(with: "==".utf8)
        && !after.starts(with: "=>".utf8)
    return isNamed && before.last { !$0.isBlankOrTab }.map { "(,{".utf8.contains($0) } ?? false
  }

  /// The name before the parenthesis or the brace around it, on its line.
  var caller: ArraySlice<UInt8>? {
    var depth = 0
    for index in before.indices.reversed() {
      if before[index] == 0x29 || before[index] == 0x7D { depth += 1 }
      guard before[index] == 0x28 || before[index] == 0x7B else { continue }
      if depth == 0 {
        let head = before[..<index]
        let end = index - (before[index] == 0x7B && head.last == 0x20 ? 1 : 0)
        let name = head.split { !$0.isPartOfName }.last
        return name.flatMap { $0.endIndex == end ? $0 : nil }
      }
      depth -= 1
    }
    return nil
  }

  /// Words in the line above the fields of a type.
  private static let heads: WordList =
    """
    class struct interface protocol extension enum union trait object record message input type
    data schema actor
    """

  /// The most bytes above a line in which the line around it is looked for.
  private static let reach = 4000

  /// The nearest line above with a smaller indentation.
  var opener: ArraySlice<UInt8>? {
    let start = text[..<before.startIndex].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indentation = before.startIndex - start
    guard indentation > 0 else { return nil }
    var end = start - 1
    let floor = max(0, start - Self.reach)
    while end > floor {
      let line = text[floor..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? floor
      let words = text[line..<end].drop(while: \.isBlankOrTab)
      let isOpener = !words.isEmpty && !words.trimmed.elementsEqual("{".utf8)
      if isOpener, words.startIndex - line < indentation { return words.trimmed }
      end = line - 1
    }
    return nil
  }
}
