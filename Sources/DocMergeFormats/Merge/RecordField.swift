import DocMergeCore

/// A part of a record.
struct RecordField {
  /// The hash of its name, or of its place in a record without names.
  let name: UInt64
  /// The value; `nil` for one with parts of its own.
  let value: Range<Int>?
  /// How many bytes of the value show its form.
  var limit = 64
}

extension RecordField {
  /// A hash of how a value is written: one mark for a number or a run of digits, one for words, and all other bytes.
  ///
  /// `nil` for a value without digits and letters, and for one with parts.
  func form(in text: [UInt8]) -> UInt64? {
    guard let value else { return nil }
    var hash = ContentHash()
    var (last, isWord, hasBlank): (UInt8, Bool, Bool) = (0, false, false)
    for byte in text[value].prefix(limit).withoutNumberMarks {
      let mark = byte.isDecimalDigit ? 0x30 : byte.isASCIILetter || byte >= 0x80 ? 0x61 : byte
      isWord = isWord || mark == 0x30 || mark == 0x61
      if mark == 0x20 {
        hasBlank = true
        continue
      }
      // Blanks between words say nothing: a name can have one word or two.
      if hasBlank, mark != 0x61 || last != 0x61 { hash.add(0x20) }
      hasBlank = false
      if mark == last, mark == 0x30 || mark == 0x61 { continue }
      hash.add(mark)
      last = mark
    }
    return isWord ? hash.value : nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the sign and the decimal point of a number, and without the comparison before a version.
  fileprivate var withoutNumberMarks: ArraySlice<UInt8> {
    let quote = first.flatMap { $0 == .quotationMark || $0 == 0x27 ? $0 : nil }
    let content = quote == nil ? self : dropFirst()
    let digits = content.drop { "+-^~<>=".utf8.contains($0) }
    guard let digit = digits.first, digit.isDecimalDigit else { return self }
    let opening = quote.map { [$0] } ?? []
    let whole = digits.drop(while: \.isDecimalDigit)
    let end = whole.first == 0x2E ? whole.dropFirst().drop(while: \.isDecimalDigit) : whole
    let isNumber = end.isEmpty || end.count == 1 && end.first == quote
    return (opening + (isNumber ? [0x30] + end : Array(digits)))[...]
  }
}
