/// Words that one side replaced, and that name the value which the other side changed.
struct ReplacedWords {
  private let base: WordTokens
  private let edits: [SequenceMerge.Piece]

  init(_ words: WordMerge) {
    base = words.base
    edits = words.merge.pieces.filter { $0.kind == .ours || $0.kind == .theirs }
  }

  /// Whether any of the replaced words are the key of a value, the id of a record or the first cell of a row.
  var areKeys: Bool {
    edits.contains { edit in
      guard !edit.base.isEmpty else { return false }
      let word = base.offsets(of: edit.base)
      return isFirstCell(word, edit) || isId(word, edit) || isName(word, edit)
    }
      || zip(edits, edits.dropFirst()).contains(where: isKey)
  }

  /// Whether one edit is one of the key, and the next one of the value right behind it: `Phone: 1`, `python:3.9`,
  /// `--width 10`.
  private func isKey(_ key: SequenceMerge.Piece, of value: SequenceMerge.Piece) -> Bool {
    guard key.kind != value.kind, !key.base.isEmpty, !value.base.isEmpty else { return false }
    let between = base.bytes[base.offsets(of: key.base.upperBound..<value.base.lowerBound)]
    let mark = between.filter { !$0.isWhitespace && !"\"'`*".utf8.contains($0) }
    if mark.isEmpty { return isOption(key.base) }
    if mark.elementsEqual("|".utf8) || between.elementsEqual(",".utf8) {
      return startsLine(key.base)
    }
    if mark.elementsEqual("}{".utf8) { return isSetting(key.base) }
    // A declaration with a type: `LIMIT: Int = 3`.
    if mark.first == UInt8(ascii: ":"), mark.last == UInt8(ascii: "="), !between.contains(.newline),
      !mark.contains(where: { ",;(){}".utf8.contains($0) })
    {
      return true
    }
    return mark.starts(with: "]:".utf8)
      || [":", "=", ":=", "=>", "->", "=="].contains { mark.elementsEqual($0.utf8) }
  }

  /// Whether a command of LaTeX gives a value to the name: `\setlength{\parindent}{5pt}`.
  private func isSetting(_ name: Range<Int>) -> Bool {
    let command = line(at: base.offsets(of: name)).drop(while: \.isWhitespace)
    return ["\\set", "\\newcommand", "\\renewcommand", "\\providecommand"].contains {
      command.starts(with: $0.utf8)
    }
  }

  /// Whether a replaced word is in the first cell of a row in which the other side changed another cell.
  private func isFirstCell(_ word: Range<Int>, _ edit: SequenceMerge.Piece) -> Bool {
    let line = line(at: word)
    let marks = line.drop { $0 == UInt8(ascii: "|") || $0.isWhitespace }
    guard let end = marks.firstIndex(where: { "|,;\t".utf8.contains($0) }),
      word.lowerBound < end, marks.startIndex <= word.lowerBound,
      !line[..<end].contains(where: { "([{=:".utf8.contains($0) })
    else { return false }
    // A sentence has a blank after a comma.
    guard base.bytes[end] == UInt8(ascii: "|") || line[(end + 1)...].first != 0x20 else {
      return false
    }
    return changesOther(edit, in: end..<line.endIndex)
  }

  /// Whether a replaced word is the id at the start of a record on one line of which the other side changed a field.
  private func isId(_ word: Range<Int>, _ edit: SequenceMerge.Piece) -> Bool {
    let line = line(at: word)
    let before = line[..<word.lowerBound]
    let end = before.lastIndex(where: \.isWordByte).map { $0 + 1 } ?? before.startIndex
    let start = before[..<end].lastIndex { !$0.isWordByte }.map { $0 + 1 } ?? before.startIndex
    let label = before[start..<end]
    return before.contains { ":=".utf8.contains($0) }
      && ["id", "uuid", "key"].contains { label.elementsEqual($0.utf8) }
      && changesOther(edit, in: line.indices)
  }

  /// Whether a replaced word is the name in a short line of a name and a value, such as `#define SIZE 10`,
  /// `read_timeout 5;`, `actions/cache@v3`, `gem "rack", "2.0"`.
  private func isName(_ word: Range<Int>, _ edit: SequenceMerge.Piece) -> Bool {
    let line = line(at: word)
    let parts = line.split(maxSplits: Self.mostParts, whereSeparator: \.isWhitespace)
    guard parts.count <= Self.mostParts,
      let place = parts.firstIndex(where: {
        $0.indices.contains(word.lowerBound)
      })
    else { return false }
    let part = parts[place]
    if let mark = part.firstIndex(of: UInt8(ascii: "@")), word.upperBound <= mark {
      return changesOther(edit, in: mark..<part.endIndex)
    }
    // Of `set(SIZE 10)` the name is behind the parenthesis.
    let name = part.firstIndex(of: UInt8(ascii: "(")).map { part[($0 + 1)...] } ?? part
    let before = line[..<part.startIndex]
    guard place < 2, place + 1 < parts.count, name.indices.contains(word.lowerBound),
      startsWithDigit(line[part.endIndex...]),
      !before.contains(where: { "=:(".utf8.contains($0) }),
      !name.contains(where: { "=:(".utf8.contains($0) })
    else { return false }
    if part.last == UInt8(ascii: ",") {
      guard let quote = part.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        parts[place + 1].first == quote
      else { return false }
    }
    return changesOther(edit, in: part.endIndex..<line.endIndex)
  }

  /// How many parts between blanks a line of a name and a value has at most.
  private static let mostParts = 4

  /// Whether a value starts with a digit, after marks and the `v` of a version.
  private func startsWithDigit(_ value: ArraySlice<UInt8>) -> Bool {
    let value = value.drop { !$0.isWordByte }
    return (value.first == UInt8(ascii: "v") ? value.dropFirst() : value).first?.isDigit == true
  }

  /// Whether the other side changed something in a range of the base.
  private func changesOther(_ edit: SequenceMerge.Piece, in range: Range<Int>) -> Bool {
    edits.contains {
      $0.kind != edit.kind && !$0.base.isEmpty
        && range.contains(base.offsets(of: $0.base).lowerBound)
    }
  }

  /// The line of the base that a word is on.
  private func line(at word: Range<Int>) -> ArraySlice<UInt8> {
    let start = base.bytes[..<word.lowerBound].lastIndex(of: .newline).map { $0 + 1 } ?? 0
    return base.bytes[start...].prefix { $0 != .newline }
  }

  /// Whether words name an option of a command: `--width`.
  private func isOption(_ words: Range<Int>) -> Bool {
    let start = base.offsets(of: words).lowerBound
    return base.bytes[..<start].suffix(2).elementsEqual("--".utf8)
      || base.bytes[start...].starts(with: "--".utf8)
  }

  /// Whether words are the first ones of a line, after marks at most.
  private func startsLine(_ words: Range<Int>) -> Bool {
    let start = base.offsets(of: words).lowerBound
    return !base.bytes[..<start].reversed().prefix { $0 != .newline }.contains(where: \.isWordByte)
  }
}
