import DocMergeCore
import DocMergeLanguage

/// Finds a name whose definition one side deleted or renamed, while the other side put in a reference that a sign
/// marks.
///
///     base   enum Mode { case manual }     ours   enum Mode { }     theirs   enum Mode { case manual }
///            start()                              start()                    start(.manual)
///
/// All that is left of the name must be what the other side put in, and none of it may define the name again.
struct MarkedReferenceGuard {
  private let changes: InputChanges

  init(_ changes: InputChanges) { self.changes = changes }

  /// The references that lead nowhere.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where no side deleted a word that the
  ///   other one put in.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let texts = changes.texts
    let wanted = changes.contestedWords.names(in: texts.base)
    guard !wanted.isEmpty else { return [] }
    let places = texts.map { $0.places(of: wanted) }
    return result.places(of: wanted).compactMap { name, found in
      let known = places.map { $0[name] ?? [] }
      guard
        known.ours.isEmpty && found.count + known.base.count <= known.theirs.count
          || known.theirs.isEmpty && found.count + known.base.count <= known.ours.count
      else { return nil }
      let definitions = known.base.map { MarkedWord($0, in: texts.base) }.filter(\.isDefinition)
      let words = found.map { MarkedWord($0, in: result) }
      guard !definitions.isEmpty, !words.contains(where: \.isDefinition) else { return nil }
      let uses = words.filter { use in definitions.contains { use.refers(to: $0) } }
      return uses.isEmpty ? nil : .deleted(name.excerpt, usedAt: uses.map(\.place))
    }.sorted { $0.stands(before: $1) }
  }
}

/// A word, and the signs beside it that tell a definition from a reference.
private struct MarkedWord {
  let place: Range<Int>
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  /// How far the line of a word is read, in bytes to each side.
  private static let reach = 200

  init(_ place: Range<Int>, in text: [UInt8]) {
    self.place = place
    let head = text[..<place.lowerBound].suffix(Self.reach)
    let start = head.lastIndex(of: 0x0A).map { $0 + 1 } ?? head.startIndex
    before = text[start..<place.lowerBound]
    after = text[place.upperBound...].prefix(Self.reach).prefix { $0 != 0x0A }
  }

  // MARK: Definitions

  /// The kinds of names that a text can define.
  private enum Kind {
    case enumCase, value, key, function, substitution, alternative, node, id
  }

  var isDefinition: Bool { kind != nil }

  /// The kind of name that is defined here; `nil` where the word is used only.
  private var kind: Kind? {
    let line = before.trimmed
    if line.elementsEqual(".. |".utf8) { return .substitution }
    if isQuoted {
      if line.count == 1, next(behindQuote: true) == UInt8(ascii: ":") { return .key }
      if attribute == "id" { return .id }
      let isAlternative =
        before.dropLast().trimmed.last == UInt8(ascii: "|")
        || next(behindQuote: true) == UInt8(ascii: "|")
      return isAlternative ? .alternative : nil
    }
    let words = line.split { !$0.isPartOfName && $0 != UInt8(ascii: "!") }
    let next = next(behindQuote: false)
    if let word = words.last, line.last == word.last {
      let word = String(decoding: word, as: UTF8.self)
      if word == "case", next != UInt8(ascii: ":"), next != 0x2E { return .enumCase }
      return next == 0x28 && Self.functions.contains(word) ? .function : nil
    }
    guard line.isEmpty, let next else { return nil }
    if next == UInt8(ascii: "[") { return .node }
    return next == UInt8(ascii: "=") && Self.isNumber(after) ? .value : nil
  }

  /// Words before the name of a function.
  private static let functions: WordList = "function function! def func fn sub proc macro"

  /// Whether a line gives a name a number: ` = 2;`.
  private static func isNumber(_ rest: ArraySlice<UInt8>) -> Bool {
    let value = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: "=") }.trimmed
    let digits = value.prefix(while: \.isDecimalDigit)
    return !digits.isEmpty && value[digits.endIndex...].allSatisfy { ";,".utf8.contains($0) }
  }

  /// Attributes of elements that name the ids of others.
  private static let idReferences: WordList =
    "for aria-labelledby aria-describedby aria-controls aria-owns popovertarget commandfor"

  /// The name of the attribute of an element whose value it is; `nil` elsewhere.
  private var attribute: String? {
    guard isQuoted, before.dropLast().last == UInt8(ascii: "="), before.contains(0x3C) else {
      return nil
    }
    let name = before.dropLast(2).reversed().prefix(while: \.isPartOfNameOrHyphen).reversed()
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether it is all of a text in quotes.
  private var isQuoted: Bool {
    before.last.map { $0 == 0x22 || $0 == 0x27 } ?? false && after.first == before.last
  }

  /// The next byte that is not blank, behind the quotation mark or the word.
  private func next(behindQuote: Bool) -> UInt8? {
    after.dropFirst(behindQuote ? 1 : 0).first { !$0.isBlankOrTab }
  }

  // MARK: References

  /// Whether it is a reference to a name of the kind that is defined elsewhere.
  func refers(to definition: MarkedWord) -> Bool {
    switch definition.kind {
    case .enumCase: isImplicitMember
    case .value: isDefaultValue
    case .key: isQuoted && before.dropLast().last == UInt8(ascii: "[")
    case .function: after.first == 0x28 && before.trimmed.suffix(4).elementsEqual("call".utf8)
    case .substitution:
      before.last == UInt8(ascii: "|") && after.first == UInt8(ascii: "|")
    case .alternative:
      isQuoted && before.dropLast().trimmed.last.map { "(,=:".utf8.contains($0) } ?? false
    case .node: isEndOfArrow
    case .id: attribute.map(Self.idReferences.contains) ?? false
    case nil: false
    }
  }

  /// Whether it is a member of a type that the place implies: `start(.manual)`.
  private var isImplicitMember: Bool {
    guard before.last == UInt8(ascii: ".") else { return false }
    let type = before.dropLast().last
    return type.map { " (,[:=".utf8.contains($0) } ?? false && !before.dropLast().trimmed.isEmpty
  }

  /// Whether it is the value of a setting `default`.
  private var isDefaultValue: Bool {
    let line = before.trimmed
    return line.last == UInt8(ascii: "=")
      && line.dropLast().trimmed.suffix(7)
        .elementsEqual("default".utf8)
  }

  /// Whether an arrow of a diagram starts or ends here.
  private var isEndOfArrow: Bool {
    let (head, rest) = (before.trimmed, after.trimmed)
    return ["->", "--"].contains { head.suffix(2).elementsEqual($0.utf8) }
      || head.isEmpty && ["->", "--"].contains { rest.starts(with: $0.utf8) }
  }
}
