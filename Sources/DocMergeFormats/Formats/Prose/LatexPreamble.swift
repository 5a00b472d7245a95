/// The packages and definitions of a LaTeX text.
extension ProseScanner {
  /// Adjacent packages and definitions at a place, as a set; each is found by its name.
  ///
  ///     \usepackage[utf8]{inputenc}       found by the first package
  ///     % sets of numbers
  ///     \newcommand{\R}{\mathbb{R}}       found by the command
  func latexDefinitions(at place: Place) -> Piece? {
    var nodes: [Node] = []
    var (line, next) = (place.line, place.line)
    while line < place.limit {
      let start = line
      line = latexCommentEnd(at: place.at(line)) ?? line
      guard line < place.limit, !lines[line].isBlank, let key = definedName(at: line),
        let end = balancedEnd(from: line, min(place.limit, line + 20))
      else { break }
      var node = leaf(line..<end, key: key)
      if !nodes.isEmpty, start < line {
        node.range = lines[start].start..<node.range.upperBound
      }
      nodes.append(node)
      next = end
      line = firstText(from: end, place.limit)
    }
    guard !nodes.isEmpty else { return nil }
    return Piece(node: container(.set, head: place.line..<place.line, nodes), next: next)
  }

  /// The name that the command in a line loads or defines; `nil` for another command.
  private func definedName(at index: Int) -> Node.Key? {
    let line = lines[index]
    let name = commandName(at: line.first, line.end)
    guard definingCommands.contains(name) else { return nil }
    var offset = line.first + 1 + name.utf8.count
    while offset < line.end, text[offset].isBlankOrTab || text[offset] == UInt8(ascii: "*") {
      offset += 1
    }
    let isPackage = name == "usepackage" || name == "RequirePackage"
    if isPackage, offset < line.end, text[offset] == UInt8(ascii: "[") {
      guard let close = text[offset..<line.end].firstIndex(of: UInt8(ascii: "]")) else {
        return nil
      }
      offset = close + 1
    }
    if offset < line.end, text[offset] == UInt8(ascii: "{") { offset += 1 }
    let rest = text[offset..<line.end].drop(while: \.isBlankOrTab)
    let word = rest.prefix {
      $0.isPartOfName || isPackage && $0 == 0x2D || $0 == 0x5C || $0 == 0x40
    }
    guard !word.isEmpty else { return nil }
    let kind = isPackage ? "package " : name == "newtheorem" ? "theorem " : "command "
    return Node.Key(meaning: Array(kind.utf8) + word, at: word.startIndex..<word.endIndex)
  }
}

/// Commands that load packages or define a name.
private let definingCommands: Set<String> = [
  "usepackage", "RequirePackage", "newcommand", "renewcommand", "providecommand",
  "DeclareMathOperator", "newtheorem", "def", "newenvironment", "renewenvironment",
  "DeclareRobustCommand", "NewDocumentCommand", "RenewDocumentCommand", "DeclarePairedDelimiter",
  "newcounter", "newlength", "definecolor", "newacronym", "newglossaryentry",
]
