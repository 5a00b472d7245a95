import DocMergeCore
import DocMergeLanguage

/// How a line is written: a mark for each word and number, and all signs between them.
///
/// Blanks beside signs, the kind of quotes, the mark of a list before the line and the mark after it are a matter of
/// layout, and no part of the form.
struct LineForm: Hashable {
  let marks: [UInt8]
  /// The first word, in program code: lines that begin with another one are of another kind; empty for rows of values.
  let word: [UInt8]

  private static let (number, name, blank): (UInt8, UInt8, UInt8) = (0x30, 0x61, 0x20)
  /// The most bytes of a line that are read.
  private static let reach = 300

  /// Reads a line without the white space around it, up to a number of marks; `nil` for a line of words only.
  init?(_ line: ArraySlice<UInt8>, isCode: Bool, isRow: Bool = false, limit: Int = .max) {
    let line = Self.content(of: line.prefix(Self.reach))
    guard line.count > 3 else { return nil }
    marks = Self.marks(of: line, isCode: isCode, limit: limit)
    word =
      isCode && !isRow ? Array(line.drop { !$0.isPartOfName }.prefix(while: \.isPartOfName)) : []
    guard marks.count > 2 || marks.contains(where: { !Self.isWord($0) }) else { return nil }
    if isRow, Self.outputs.contains(String(decoding: line.prefix { $0 != 0x28 }, as: UTF8.self)) {
      return nil
    }
    if isCode, !isRow, word.isEmpty || word.first?.isDecimalDigit == true { return nil }
  }

  /// The marks of the words, numbers and signs of a line, up to a number of them.
  private static func marks(of line: ArraySlice<UInt8>, isCode: Bool, limit: Int) -> [UInt8] {
    var marks: [UInt8] = []
    var hasBlank = false
    var quote: UInt8?
    for byte in line {
      if marks.count == limit { break }
      if let open = quote {
        if byte == open {
          marks += [name, .quotationMark]
          quote = nil
        }
        continue
      }
      if isCode, byte == .quotationMark || byte == 0x27 || byte == 0x60 { quote = byte }
      if byte.isBlankOrTab {
        hasBlank = true
        continue
      }
      let mark = mark(of: byte)
      let last = marks.last ?? 0
      // `1` and `1.5` are numbers.
      if byte == UInt8(ascii: "."), last == number, !hasBlank { continue }
      // Blanks between words say nothing: a name can have one word or two.
      let isName = mark == name && last == name && !isCode
      if hasBlank, isWord(mark), isWord(last) || last == .quotationMark, !isName {
        marks.append(blank)
      }
      hasBlank = false
      // An open box is written as a ticked one is.
      if mark == UInt8(ascii: "]"), last == UInt8(ascii: "[") { marks.append(name) }
      if mark != last || !isWord(mark) { marks.append(mark) }
    }
    return marks
  }

  /// Calls that a program can have beside those that replaced others of them.
  private static let outputs: WordList =
    "print println printf puts echo console.log fmt.Println fmt.Printf System.out.println"

  /// Reads what a line of program code calls, whatever the arguments are; `nil` for another line.
  init?(callOn line: ArraySlice<UInt8>) {
    let name = line.prefix { $0.isPartOfName || $0 == 0x2E || $0 == 0x3A }
    guard name.count > 3, line[name.endIndex...].first == 0x28,
      !Self.outputs.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    (marks, word) = ([], Array(name))
  }

  /// Whether it is a name with a value, which can be of any kind: `name: value`.
  var isEntry: Bool {
    guard let sign = marks.firstIndex(where: { $0 == 0x3A || $0 == 0x3D }) else { return false }
    return marks.first.map { $0 == Self.name || $0 == .quotationMark } ?? false
      && marks[..<sign].allSatisfy { Self.isWord($0) || "._-\"/".utf8.contains($0) }
  }

  /// Whether it begins as another form does, and goes on with more.
  func extends(_ other: LineForm) -> Bool {
    marks.count > other.marks.count + 2 && marks.starts(with: other.marks)
  }

  /// Whether it has all marks of another form in their order, and two more at least: `x: int = 1` of `x = 1`.
  func holds(_ other: LineForm) -> Bool {
    guard marks.count > other.marks.count + 1 else { return false }
    var rest = other.marks[...]
    for mark in marks where mark == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// The line without the mark of a list before it, and without the marks after it.
  private static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { "[({,| \t".utf8.contains($0) }
    // When a command of a crontab is run says nothing of its form.
    let words = line.split(maxSplits: 5, whereSeparator: \.isBlankOrTab)
    if words.count > 5,
      words[..<5].allSatisfy({ $0.allSatisfy { $0.isDecimalDigit || "*/,-".utf8.contains($0) } })
    {
      line = words[5]
    }
    while let last = line.last, ".,;:!)]}| \t\\".utf8.contains(last) { line.removeLast() }
    return line
  }

  private static func mark(of byte: UInt8) -> UInt8 {
    if byte.isDecimalDigit { return number }
    if byte.isASCIILetter || byte >= 0x80 || byte == UInt8(ascii: "_") { return name }
    return byte == 0x27 || byte == 0x60 ? .quotationMark : byte
  }

  private static func isWord(_ mark: UInt8) -> Bool { mark == number || mark == name }
}
