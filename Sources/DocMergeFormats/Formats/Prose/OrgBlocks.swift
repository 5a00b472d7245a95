extension ProseScanner {
  /// The block of an Org text that starts at a place, with its attribute lines above.
  mutating func orgBlock(at place: Place) -> Piece {
    var line = place.line
    while line < place.limit, !lines[line].isBlank, isOrgAttribute(line) { line += 1 }
    guard line > place.line, line < place.limit, !lines[line].isBlank, !isOrgHeading(line) else {
      return unadornedOrgBlock(at: place)
    }
    var piece = unadornedOrgBlock(at: place.at(line))
    let start = lines[place.line]
    piece.node.range = start.start..<piece.node.range.upperBound
    piece.node.body = start.first..<piece.node.body.upperBound
    return piece
  }

  private mutating func unadornedOrgBlock(at place: Place) -> Piece {
    if let heading = orgHeading(at: place.line) { return heading }
    if let end = orgBlockEnd(at: place) { return leafPiece(place.line..<end) }
    if let drawer = orgDrawer(at: place) { return drawer }
    if let settings = orgSettings(at: place) { return settings }
    if isOrgPlan(place.line) {
      let line = lines[place.line]
      let key = Node.Key(meaning: "planning".utf8, at: line.first..<line.first)
      return leafPiece(place.line..<place.line + 1, key: key)
    }
    if let table = orgTable(at: place) { return table }
    if let list = list(at: place) { return list }
    var end = place.line + 1
    while end < place.limit, !lines[end].isBlank, !interruptsParagraph(place.at(end)) { end += 1 }
    return leafPiece(place.line..<end)
  }

  /// Whether a line of Org opens a block although it directly follows a paragraph.
  func interruptsOrgParagraph(_ place: Place) -> Bool {
    let line = lines[place.line]
    return isOrgHeading(place.line) || orgKeyword(at: place.line) != nil
      || text[line.first] == UInt8(ascii: "|") || drawerName(at: place.line) != nil
      || isOrgPlan(place.line) || marker(at: place.line) != nil
  }

  /// The line after the lines of comment that start at a place.
  func orgCommentEnd(at place: Place) -> Int? {
    var line = place.line
    while line < place.limit, !lines[line].isBlank {
      let at = lines[line]
      guard text[at.first] == UInt8(ascii: "#"),
        at.first + 1 == at.end || text[at.first + 1] == 0x20
      else { break }
      line += 1
    }
    return line > place.line ? line : nil
  }

  // MARK: - Headings

  func isOrgHeading(_ index: Int) -> Bool { starCount(at: index) > 0 }

  /// How many stars a heading has; 0 for another line.
  private func starCount(at index: Int) -> Int {
    let line = lines[index]
    guard line.first == line.start else { return 0 }
    let stars = text[line.first..<line.end].prefix { $0 == UInt8(ascii: "*") }
    return stars.endIndex < line.end && text[stars.endIndex] == 0x20 ? stars.count : 0
  }

  /// The heading `** TODO [#A] Title [1/2]  :tag:`, found by its title.
  private func orgHeading(at index: Int) -> Piece? {
    let level = starCount(at: index)
    guard level > 0 else { return nil }
    let line = lines[index]
    var title = trimmed(line.first + level..<line.end)
    let word = text[title].prefix { $0 >= 0x41 && $0 <= 0x5A }
    let isState = word.endIndex < title.upperBound && text[word.endIndex] == 0x20
    if isState, orgStates.contains(String(decoding: word, as: UTF8.self)) {
      title = trimmed(word.endIndex..<title.upperBound)
    }
    if has("[#", at: title.lowerBound), has("] ", at: title.lowerBound + 3) {
      title = trimmed(title.lowerBound + 4..<title.upperBound)
    }
    title = withoutTags(title)
    return heading(index..<index + 1, title: title, level: level)
  }

  /// A title without the tags and the count of done tasks at its end.
  private func withoutTags(_ title: Range<Int>) -> Range<Int> {
    var title = title
    func dropLast(where isSuch: (ArraySlice<UInt8>) -> Bool) {
      guard let blank = text[title].lastIndex(where: \.isBlankOrTab) else { return }
      if isSuch(text[blank + 1..<title.upperBound]) { title = trimmed(title.lowerBound..<blank) }
    }
    let colon = UInt8(ascii: ":")
    dropLast { $0.count > 2 && $0.first == colon && $0.last == colon }
    dropLast { word in
      word.count > 2 && word.first == UInt8(ascii: "[") && word.last == UInt8(ascii: "]")
        && word.dropFirst().dropLast().allSatisfy { $0.isDecimalDigit || $0 == 0x2F || $0 == 0x25 }
    }
    return title
  }

  /// Whether a line gives the date of a task.
  private func isOrgPlan(_ index: Int) -> Bool {
    let first = lines[index].first
    guard index > 0, isOrgHeading(index - 1) else { return false }
    return has("SCHEDULED:", at: first) || has("DEADLINE:", at: first) || has("CLOSED:", at: first)
  }

  // MARK: - Keywords and blocks

  /// The name of the keyword in a line such as `#+TITLE: Notes` or `#+BEGIN_SRC`, in lower case.
  func orgKeyword(at index: Int) -> String? {
    let line = lines[index]
    guard has("#+", at: line.first) else { return nil }
    let name = text[line.first + 2..<line.end].prefix { !$0.isWhite && $0 != UInt8(ascii: ":") }
    guard !name.isEmpty else { return nil }
    return String(decoding: name.map(\.lowercased), as: UTF8.self)
  }

  /// Whether a line is an attribute of the block below it.
  private func isOrgAttribute(_ index: Int) -> Bool {
    guard let name = orgKeyword(at: index) else { return false }
    return ["caption", "name", "header", "results", "plot"].contains(name)
      || name.hasPrefix("attr_") || name.hasPrefix("results[")
  }

  /// The line after `#+BEGIN_X … #+END_X`; `nil` where none starts, or it does not end.
  private func orgBlockEnd(at place: Place) -> Int? {
    guard let name = orgKeyword(at: place.line), name.hasPrefix("begin") else { return nil }
    let end = "end" + name.dropFirst(5)
    return (place.line + 1..<max(place.limit, place.line + 1)).first { index in
      !lines[index].isBlank && orgKeyword(at: index) == end
    }.map { $0 + 1 }
  }

  /// Settings of the document on adjacent lines: `#+TITLE: Notes`.
  private func orgSettings(at place: Place) -> Piece? {
    var members: [Node] = []
    var line = place.line
    while line < place.limit, !lines[line].isBlank, let name = orgKeyword(at: line),
      !name.hasPrefix("begin"), members.isEmpty || !isOrgAttribute(line)
    {
      let at = lines[line]
      let place = at.first + 2..<at.first + 2 + name.utf8.count
      // Others can occur several times, each with another value.
      let key =
        orgSettingNames.contains(name)
        ? Node.Key(meaning: name.utf8, at: place) : key(of: at.first..<at.end)
      members.append(leaf(line..<line + 1, .scalar, key: key))
      line += 1
    }
    guard !members.isEmpty else { return nil }
    return Piece(node: container(.members, head: place.line..<place.line, members), next: line)
  }
}

/// The states of tasks that many people use.
private let orgStates: Set<String> = [
  "TODO", "DONE", "NEXT", "WAIT", "WAITING", "HOLD", "STARTED", "DOING", "SOMEDAY", "CANCELLED",
  "CANCELED", "KILL", "PROJ", "IDEA", "STRT", "MAYBE", "LATER", "NOW", "DELEGATED", "REVIEW",
]

/// Settings that a document has only once.
private let orgSettingNames: Set<String> = [
  "title", "subtitle", "author", "email", "date", "language", "description", "keywords",
  "category", "filetags", "setupfile", "export_file_name", "archive", "startup", "latex_class",
  "select_tags", "exclude_tags", "bibliography", "hugo_base_dir", "hugo_section", "columns",
]
