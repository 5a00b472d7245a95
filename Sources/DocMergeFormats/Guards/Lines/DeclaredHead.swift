import DocMergeCore

/// The head of a declaration that its container has once, whatever the word is that declares it.
///
///     object Hide : Event()       data class Hide(val id: Int) : Event()     one type
///     has_many :notes             has_many :notes, dependent: :destroy       one association
///     int total(int discount) {   int total(int percent) {                   one method
enum DeclaredHead {
  /// The words that such lines have in common; `nil` for another line.
  static func words(of line: ArraySlice<UInt8>) -> [UInt8]? {
    type(line) ?? symbol(line) ?? method(line) ?? constant(line)
  }

  // MARK: Types

  private static let types: WordList =
    "class struct enum interface protocol record object trait typealias actor"

  /// `data class Hide(…)`, `enum Level {`: the name of a type.
  private static func type(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var (rest, isType) = (line, false)
    while !rest.isEmpty {
      let word = rest.prefix(while: \.isPartOfName)
      let text = String(decoding: word, as: UTF8.self)
      if types.contains(text) {
        isType = true
      } else if isType {
        let next = line[word.endIndex...].first ?? 0x20
        let isName = word.first?.isCapital ?? false
        // `struct Item item` declares a variable of the type, and `class Item;` no more than a name.
        let isOther = "*&;.:".utf8.contains(next) && !isBase(line[word.endIndex...])
        return isName && !isOther && !isVariable(line[word.endIndex...])
          ? Array("type ".utf8) + word : nil
      } else if word.isEmpty || !HeadWords.modifiers.contains(text) {
        return nil
      }
      rest = rest[word.endIndex...].drop(while: \.isBlankOrTab)
    }
    return nil
  }

  /// Whether a base class follows: `: Shape`.
  private static func isBase(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first == 0x3A && !rest.starts(with: "::".utf8)
  }

  /// Whether a name follows, and then the end of a statement or a value.
  private static func isVariable(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop { $0.isBlankOrTab || $0 == 0x2A }
    let name = rest.prefix(while: \.isPartOfName)
    let next = rest[name.endIndex...].drop(while: \.isBlankOrTab).first ?? 0x20
    return !name.isEmpty && ";=[,()".utf8.contains(next)
  }

  /// `| Toy Int`, `= Book String`: a constructor of Haskell.
  static func constructor(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.starts(with: "| ".utf8) || line.starts(with: "= ".utf8) else { return nil }
    let name = line.dropFirst(2).trimmed.prefix(while: \.isPartOfName)
    let isName = name.first?.isCapital ?? false
    return isName && !line.dropFirst(2).contains { "=<>".utf8.contains($0) } ? name : nil
  }

  // MARK: Symbols

  private static let associations: WordList =
    """
    has_many has_one belongs_to has_and_belongs_to_many many_to_many embeds_one embeds_many field scope let let! \
    subject attribute argument
    """
  private static let columns: WordList =
    """
    string text integer bigint float decimal boolean date datetime timestamp time binary json jsonb uuid references \
    belongs_to column
    """

  /// `has_many :notes, dependent: :destroy`, `t.text :note`: what a symbol names in a class or a table.
  private static func symbol(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let callee = line.prefix { $0.isPartOfName || $0 == 0x2E || $0 == 0x21 }
    let rest = line[callee.endIndex...].drop { $0 == 0x20 || $0 == 0x28 }
    let name = rest.dropFirst().prefix { $0.isPartOfName }
    guard rest.first == 0x3A, rest.startIndex > callee.endIndex, !name.isEmpty else { return nil }
    if callee.starts(with: "t.".utf8) {
      let isColumn = columns.contains(String(decoding: callee.dropFirst(2), as: UTF8.self))
      return isColumn ? Array("column ".utf8) + name : nil
    }
    let isKnown = associations.contains(String(decoding: callee, as: UTF8.self))
    return isKnown ? Array(":".utf8) + name : nil
  }

  // MARK: Methods and constants

  private static let others: WordList =
    """
    return new else throw await yield function def func fun fn sub case if while for switch catch using lock \
    foreach elif until unless match do not in is and or typedef template delegate
    """

  /// `public int total(int discount) {`: the name of a method with the types of its parameters.
  private static func method(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let open = line.firstIndex(of: 0x28), let close = line.lastIndex(of: 0x29), open < close
    else { return nil }
    let head = line[..<open]
    let words = head.split(whereSeparator: \.isBlankOrTab)
    let rest = line[(close + 1)...].trimmed
    guard words.count > 1, let name = words.last, name.allSatisfy(\.isPartOfName),
      rest.isEmpty || rest.last == UInt8(ascii: "{") && !rest.contains(0x3D),
      head.allSatisfy({ $0.isPartOfName || $0.isBlankOrTab || "<>[],?&*".utf8.contains($0) }),
      !words.contains(where: { others.contains(String(decoding: $0, as: UTF8.self)) }),
      let types = ParameterTypes.of(line), types.contains(where: { !$0.isEmpty })
    else { return nil }
    return Array(name) + [0x28] + types.joined(separator: [0x2C]) + [0x29]
  }

  /// `StateHeld`: a constant of Go on a line of its own.
  private static func constant(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.count > 3, line[line.startIndex].isCapital,
      line.allSatisfy({ $0.isPartOfName }), line.contains(where: { (0x61...0x7A).contains($0) })
    else { return nil }
    return Array(line)
  }
}
