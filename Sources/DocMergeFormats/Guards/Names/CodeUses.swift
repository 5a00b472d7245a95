import DocMergeCore

/// A text of program code, whose strings and comments are read when they are needed.
struct CodeText: Sendable {
  let bytes: [UInt8]
  let family: LanguageFamily
  private let found = ReadOnce<[Range<Int>]>()

  init(_ bytes: [UInt8], _ family: LanguageFamily) { (self.bytes, self.family) = (bytes, family) }

  var literals: [Range<Int>] { found.value { CodeNames(bytes, family).literals } }
}

/// The uses of a name in program code that one side replaced by another one, or deleted.
struct CodeUses {
  private let name: NameSubstitution
  private let base: CodeText
  private let result: CodeText

  init(_ name: NameSubstitution, base: CodeText, result: CodeText) {
    (self.name, self.base, self.result) = (name, base, result)
  }

  /// No name without a declaration is shorter.
  private static let shortestName = 3

  /// Those of some uses in a result that no declaration is around any more.
  ///
  /// With `mustBeDeclared` a use counts only where the base declares the name around it, as another block may have the
  /// new name as well.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func lost(
    _ uses: [Range<Int>], replaced: [Range<Int>], left: [Range<Int>], in side: CodeText,
    mustBeDeclared: Bool
  ) -> [Range<Int>] {
    let known = words(at: replaced, in: base)
    let callers = Set(known.compactMap(\.labelledCall))
    let uses = plainUses(uses, callers)
    guard known.count > 1, !uses.isEmpty else { return [] }
    let rest = words(at: left, in: side)
    let text = String(decoding: name.old, as: UTF8.self)
    let isTelling =
      !mustBeDeclared && name.old.count >= Self.shortestName && !CodeNames.isCommon(text)
    return uses.filter { use in
      if let call = use.labelledCall {
        return !mustBeDeclared && !rest.contains { $0.labelledCall == call }
      }
      if use.isMember {
        return !mustBeDeclared && known.contains { $0.isMember && $0.receiver == use.receiver }
      }
      guard known.contains(where: { !$0.isMember || $0.isOwnMember }) else { return false }
      let others = rest.filter { !$0.isMember }
      if isTelling, others.isEmpty { return true }
      let declared = known.filter { $0.isDeclaration && $0.isAround(use, but: name) }
      return !declared.isEmpty && !others.contains { $0.isAround(use, but: name) }
    }.map(\.place)
  }

  /// Those of some uses in a result around which the base declares the name, which a side has nowhere any more.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of both texts.
  func undeclared(_ uses: [Range<Int>], of known: [Range<Int>]) -> [Range<Int>] {
    let text = String(decoding: name.old, as: UTF8.self)
    guard name.old.count >= Self.shortestName, !CodeNames.isCommon(text) else { return [] }
    let uses = plainUses(uses)
    guard !uses.isEmpty else { return [] }
    let declared = words(at: known, in: base).filter(\.isDeclaration)
    return uses.filter { use in
      (!use.isMember || use.isOwnMember) && declared.contains { $0.isAround(use, but: name) }
    }.map(\.place)
  }

  /// The names at some places of a result, if none of them may give the name a meaning; labels in calls of some names
  /// give it none.
  private func plainUses(
    _ places: [Range<Int>], _ callers: Set<ArraySlice<UInt8>> = []
  ) -> [CodeWord] {
    let uses = words(at: places, in: result)
    let others = uses.filter { use in !(use.labelledCall.map(callers.contains) ?? false) }
    let isClear =
      !others.contains(where: \.mayDefine)
      && (uses.count == 1 || !others.contains(where: \.isDoubtful))
    return isClear ? uses : []
  }

  /// The names at some places of a text that are no words of comments and strings.
  private func words(at places: [Range<Int>], in code: CodeText) -> [CodeWord] {
    guard !places.isEmpty else { return [] }
    let (text, literals) = (code.bytes, code.literals)
    return places.compactMap { place in
      // The name of an attribute: `<p data-name={…}>`.
      if place.lowerBound > 1, text[place.lowerBound - 1] == 0x2D,
        text[place.lowerBound - 2].isPartOfName, text[place.upperBound...].first == 0x3D
      {
        return nil
      }
      let literal = literals.first { $0.contains(place.lowerBound) }
      if let literal, !text.putsInValue(at: place, in: literal) { return nil }
      return CodeWord(place, in: text, code.family, isQuoted: literal != nil)
    }
  }
}

/// A name at a place of program code.
private struct CodeWord {
  let place: Range<Int>
  let isMember: Bool
  let isOwnMember: Bool
  let receiver: ArraySlice<UInt8>?
  private let isQuoted: Bool
  private let isQuery: Bool
  /// Whether the language is Lisp, in which no types stand before names.
  private let isList: Bool
  private let statement: NamedStatement
  private let text: [UInt8]

  init(_ place: Range<Int>, in text: [UInt8], _ family: LanguageFamily, isQuoted: Bool) {
    (self.place, self.text, self.isQuoted) = (place, text, isQuoted)
    isQuery = family.features.contains(.sql)
    isList = family.comments.contains(.semicolon)
    statement = NamedStatement(text[place], in: text)
    isOwnMember = statement.isOwnMember
    let before = text[..<place.lowerBound].suffix(2)
    isMember =
      before.last == UInt8(ascii: ".") && before.first != UInt8(ascii: ".")
      || before.elementsEqual("->".utf8) || before.elementsEqual("::".utf8)
    receiver = statement.receiver
  }

  /// The function or the type in whose call it is a label: `load` of `load(name: 1)`.
  var labelledCall: ArraySlice<UInt8>? {
    !isQuoted && !isMember && statement.isLabel ? statement.caller : nil
  }

  /// Words before a new name in SQL.
  private static let queryDefiners: WordList =
    "with table view as function procedure index trigger type schema column declare exists recursive"

  /// Whether the statement defines the name.
  private var isDefined: Bool {
    guard isQuery else { return statement.role == .definition }
    return statement.words.last.map { Self.queryDefiners.contains($0.lowercased()) } ?? true
  }

  var isDeclaration: Bool {
    !isQuoted && (!isMember || isOwnMember) && (isDefined || statement.isField)
  }

  /// Whether it may give the name a meaning by itself: a declaration, a label, a key.
  var mayDefine: Bool {
    if isQuoted || isMember && !isOwnMember { return false }
    if isDefined || isParameter { return true }
    let after = statement.after
    let isTernary = statement.before.contains(UInt8(ascii: "?"))
    return after.first == UInt8(ascii: ":") && !after.starts(with: "::".utf8) && !isTernary
      || statement.isAssigned || after.starts(with: "=>".utf8) || statement.isLabel
  }

  /// Whether it stands behind a type as a parameter does: `void set(int name);`.
  private var isParameter: Bool {
    let isCapital = text[place.lowerBound] < 0x61
    guard statement.role == .doubtful, !isCapital, !isList, let last = statement.words.last,
      last.utf8.first.map({ !$0.isDecimalDigit }) ?? false,
      statement.before.last(where: { !$0.isBlankOrTab })?.isPartOfName == true
    else { return false }
    return !NamedStatement.wordsBeforeUse.contains(last)
      && statement.after.first.map { ",);=[:".utf8.contains($0) } ?? false
  }

  var isDoubtful: Bool { !isQuoted && !isMember && statement.role == .doubtful }

  /// Whether its block is around a place of another text, which can have the new name in place of the old one.
  func isAround(_ use: CodeWord, but name: NameSubstitution) -> Bool {
    var own = Array(openers.reversed())
    if isOwnMember { own = own.dropLast() }
    let others = use.allOpeners.reversed()
    guard own.count <= others.count else { return false }
    return zip(own, others).allSatisfy { one, other in
      one == other || one.words(but: name).elementsEqual(other.words(but: name))
    }
  }

  private var allOpeners: [ArraySlice<UInt8>] { NameForm(place, in: text).openers }

  /// The openers of the blocks in which the name is known.
  private var openers: [ArraySlice<UInt8>] {
    let all = allOpeners
    let line = text[text.line(around: place.lowerBound)].trimmed
    guard all.first == line else { return all }
    let isInside =
      statement.before.contains(UInt8(ascii: "("))
      || statement.words.first.map(Self.binders.contains) ?? false
    return isInside ? all : Array(all.dropFirst())
  }

  private static let binders: WordList = "for foreach with catch except if while match case"
}

extension ArraySlice<UInt8> {
  fileprivate func words(but name: NameSubstitution) -> [ArraySlice<UInt8>] {
    split { !$0.isPartOfName }.filter { $0 != name.old && $0 != name.new }
  }
}

extension [UInt8] {
  /// Whether a string puts in the value of the name at a place: `"$name"`, `"${name}"`, `"#{name}"`, `f"{name}"`.
  fileprivate func putsInValue(at place: Range<Int>, in literal: Range<Int>) -> Bool {
    guard let quote = self[literal].first, "\"'`".utf8.contains(quote) else { return false }
    if self[place.lowerBound - 1] == UInt8(ascii: "$") { return quote != 0x27 }
    let before = self[literal.lowerBound..<place.lowerBound]
    guard let open = before.lastIndex(where: { "{(".utf8.contains($0) }), open > before.startIndex,
      !before[open...].contains(where: { "})".utf8.contains($0) })
    else { return false }
    let prefix = self[..<literal.lowerBound].last ?? 0x20
    let isFormatted = self[open] == 0x7B && "fF$@".utf8.contains(prefix)
    return isFormatted || "$#\\".utf8.contains(self[open - 1])
  }
}
