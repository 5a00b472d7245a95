extension ProseScanner {
  /// The line after a comment of whole lines, or `nil` where none starts.
  func htmlCommentEnd(at place: Place) -> Int? {
    let line = lines[place.line]
    guard line.indent - place.indent < 4, has("<!--", at: line.first) else { return nil }
    let end = lineEnd(with: "-->", from: place)
    guard let last = lastIndex(of: "-->", in: lines[end - 1]), last + 3 == lines[end - 1].end else {
      return nil
    }
    return end
  }

  /// The line after the HTML that starts at a place, or `nil` where none does.
  ///
  /// The seven ways in which HTML starts in CommonMark; the last one does not interrupt a paragraph.
  func htmlEnd(at place: Place, inParagraph: Bool) -> Int? {
    let line = lines[place.line]
    guard line.first + 1 < line.end, text[line.first] == UInt8(ascii: "<") else { return nil }
    if has("<!--", at: line.first) { return lineEnd(with: "-->", from: place) }
    if has("<?", at: line.first) { return lineEnd(with: "?>", from: place) }
    if has("<![CDATA[", at: line.first) { return lineEnd(with: "]]>", from: place) }
    if has("<!", at: line.first) { return lineEnd(with: ">", from: place) }
    let name = tagName(behind: line.first + 1, line.end)
    if rawTags.contains(name), text[line.first + 1] != UInt8(ascii: "/") {
      return lineEnd(with: "</" + name + ">", from: place)
    }
    let isBlockTag = blockTags.contains(name)
    guard isBlockTag || !inParagraph && isTagOnly(line, name) else { return nil }
    var end = place.line + 1
    while end < place.limit, !lines[end].isBlank { end += 1 }
    return end
  }

  /// Whether the text continues with these bytes.
  func has(_ bytes: StaticString, at offset: Int) -> Bool {
    offset >= 0 && ByteCursor(text, at: offset).isAt(bytes)
  }

  private func tagName(behind offset: Int, _ end: Int) -> String {
    let start = text[offset] == UInt8(ascii: "/") ? offset + 1 : offset
    var stop = start
    while stop < end, stop - start < 12, text[stop].isLetter || text[stop].isDecimalDigit {
      stop += 1
    }
    let isClosed =
      stop == end || text[stop].isWhite || text[stop] == UInt8(ascii: ">")
      || text[stop] == UInt8(ascii: "/")
    return isClosed ? String(decoding: text[start..<stop], as: UTF8.self).lowercased() : ""
  }

  /// Whether a line holds just one tag.
  private func isTagOnly(_ line: ProseLine, _ name: String) -> Bool {
    guard !name.isEmpty, text[line.end - 1] == UInt8(ascii: ">") else { return false }
    return text[line.first + 1..<line.end - 1].allSatisfy {
      $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
  }

  /// The line after the first one with these characters, or the limit.
  private func lineEnd(with mark: String, from place: Place) -> Int {
    var line = place.line
    var last = line
    while line < place.limit {
      if !lines[line].isBlank { last = line }
      if lastIndex(of: mark, in: lines[line]) != nil { return line + 1 }
      line += 1
    }
    return last + 1
  }

  /// The last place of such characters in a line.
  private func lastIndex(of mark: String, in line: ProseLine) -> Int? {
    let bytes = Array(mark.utf8)
    var offset = line.end - bytes.count
    while offset >= line.first {
      if zip(text[offset...], bytes).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return offset }
      offset -= 1
    }
    return nil
  }
}

/// HTML that continues until its closing tag.
private let rawTags: Set<String> = ["script", "pre", "style", "textarea"]

/// HTML that continues until a blank line, and may directly follow a paragraph.
private let blockTags = Set(
  """
  address article aside base basefont blockquote body caption center col colgroup dd details dialog
  dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header
  hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param section
  source summary table tbody td tfoot th thead title tr track ul
  """.split { $0 == " " || $0 == "\n" }.map(String.init))
