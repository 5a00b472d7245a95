/// An instruction, and its parts for a merge.
struct DockerInstruction {
  /// Its name in upper case.
  let name: String
  /// Where the name starts.
  let start: Int
  /// Its arguments, line by line.
  let lines: [ContinuedLines.Line]
  /// Where its last line ends.
  let end: Int
  let text: [UInt8]

  /// Whether documents follow its lines.
  var isWhole: Bool { lines.last.map { $0.end < end } ?? true }

  /// The name of a stage: `FROM debian AS base`.
  var stageKey: Node.Key? {
    guard let words = words(of: lines.first?.words ?? start..<start), words.count > 2,
      String(decoding: words[words.count - 2], as: UTF8.self).uppercased() == "AS",
      let name = words.last
    else { return nil }
    return Node.Key(meaning: Array("AS ".utf8) + name.map(\.lowercased), at: name.indices)
  }

  private func words(of range: Range<Int>) -> [ArraySlice<UInt8>]? {
    text[range].split(whereSeparator: \.isBlankOrTab)
  }

  /// The node, from its start before the instruction.
  func node(from begin: Int) -> Node {
    let body = start..<bodyEnd
    var node = Node(.text, key: key, range: begin..<end, body: body)
    guard !isWhole, lines.count > 1 else { return node }
    if let pairs = pairs {
      var list = Node.continued(pairs, key: key, head: start)
      list.range = begin..<end
      return list
    }
    guard name == "RUN", let parts = parts() else { return node }
    node = Node(
      .blocks, range: begin..<end, body: start..<end, inner: parts[0].range.lowerBound..<end)
    node.children = parts
    return node
  }

  /// The end of the last line, without the line end.
  private var bodyEnd: Int {
    ByteCursor(text, at: end).trimmed(downTo: start)
  }

  /// The key of the instruction, if it sets something that has a name.
  private var key: Node.Key? {
    func key(_ place: Range<Int>?) -> Node.Key? {
      place.map { Node.Key(meaning: Array("\(name) ".utf8) + text[$0], at: $0) }
    }
    switch name {
    case "ENV", "LABEL", "ARG": return key(firstName)
    case "EXPOSE": return lines.count == 1 ? key(lines.first?.words) : nil
    case "CMD", "ENTRYPOINT", "HEALTHCHECK", "STOPSIGNAL", "MAINTAINER":
      return Node.Key(meaning: name.utf8, at: start..<start + name.utf8.count)
    default: return nil
    }
  }

  private var firstName: Range<Int>? {
    guard let words = lines.first.map({ text[$0.words] }) else { return nil }
    let name = words.prefix { !$0.isWhite && $0 != 0x3D }
    return name.isEmpty ? nil : name.indices
  }

  /// `name=value` on each line of LABEL or ENV.
  private var pairs: [Node]? {
    guard name == "LABEL" || name == "ENV" else { return nil }
    return ContinuedLines(text).entries(lines[...]) { words in
      let line = text[words]
      guard let sign = line.firstIndex(of: 0x3D), !line[..<sign].contains(where: \.isWhite) else {
        return nil
      }
      let value = line[(sign + 1)...]
      let isQuoted =
        value.first == 0x22 && value.dropFirst().firstIndex(of: 0x22) == words.upperBound - 1
      guard isQuoted || !value.contains(where: \.isWhite) else { return nil }
      return Node.Key(words.lowerBound..<sign, in: text)
    }
  }

  // MARK: Packages

  /// The lines of RUN, with lists of packages; `nil` where it has no such list.
  private func parts() -> [Node]? {
    var parts: [Node] = []
    var command: [ArraySlice<UInt8>] = []
    var index = lines.startIndex
    var listCount = 0
    while index < lines.endIndex {
      let line = lines[index]
      if DockerPackages.isInstalling(command) {
        let list = lines[index...].prefix {
          $0.isComment || DockerPackages.name(of: text[$0.words]) != nil
        }
        let count = list.lastIndex { !$0.isComment }.map { $0 + 1 - index } ?? 0
        if count > 0,
          let entries = ContinuedLines(text).entries(list.prefix(count), key: packageKey)
        {
          listCount += 1
          let key = Node.Key(
            meaning: Array("packages \(listCount)".utf8), at: line.start..<line.start)
          parts.append(Node.continued(entries, key: key))
          index += count
          continue
        }
      }
      let bodyEnd = max(line.words.upperBound, line.mark.upperBound)
      parts.append(
        Node(
          .text, range: line.start..<line.end, body: min(line.words.lowerBound, bodyEnd)..<bodyEnd))
      if !line.isComment { command = DockerPackages.lastCommand(command, text[line.words]) }
      index += 1
    }
    return listCount > 0 ? parts : nil
  }

  private func packageKey(_ words: Range<Int>) -> Node.Key? {
    DockerPackages.name(of: text[words]).map { Node.Key($0.indices, in: text) }
  }
}

/// Tells lists of packages from other words of a command.
enum DockerPackages {
  /// The words of the command at the end of a line, which may have begun on earlier lines.
  static func lastCommand(
    _ before: [ArraySlice<UInt8>], _ line: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>] {
    var words = before
    for word in line.split(whereSeparator: \.isBlankOrTab) {
      let isEnd = ["&&", "||", "|", ";"].contains { word.elementsEqual($0.utf8) }
      if isEnd { words = [] } else { words.append(word) }
      if word.count > 1, word.last == 0x3B { words = [] }
    }
    return words
  }

  /// Whether the words after a command may be packages that it installs.
  static func isInstalling(_ command: [ArraySlice<UInt8>]) -> Bool {
    let words = command.map { String(decoding: $0, as: UTF8.self) }
    guard
      let first = words.first(where: { !$0.contains("=") && $0 != "sudo" && !$0.hasPrefix("-") })
    else { return false }
    if first.hasSuffix("-install") { return true }
    let verb = words.first { ["install", "add"].contains($0) }
    guard let verb else { return false }
    return verb == "install" || ["apk", "yarn", "pnpm", "cargo", "poetry"].contains(first)
  }

  /// The package name that a line consists of; `nil` for any other line.
  static func name(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let word = line.drop { $0 == 0x22 || $0 == 0x27 }
    guard let first = word.first, first.isASCIILetter || first.isDecimalDigit || first == 0x40,
      line.allSatisfy({
        !$0.isWhite && !";&|<>()$`{}".utf8.contains($0) || $0 == 0x3E || $0 == 0x3C
      })
    else { return nil }
    let name = word.dropFirst().prefix { !"=<>~!@[\"'".utf8.contains($0) }
    return word[word.startIndex..<name.endIndex]
  }
}
