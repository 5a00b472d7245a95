extension Node {
  /// The body without a key before it, and without the sign between key and value.
  func value(in text: [UInt8]) -> Range<Int> {
    guard let key, !key.range.isEmpty, body.contains(key.range.lowerBound),
      key.range.upperBound < body.upperBound, !isContainer || kind == .items || kind == .members
    else { return body }
    let between = text[key.range.upperBound..<body.upperBound]
    let rest = between.drop { $0 == .quotationMark || $0 == 0x27 || $0.isBlankOrTab }
    guard let sign = rest.first, sign == 0x3A || sign == 0x3D else { return body }
    return rest.dropFirst().drop { $0.isWhite }.startIndex..<body.upperBound
  }
}
