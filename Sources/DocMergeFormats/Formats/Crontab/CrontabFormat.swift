import DocMergeLanguage

/// Tables of cron: commands with their schedules.
///
///     MAILTO=root                    a variable, found by its name
///     # every night                  a comment, found by its text
///     0 1 * * * /usr/bin/backup -v   an entry, found by its command, or by the program where only one entry
///                                    runs it; the schedule is one value
///
/// A variable applies to the entries below it, see ``CrontabGuard``.
package struct CrontabFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `crontab`.
  package var name: String { "crontab" }

  package var traits: FormatTraits { .plainLines }

  /// Finds the variables, entries and comments of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that cron would not read.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var cursor = ByteCursor(text)
    var row = LineRow(from: 0)
    while !cursor.isAtEnd {
      let start = cursor.offset
      if cursor.isAtConflictMarker {
        throw FormatRefusal(at: start, tr("a line, not a conflict marker, was expected"))
      }
      cursor.skipBlanks()
      let first = cursor.offset
      cursor.skip { $0 != 0x0A }
      let end = cursor.trimmed(downTo: first)
      cursor.skipLine()
      guard first < end else { continue }
      if text[first] == 0x23 {
        row.appendComment(first..<end, to: cursor.offset, from: start)
        continue
      }
      let line = try CrontabLine(first..<end, in: text)
      let node = line.node(in: start..<cursor.offset, body: first..<end)
      row.append(node, to: cursor.offset)
    }
    var root = Node(.members, range: text.indices, body: text.indices, inner: row.inner)
    root.children = row.nodes
    return SyntaxTree(text: text, root: root)
  }
}

/// A line of a table of cron that is not a comment.
struct CrontabLine {
  /// The key of the line.
  let key: Node.Key
  /// The name of the variable that the line sets; `nil` for an entry.
  let variable: Range<Int>?
  /// The schedule of an entry.
  private let schedule: Range<Int>?

  /// Reads a line.
  init(_ line: Range<Int>, in text: [UInt8]) throws(FormatRefusal) {
    let words = text[line].split(whereSeparator: \.isBlankOrTab)
    guard let first = words.first?.first else {
      throw FormatRefusal(at: line.lowerBound, tr("an entry was expected"))
    }
    guard first.isDecimalDigit || Array("*@-~".utf8).contains(first) else {
      guard let sign = text[line].firstIndex(of: 0x3D) else {
        throw FormatRefusal(at: line.lowerBound, tr("a schedule or an equals sign was expected"))
      }
      let end = ByteCursor(text, at: sign).trimmed(downTo: line.lowerBound)
      let quotes: Set<UInt8> = [0x22, 0x27]
      let name = text[line.lowerBound..<end].filter { !quotes.contains($0) }
      guard !name.isEmpty else { throw FormatRefusal(at: sign, tr("a name was expected")) }
      (variable, schedule) = (line.lowerBound..<end, nil)
      key = Node.Key(meaning: [0x3D] + name, at: line.lowerBound..<end)
      return
    }
    // `-` before the schedule keeps the entry out of the log.
    let isNamed = words[0].drop { $0 == 0x2D }.first == 0x40
    let fields = isNamed ? 1 : 5
    guard words.count > fields,
      words[..<fields].dropFirst().allSatisfy({ $0.allSatisfy(\.isOfSchedule) })
    else { throw FormatRefusal(at: line.lowerBound, tr("a schedule and a command were expected")) }
    let command = words[fields...]
    variable = nil
    schedule = line.lowerBound..<words[fields - 1].endIndex
    var key = Node.Key((command.first ?? []).startIndex..<line.upperBound, in: text)
    if let program = command.first(where: { $0.contains(0x2F) }), !program.runsOthers {
      key.name = Node.Key(program.indices, in: text).hash
    }
    self.key = key
  }

  /// The node of the line.
  func node(in range: Range<Int>, body: Range<Int>) -> Node {
    guard let schedule else {
      var node = Node(.scalar, key: key, range: range, body: body)
      (node.isWhole, node.startsGroup) = (true, true)
      return node
    }
    var node = Node(.members, key: key, range: range, body: body, inner: body)
    let command = key.range
    let parts = [
      ("schedule", schedule.lowerBound..<command.lowerBound, schedule),
      ("command", command, command),
    ]
    node.children = parts.map { name, range, body in
      var part = Node(
        .scalar, key: Node.Key(meaning: name.utf8, at: body.lowerBound..<body.lowerBound),
        range: range, body: body)
      part.isWhole = true
      return part
    }
    node.isOneLine = true
    return node
  }
}

extension ArraySlice<UInt8> {
  /// Whether the program of this path runs another one, which the words after it name.
  fileprivate var runsOthers: Bool {
    let name = String(decoding: split(separator: 0x2F).last ?? [], as: UTF8.self)
    let known = [
      "sh", "bash", "dash", "zsh", "env", "perl", "php", "ruby", "node", "java", "nice", "ionice",
      "flock", "timeout", "test", "run-one", "chronic", "sudo", "docker", "find",
    ]
    return name.hasPrefix("python") || known.contains(name)
  }
}

extension UInt8 {
  /// Whether the byte can be part of a schedule.
  fileprivate var isOfSchedule: Bool {
    isASCIILetter || isDecimalDigit || "*,-/~#?".utf8.contains(self)
  }
}
