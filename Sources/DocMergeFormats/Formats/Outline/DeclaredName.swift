/// Reads the name that a statement declares or gives a value to.
struct DeclaredName {
  let text: [UInt8]
  let family: LanguageFamily

  init(_ text: [UInt8], _ family: LanguageFamily) {
    self.text = text
    self.family = family
  }

  /// The distance from the start of a statement up to which a name is searched for.
  private static let reach = 400

  /// The key of a statement.
  func key(ofHead head: Range<Int>, hasBody: Bool, _ context: BlockContext) -> Node.Key? {
    let head = head.lowerBound..<min(head.upperBound, head.lowerBound + Self.reach)
    guard !head.isEmpty, !family.prose, !family.features.contains(.tex) else { return nil }
    if family.features.contains(.markup) {
      return identifier(in: head).map { Node.Key($0, in: text) }
    }
    if family.features.contains(.components) { return property(head) }
    if context.scope == .items { return key(ofItem: head) }
    if family.features.contains(.styles), hasBody || text[head].contains(0x7B) {
      return selector(head)
    }
    let range =
      context.scope == .statements
      ? (hasBody ? declared(head, isLocal: true) : nil)
      : declared(head, isLocal: false) ?? assigned(head, hasBody: hasBody, context)
    return range.map { Node.Key($0, in: text) }
  }

  // MARK: - Declarations

  /// The name after a word such as `func`.
  func declared(_ head: Range<Int>, isLocal: Bool) -> Range<Int>? {
    let words = HeadWords(text, head, family).words
    var (isDeclaration, isType) = (false, false)
    var end = head.lowerBound
    for (word, range) in words.prefix(10) {
      if isDeclaration {
        // `type = string` gives a value to a field of that name.
        if text[end..<range.lowerBound].contains(where: { $0 == 0x3D || $0 == 0x3A }) { return nil }
        if isReceiver(end..<range.lowerBound) { return goMethod(end, in: head) }
        return isType && isTypeOfName(range, in: head) ? nil : nameRange(range, in: head)
      }
      guard isFree(end..<range.lowerBound) else { return nil }
      isType = HeadWords.types.contains(word)
      if word == "impl" || word == "extension" { return trimmed(head) }
      if isType || HeadWords.functions.contains(word) || !isLocal && HeadWords.values.contains(word)
      {
        if word == "init" || word == "constructor" { return range }
        isDeclaration = true
      } else if !HeadWords.modifiers.contains(word) {
        return nil
      }
      end = range.upperBound
    }
    return nil
  }

  /// Whether a name after `struct` is the type of the declared name, as in C.
  private func isTypeOfName(_ name: Range<Int>, in head: Range<Int>) -> Bool {
    guard family.features.contains([.conditions, .semicolons]) else { return false }
    let next = text[name.upperBound..<head.upperBound].first { !$0.isBlankOrTab } ?? 0x0A
    return next == 0x2A || next.isPartOfWord && !hasBase(name, in: head)
  }

  /// Whether a class is declared with the words that follow its name, such as `extends`.
  private func hasBase(_ name: Range<Int>, in head: Range<Int>) -> Bool {
    let words = HeadWords(text, name.upperBound..<head.upperBound, family).words.prefix(1)
    return words.contains {
      ["extends", "implements", "final", "permits", "where"].contains($0.word)
    }
  }

  /// Whether there are only blanks between two words, or parentheses with a word.
  private func isFree(_ gap: Range<Int>) -> Bool {
    text[gap].allSatisfy { $0.isWhite || $0 == 0x28 || $0 == 0x29 || $0 == 0x23 || $0 == 0x40 }
  }

  private func isReceiver(_ gap: Range<Int>) -> Bool { text[gap].contains(0x28) }

  /// The name of a method of Go, with its receiver.
  private func goMethod(_ start: Int, in head: Range<Int>) -> Range<Int>? {
    var cursor = ByteCursor(text, at: start)
    cursor.skip { $0.isWhite }
    let first = cursor.offset
    cursor.skip { $0 != 0x29 && $0 != 0x0A }
    guard cursor.take(0x29) else { return nil }
    cursor.skipBlanks()
    let name = cursor.offset
    cursor.skip { $0.isPartOfWord }
    return name < cursor.offset && cursor.offset <= head.upperBound ? first..<cursor.offset : nil
  }

  /// A name with its dots, colons and quotation marks.
  private func nameRange(_ word: Range<Int>, in head: Range<Int>) -> Range<Int> {
    var end = word.upperBound
    if word.lowerBound > 0, text[word.lowerBound - 1] == 0x22 || text[word.lowerBound - 1] == 0x60 {
      let quote = text[word.lowerBound - 1]
      while end < head.upperBound, text[end] != quote, text[end] != 0x0A { end += 1 }
      // The second label of a block of Terraform belongs to its name.
      if end + 2 < head.upperBound, text[end + 1] == 0x20, text[end + 2] == 0x22 {
        end += 3
        while end < head.upperBound, text[end] != 0x22 { end += 1 }
      }
      return word.lowerBound..<end
    }
    while end + 1 < head.upperBound, isJoint(at: end),
      text[end + 1].isPartOfWord || isJoint(at: end + 1)
    {
      end += 1
      while end < head.upperBound, text[end].isPartOfWord { end += 1 }
    }
    return word.lowerBound..<end
  }

  private func isJoint(at place: Int) -> Bool {
    switch text[place] {
    case 0x2E, 0x2D: true
    case 0x3A: place + 1 < text.count && text[place + 1] == 0x3A || text[place - 1] == 0x3A
    default: false
    }
  }

  // MARK: - Assignments

  /// The name before `=`, `:` or `(`, or that of a field.
  func assigned(_ head: Range<Int>, hasBody: Bool, _ context: BlockContext) -> Range<Int>? {
    var words: [Range<Int>] = []
    var place = head.lowerBound
    if text[place] == 0x2D {
      guard family.features.contains(.styles) else { return nil }
      return text[head].firstIndex(of: 0x3A).map { place..<$0 }
    }
    while place < head.upperBound {
      let byte = text[place]
      let next = place + 1 < text.count ? text[place + 1] : 0
      switch byte {
      case 0x3D:
        let before = place > head.lowerBound ? text[place - 1] : 0
        guard next != 0x3D, !"!<>=".utf8.contains(before) else { return nil }
        return name(of: words)
      case 0x3C where next == 0x2D && context.isRoot && words.count == 1:
        return name(of: words)
      case 0x3A where next != 0x3A && (place == head.lowerBound || text[place - 1] != 0x3A):
        return name(of: words)
      case 0x28:
        return words.last.flatMap { method($0, of: words, place, hasBody: hasBody, context) }
      case 0x3B, 0x7B: return field(words, hasBody: hasBody, context)
      case 0x22, 0x27:
        guard let end = text[(place + 1)..<head.upperBound].firstIndex(of: byte) else { return nil }
        words.append(place + 1..<end)
        place = end
      default:
        guard byte.isPartOfWord || byte == 0x2E else { break }
        let start = place
        while place < head.upperBound, isNameByte(place) { place += 1 }
        let word = String(decoding: text[start..<min(place, start + 16)], as: UTF8.self)
        if !HeadWords.modifiers.contains(word) || words.count > 0 { words.append(start..<place) }
        continue
      }
      place += 1
    }
    return field(words, hasBody: hasBody, context)
  }

  private func isNameByte(_ place: Int) -> Bool {
    let byte = text[place]
    return byte.isPartOfWord || byte == 0x2E || byte == 0x2D
      || byte == 0x3A
        && (text[place - 1] == 0x3A || place + 1 < text.count && text[place + 1] == 0x3A)
  }

  private func name(of words: [Range<Int>]) -> Range<Int>? {
    guard let first = words.first, let last = words.last, !first.isEmpty, !last.isEmpty,
      !text[last.lowerBound].isDecimalDigit || family.isData
    else { return nil }
    if family.isData { return first.lowerBound..<last.upperBound }
    return family.features.contains(.nameFirst) ? first : last
  }

  private func method(
    _ name: Range<Int>, of words: [Range<Int>], _ place: Int, hasBody: Bool, _ context: BlockContext
  ) -> Range<Int>? {
    if family.features.contains(.clauses) { return name }
    if !hasBody, words.count == 1, context.opener == 0x7B, hasType(place) { return name }
    if !hasBody, words.count == 1, isFunction(parametersAt: place, context) { return name }
    guard hasBody || words.count > 1 && family.features.contains(.semicolons),
      text[name.upperBound - 1] != 0x24
    else { return nil }
    let word = String(decoding: text[words[0]].prefix(10), as: UTF8.self)
    guard !["if", "for", "while", "switch", "return", "else", "catch", "elif"].contains(word) else {
      return nil
    }
    if place + 1 < text.count, text[place + 1] == 0x22 || text[place + 1] == 0x27 {
      let quote = text[place + 1]
      let end = text[(place + 2)...].prefix(Self.reach).firstIndex { $0 == quote || $0 == 0x0A }
      if let end, end > place + 2 { return place + 2..<end }
    }
    return name
  }

  /// Whether a colon follows the parentheses that open at a place: a field with arguments and a type.
  private func hasType(_ place: Int) -> Bool { rest(behindParenthesesAt: place).first == 0x3A }

  /// Whether the parentheses that open at a place are those of a function on one line: `name() { …; }` of a shell,
  /// `name(x) = …` of Julia.
  private func isFunction(parametersAt place: Int, _ context: BlockContext) -> Bool {
    guard context.isRoot else { return false }
    let rest = rest(behindParenthesesAt: place).drop(while: \.isBlankOrTab)
    if family.features.contains(.shellWords) {
      return rest.first == 0x7B && place + 1 < text.count && text[place + 1] == 0x29
    }
    return family.features.contains([.endWords, .finalMark]) && rest.first == 0x3D
      && rest.dropFirst().first != 0x3D
  }

  /// The text behind the parentheses that open at a place.
  private func rest(behindParenthesesAt place: Int) -> ArraySlice<UInt8> {
    var depth = 0
    let head = text[place...].prefix(Self.reach)
    for index in head.indices {
      if text[index] == 0x28 { depth += 1 }
      if text[index] == 0x29 { depth -= 1 }
      if depth == 0 { return head[(index + 1)...] }
    }
    return []
  }

  private func field(_ words: [Range<Int>], hasBody: Bool, _ context: BlockContext) -> Range<Int>? {
    guard let first = words.first, let last = words.last else { return nil }
    if hasBody, family.isData || family.features.contains(.nameFirst) && words.count == 1 {
      return first.lowerBound..<last.upperBound
    }
    guard words.count > 1, !context.isRoot, context.opener == 0x7B else { return nil }
    let name = family.features.contains(.nameFirst) ? first : last
    return name.isEmpty || text[name.lowerBound].isDecimalDigit ? nil : name
  }

  // MARK: - Items

  private static let constraints: Set<String> = [
    "constraint", "primary", "unique", "foreign", "check", "key", "index", "exclude", "like",
  ]

  /// The name before `:`, `=` or `=>` at the start of an item.
  func key(ofItem item: Range<Int>) -> Node.Key? {
    guard let first = text[item].first else { return nil }
    var end = item.lowerBound
    var name: Range<Int>
    if first == 0x22 || first == 0x27 {
      end += 1
      while end < item.upperBound, text[end] != first { end += text[end] == 0x5C ? 2 : 1 }
      name = item.lowerBound + 1..<min(end, item.upperBound)
      end += 1
    } else {
      name = end..<end
      while end < item.upperBound, text[end].isPartOfWord {
        let start = end
        while end < item.upperBound, isNameByte(end), text[end] != 0x3A { end += 1 }
        name = start..<end
        if family.features.contains(.sql), end < item.upperBound, text[end] == 0x20 {
          let word = String(decoding: text[name].prefix(12), as: UTF8.self).lowercased()
          return Self.constraints.contains(word) ? nil : Node.Key(name, in: text)
        }
        while end < item.upperBound, text[end].isBlankOrTab { end += 1 }
      }
    }
    while end < item.upperBound, text[end].isBlankOrTab { end += 1 }
    guard end < item.upperBound, !name.isEmpty else { return nil }
    let next = end + 1 < item.upperBound ? text[end + 1] : 0
    guard text[end] == 0x3A && next != 0x3A || text[end] == 0x3D && next != 0x3D else { return nil }
    return Node.Key(name, in: text)
  }

  // MARK: - Styles, markup, components

  private func trimmed(_ head: Range<Int>) -> Range<Int> {
    var end = text[head].firstIndex(of: 0x7B) ?? head.upperBound
    while end > head.lowerBound, text[end - 1].isWhite { end -= 1 }
    return head.lowerBound..<end
  }

  private func selector(_ head: Range<Int>) -> Node.Key? {
    let range = trimmed(head)
    return range.isEmpty ? nil : Node.Key(range, in: text)
  }

  /// The value of the attribute `id` of the first tag.
  func identifier(in head: Range<Int>, named name: StaticString = "id=") -> Range<Int>? {
    guard text[head.lowerBound] == 0x3C else { return nil }
    var cursor = ByteCursor(text, at: head.lowerBound)
    while cursor.offset < head.upperBound, cursor.next != 0x3E {
      defer { cursor.offset += 1 }
      guard cursor.byte(ahead: -1)?.isWhite ?? false, cursor.isAt(name) else { continue }
      let start = cursor.offset + name.utf8CodeUnitCount
      guard start < text.count, text[start] == 0x22 || text[start] == 0x27 else { return nil }
      let end = text[(start + 1)...].prefix(Self.reach).firstIndex(of: text[start])
      return end.flatMap { $0 > start + 1 ? start + 1..<$0 : nil }
    }
    return nil
  }

  private static let single: Set<String> = [
    "UID", "SUMMARY", "LOCATION", "DTSTART", "DTEND", "DTSTAMP", "CREATED", "LAST-MODIFIED",
    "SEQUENCE", "STATUS", "DESCRIPTION", "PRODID", "VERSION", "METHOD", "CALSCALE", "TRANSP",
    "CLASS", "PRIORITY", "ORGANIZER", "RRULE", "DUE", "DURATION", "FN", "N", "REV", "BDAY",
  ]

  /// The name of a property that a component has only once.
  private func property(_ head: Range<Int>) -> Node.Key? {
    let name = text[head].prefix { $0 != 0x3A && $0 != 0x3B }
    guard Self.single.contains(String(decoding: name.prefix(16), as: UTF8.self)) else { return nil }
    return Node.Key(name.startIndex..<name.endIndex, in: text)
  }
}
