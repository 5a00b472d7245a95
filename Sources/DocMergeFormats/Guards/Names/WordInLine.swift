import DocMergeCore

/// A word of a text without a format that knows its names, and what stands beside it on its line.
struct WordInLine {
  /// The kind of a text.
  enum Kind: Sendable {
    case data
    case prose
    /// Program code: only names in quotes, labels and types of fields count, which other guards do not know.
    case code
  }

  let place: Range<Int>
  private let text: [UInt8]
  private let kind: Kind
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  /// The words before it on its line.
  private let names: [String]
  /// The key of the list that it is all of an item of.
  private let listName: String?
  /// How far the line of a word is read, in bytes to each side.
  private static let lineReach = 400

  init(_ place: Range<Int>, in text: [UInt8], _ kind: Kind) {
    (self.place, self.text, self.kind) = (place, text, kind)
    let line = text[..<place.lowerBound].suffix(Self.lineReach)
    let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
    before = text[start..<place.lowerBound].drop(while: \.isBlankOrTab)
    after = text[place.upperBound...].prefix(Self.lineReach).prefix { $0 != 0x0A }
    names = before.namesAndHyphens.filter { !$0.allSatisfy { $0 == 0x2D } }
      .map { String(decoding: $0, as: UTF8.self) }
    let isItem = before.elementsEqual("- ".utf8) && after.allSatisfy(\.isWhite)
    listName = isItem ? Self.listName(above: before.startIndex, in: text) : nil
  }

  private var word: ArraySlice<UInt8> { text[place] }

  // MARK: Definitions

  /// How lines of prose begin that define the name behind, in small letters.
  private static let proseMarks = [
    ".. [", ".. |", "<<", "#+name: ", "\\newcommand{\\", "\\newcommand\\", "\\def\\",
    "\\declaremathoperator{\\", "@string{", "\\newacronym{", "\\newglossaryentry{",
  ]

  /// Members that name the record they are in.
  private static let idNames: WordList = "id name key uuid uid slug zone"

  /// Commands whose first argument is a new name.
  private static let definers: WordList = "set option macro function string define"

  /// Words before a new name that other words may follow.
  private static let heads: WordList =
    """
    acl participant actor node component database entity class upstream function function! func message enum \
    model type struct interface input service object boundary control queue keyframes state ARG arg
    """

  /// Whether the line gives the word a meaning.
  var isDefinition: Bool {
    switch kind {
    case .prose:
      return Self.proseMarks.contains { mark in
        before.count == mark.utf8.count && zip(before, mark.utf8).allSatisfy { $0.lowercased == $1 }
      }
    case .code: return isQuoted && isValueOfId || isLabel || isHeadOfBlock && isTypeName
    case .data: return isDefinitionOfData
    }
  }

  private var isDefinitionOfData: Bool {
    let next = after.drop { $0.isBlankOrTab || $0 == 0x22 || $0 == 0x27 }.first
    if names.isEmpty {
      return next.map { "=:{[]".utf8.contains($0) } ?? false || listName != nil
    }
    guard let last = names.last else { return false }
    // `participant Bank as B`
    if last == "as" { return after.allSatisfy(\.isWhite) }
    guard names.count <= 2 || isValueOfId else { return false }
    let gap = gap
    if gap.contains(where: { "=:".utf8.contains($0) }) { return isValueOfId }
    if gap.contains(where: { "({".utf8.contains($0) }) { return Self.definers.contains(last) }
    return isHeadOfBlock
  }

  /// Whether it is the name behind the first word: `Host gate`, `upstream api {`, `acl is_api path_beg /api`, `func trim()`.
  private var isHeadOfBlock: Bool {
    guard names.count == 1, let head = names.first else { return false }
    let isKnown = Self.heads.contains(head)
    guard !gap.isEmpty, gap.allSatisfy(\.isBlankOrTab) || isKnown && gap.first == 0x21 else {
      return false
    }
    let next = after.drop(while: \.isBlankOrTab).first
    return next == nil || next == 0x0D || next == UInt8(ascii: "{")
      || isKnown && (next == 0x28 || after.first?.isBlankOrTab == true)
  }

  /// Whether it is the value of a member such as `name`.
  private var isValueOfId: Bool {
    guard let last = names.last, Self.idNames.contains(last) else { return false }
    return gap.contains { "=:".utf8.contains($0) }
  }

  /// Whether it is a label on a line of its own: `done:`.
  private var isLabel: Bool { names.isEmpty && after[...].trimmed.elementsEqual(":".utf8) }

  /// Whether the name starts with a capital letter.
  private var isTypeName: Bool { word.first?.isCapital ?? false }

  /// Whether it is all of a text in quotes, but for a mark before it.
  private var isQuoted: Bool {
    let quote = before.last { !":/@#.".utf8.contains($0) }
    return quote.map { $0 == 0x22 || $0 == 0x27 } ?? false && after.first == quote
  }

  /// Whether the line defines the word as another line does.
  func defines(as other: WordInLine) -> Bool {
    guard isDefinition else { return false }
    if isValueOfId, meansRecord(of: other) { return false }
    // A word behind one word can define or use: `Host gate`, `ProxyJump gate`.
    return !isHeadOfBlock || names == other.names || other.names.isEmpty
  }

  // MARK: Lists and records

  /// The most lines above one that are read for its key.
  private static let longestList = 50

  /// The key of the list with an item at a place: that of the next line above that is no item.
  private static func listName(above place: Int, in text: [UInt8]) -> String? {
    keyAbove(place, in: text) { words, _ in !words.starts(with: "- ".utf8) }
  }

  /// The key of the record or list that holds the line: that of the next line above that is indented less.
  private var parentName: String? {
    let column = Self.column(of: before, in: text)
    return Self.keyAbove(before.startIndex, in: text) { words, above in
      words.starts(with: "- ".utf8) ? above + 2 < column : above < column
    }
  }

  private static func column(of content: ArraySlice<UInt8>, in text: [UInt8]) -> Int {
    content.startIndex - ((text[..<content.startIndex].lastIndex(of: 0x0A) ?? -1) + 1)
  }

  /// The key at the end of the next line above that meets a condition; `nil` where that line has none.
  private static func keyAbove(
    _ place: Int, in text: [UInt8], where isWanted: (ArraySlice<UInt8>, _ column: Int) -> Bool
  ) -> String? {
    var end = text[..<place].suffix(lineReach).lastIndex(of: 0x0A) ?? 0
    for _ in 0..<longestList where end > 0 {
      let line = text[..<end].suffix(lineReach)
      let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
      let words = text[start..<end].trimmed
      let isSkipped = words.isEmpty || words.first == UInt8(ascii: "#")
      if !isSkipped, isWanted(words, words.startIndex - start) {
        guard words.last == UInt8(ascii: ":") else { return nil }
        return words.namesAndHyphens.last.map { String(decoding: $0, as: UTF8.self) }
      }
      end = max(0, start - 1)
    }
    return nil
  }

  /// What stands between the last word before it and it.
  private var gap: ArraySlice<UInt8> {
    let head = before.reversed().drop { !$0.isPartOfNameOrHyphen }
    return before.suffix(before.count - head.count)
  }

  // MARK: Uses

  /// The most words of a line that is no sentence.
  private static let longestLine = 6

  /// Words before a condition.
  private static let conditions: WordList = "if unless and or not when"

  /// Whether the line uses the word as a name.
  var isUse: Bool {
    switch kind {
    case .prose: isUseInProse
    case .data: isUseInData || isEndOfArrow
    case .code:
      isQuoted || isTypeOfField || isCommand
        || names.count == 1 && before.last?.isBlankOrTab == true && after.allSatisfy(\.isWhite)
    }
  }

  private var isUseInProse: Bool {
    switch before.last {
    case UInt8(ascii: "\\"): true
    case UInt8(ascii: "|"): after.first == UInt8(ascii: "|")
    case UInt8(ascii: "["):
      after.starts(with: "]_".utf8)
        || before.dropLast().last == UInt8(ascii: "[") && after.starts(with: "]]".utf8)
    case UInt8(ascii: "{"):
      after.first == UInt8(ascii: "}")
        && names.last.map { $0.hasPrefix("gls") || $0.hasPrefix("Gls") || $0.hasPrefix("ac") }
          ?? false
    default: false
    }
  }

  private var isUseInData: Bool {
    guard let last = before.last, let word = names.last else { return false }
    let next = after.first ?? 0x0A
    guard names.count < Self.longestLine, after.namesAndHyphens.count < Self.longestLine,
      next.isWhite || "\"'})];,/<>(".utf8.contains(next)
    else { return false }
    if Self.conditions.contains(word), last.isBlankOrTab { return true }
    let sign = before.last { !$0.isBlankOrTab } ?? 0
    // `needs: [build, lint]`, `depends="init,doc"`
    if sign == UInt8(ascii: ",") {
      let isInList = before.contains(UInt8(ascii: "[")) && !before.contains(0x5D)
      return isInList || before.count { $0 == 0x22 } % 2 == 1
    }
    return ":=@{$/\"'[(".utf8.contains(sign)
      || names.count == 1 && last.isBlankOrTab
        && (next == 0x28 || after.allSatisfy { $0.isWhite || $0 == 0x3B })
  }

  /// Whether an arrow of a diagram starts or ends here: `ship -> done`, `A ->> B: text`.
  private var isEndOfArrow: Bool {
    let arrows = ["->", "-->", "--", "=>", "==>", "<-", "-.->", "..>"]
    let (head, rest) = (before.trimmed, after.trimmed)
    return names.isEmpty && head.isEmpty && arrows.contains { rest.starts(with: $0.utf8) }
      || names.count == 1
        && ["->", ">>", "--", "=>"].contains { head.suffix(2).elementsEqual($0.utf8) }
  }

  /// Whether it is a command of a script, such as `Get-Stamp`: a verb and a noun, which nothing else is called.
  private var isCommand: Bool {
    let parts = word.split(separator: 0x2D)
    return parts.count == 2 && parts.allSatisfy { $0.first?.isCapital ?? false }
      && before.first != UInt8(ascii: "#")
  }

  /// Whether it is the type of a field: `repeated Bike bikes = 2;`, `bikes Bike[]`.
  private var isTypeOfField: Bool {
    guard isTypeName, names.count < 3, !before.contains(where: { "({=\"'".utf8.contains($0) })
    else {
      return false
    }
    let rest = after.drop { "[]?! ".utf8.contains($0) }
    return rest.isEmpty || rest.count < after.count && rest.first?.isPartOfName == true
  }

  /// Whether a definition can be meant: the words before the two differ, and a list is named for what it lists.
  func canMean(_ definition: WordInLine) -> Bool {
    if kind == .code, isCommand { return definition.isHeadOfBlock }
    if kind == .code, isQuoted || definition.isQuoted {
      // `deps = [":util"]`, `unstash 'bin'`
      guard isQuoted, definition.isQuoted, let head = definition.names.first else { return false }
      return before.last == 0x3A || names.last.map { $0 != head && $0.hasSuffix(head) } ?? false
    }
    guard let word = names.last else { return isEndOfArrow }
    if let list = definition.listName {
      return list.lowercased().hasPrefix(word.lowercased()) && list != word
    }
    if definition.names.last == word { return meansRecord(of: definition) }
    // The key of one value is only meant where a reference is marked: `${paths:tmp}`, but not `type: module`.
    return !definition.isKeyOfScalar || isReference
  }

  /// Whether it names a record by the same member as the definition does, in a place that says so.
  ///
  ///     metadata:         secretKeyRef:      limit_req_zone $ip zone=one;      limit_req zone=one;
  ///       name: db          name: db
  private func meansRecord(of definition: WordInLine) -> Bool {
    guard isValueOfId else { return names.count == 1 && isEndOfArrow }
    if names.count > 1, definition.names.count > 1, !before.contains(0x3C) {
      return names.first != definition.names.first
        && definition.names.first?.hasPrefix(names[0]) == true
    }
    guard let parent = parentName?.lowercased(), let other = definition.parentName?.lowercased(),
      parent != other
    else { return false }
    let singular = other.hasSuffix("s") ? String(other.dropLast()) : other
    return ["ref", "secrets", "from"].contains(where: parent.hasSuffix)
      || parent.hasPrefix(singular)
  }

  /// Whether it is the key of a value on its line.
  private var isKeyOfScalar: Bool {
    guard names.isEmpty, before.last != UInt8(ascii: "["), listName == nil else { return false }
    let rest = after.drop { !"=:[".utf8.contains($0) }
    if rest.first == UInt8(ascii: "[") { return false }
    let value = rest.dropFirst().drop { $0.isWhite }
    // What a call returns is a variable: `inc = include_directories('.')`.
    let callee = value.prefix(while: \.isPartOfName)
    if !callee.isEmpty, value[callee.endIndex...].first == 0x28 { return false }
    return value.first.map { !"{[&".utf8.contains($0) } ?? false
  }

  /// Whether a mark before it says that it refers to something.
  private var isReference: Bool {
    guard let last = before.last else { return false }
    if "$@".utf8.contains(last) { return true }
    guard let open = before.lastIndex(of: UInt8(ascii: "{")), open > before.startIndex else {
      return false
    }
    return before[open - 1] == UInt8(ascii: "$") && !before[open...].contains(UInt8(ascii: "}"))
  }
}
