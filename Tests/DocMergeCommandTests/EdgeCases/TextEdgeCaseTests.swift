import DocMergeTestSupport
import Testing

/// Texts that plain line merges get wrong: E30 and E43 to E51 of the catalogue.
struct TextEdgeCaseTests {
  private let meeting = Meeting()

  /// A document that both changed, and what `resolve --merge` says of it on A.
  private func merged(
    bytes base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) throws -> (replicas: [Replica], output: Output) {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].file("a.md").write(base)
    sync(replicas)
    replicas[0].file("a.md").write(ours)
    replicas[1].file("a.md").write(theirs)
    sync(replicas)
    return (replicas, replicas[0].program.run(["resolve", "--all", "--merge"]))
  }

  private func merged(
    _ base: String, _ ours: String, _ theirs: String
  ) throws -> (replicas: [Replica], output: Output) {
    try merged(bytes: Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
  }

  @Test func `E30 a text too large for rules is kept one or both, never cut to pieces`() throws {
    let line = Array("a line that is as long as many lines are in notes\n".utf8)
    let base = Array(repeatElement(line, count: 480_000).joined())
    let (replicas, output) = try merged(
      bytes: base, Array("by A\n".utf8) + base, base + Array("by B\n".utf8))
    #expect(output.status <= 1, "\(output.messages)")
    if output.status == 1 {
      try replicas[0].docmerge("resolve", "--all", "--keep-both")
    }
    #expect(try replicas[0].conflicts().isEmpty)
    let sizes = replicas[0].contents.values.map(\.utf8.count)
    #expect(sizes.allSatisfy { $0 > base.count })
  }

  @Test func `E43 both adding the same line does not double it, and repeated lines do not slide`()
    throws
  {
    let base = "- a\n- b\n\n- a\n- b\n\n- a\n- b\n"
    let added = "- a\n- b\n\n- a\n- b\n- c\n\n- a\n- b\n"
    let (replicas, output) = try merged(base, added, added.replacing("- c", with: "- c\n- d"))
    if output.status == 0 {
      let text = try #require(replicas[0].read("a.md"))
      #expect(text.split(separator: "\n").filter { $0 == "- c" }.count == 1)
      #expect(text.split(separator: "\n").filter { $0 == "- d" }.count == 1)
    } else {
      #expect(try replicas[0].conflicts().count == 1)
    }
  }

  @Test func `E44 a paragraph that one moves and the other edits is not doubled`() throws {
    let (one, two, three) = ("First of all.\n", "Then this one.\n", "And the end.\n")
    let base = [one, two, three].joined(separator: "\n")
    let moved = [two, three, one].joined(separator: "\n")
    let edited = base.replacing("First of", with: "First and foremost of")
    let (replicas, output) = try merged(base, moved, edited)
    if output.status == 0 {
      let text = try #require(replicas[0].read("a.md"))
      #expect(text.components(of: "First").count == 1)
    } else {
      #expect(try replicas[0].conflicts()[0].versions.count == 2)
    }
  }

  @Test func `E45 line endings of one side and words of the other merge`() throws {
    let base = "one\ntwo\nthree\nfour\nfive\n"
    let (replicas, output) = try merged(
      base, base.replacing("\n", with: "\r\n"), base.replacing("three", with: "3"))
    #expect(output.status == 0, "\(output)")
    #expect(replicas[0].read("a.md") == "one\r\ntwo\r\n3\r\nfour\r\nfive\r\n")
  }

  @Test func `E45 a missing final newline is no conflict`() throws {
    let (replicas, output) = try merged(
      "one\ntwo\nthree\nend\n", "one\ntwo\nthree\nend", "1\ntwo\nthree\nend\n")
    #expect(output.status == 0, "\(output)")
    #expect(replicas[0].read("a.md") == "1\ntwo\nthree\nend")
  }

  @Test func `E46 UTF-16 is merged as text and stays UTF-16`() throws {
    func utf16(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let base = "one\ntwo\nthree\nfour\nfive\n"
    let (replicas, output) = try merged(
      bytes: utf16(base), utf16(base.replacing("one", with: "1")),
      utf16(base.replacing("five", with: "5"))
    )
    #expect(output.status == 0, "\(output)")
    #expect(replicas[0].file("a.md").bytes == utf16("1\ntwo\nthree\nfour\n5\n"))
  }

  @Test func `E47 bytes that are no text are never merged, wherever the NUL is`() throws {
    let head = Array(repeatElement(Array("text\n".utf8), count: 4000).joined())
    let base = head + [0] + head
    let (replicas, output) = try merged(
      bytes: base, Array("A\n".utf8) + base, base + Array("B\n".utf8))
    #expect(output.status == 1)
    #expect(try replicas[0].conflicts().count == 1)
    try replicas[0].docmerge("resolve", "--all", "--keep-both")
    #expect(replicas[0].contents.count == 2)
  }

  @Test func `E48 a document that holds markers is merged like any other`() throws {
    let marked = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
    let base = "top\n\n\(marked)\nmiddle\n\nend\n"
    let (replicas, output) = try merged(
      base, base.replacing("top", with: "TOP"), base.replacing("end", with: "END"))
    #expect(output.status == 0, "\(output)")
    #expect(replicas[0].read("a.md") == "TOP\n\n\(marked)\nmiddle\n\nEND\n")
  }

  @Test func `E49 keys of one line of JSON are merged whole, or not at all`() throws {
    let (replicas, output) = try merged(
      #"{"a": 1, "b": 2, "c": 3}"# + "\n", #"{"a": 9, "b": 2, "c": 3}"# + "\n",
      #"{"a": 1, "b": 2, "c": 7}"# + "\n")
    if output.status == 0 {
      #expect(replicas[0].read("a.md") == #"{"a": 9, "b": 2, "c": 7}"# + "\n")
    } else {
      #expect(try replicas[0].conflicts().count == 1)
    }
  }

  @Test func `E50 lines that both append are both kept only where that is asked for`() throws {
    let (replicas, output) = try merged("1\n2\n3\n", "1\n2\n3\nby A\n", "1\n2\n3\nby B\n")
    #expect(output.status == 1)
    #expect(try replicas[0].conflicts().count == 1)
    for (name, version) in [("base", "@base"), ("ours", "@1"), ("theirs", "@2")] {
      try replicas[0].shell("'\(Replica.command)' show 'a.md\(version)' >'../\(name)'")
    }
    let words = ["merge-file", "-p", "--union", "../ours", "../base", "../theirs"]
    let text = replicas[0].program.run(words).text
    #expect(text.contains("by A\n") && text.contains("by B\n"))
  }

  @Test func `E51 empty documents are documents of their own`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "", "b.md": ""])
    try replicas[0].docmerge("mv", "a.md", "c.md")
    replicas[1].write("b.md", "text\n")
    replicas[1].write("new.md", "")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["b.md": "text\n", "c.md": "", "new.md": ""])
    #expect(try replicas[0].conflicts().isEmpty)
  }
}

extension String {
  /// The parts after each occurrence of a word.
  fileprivate func components(of word: String) -> [Substring] {
    var (parts, rest): ([Substring], Substring) = ([], self[...])
    while let range = rest.firstRange(of: word) {
      rest = rest[range.upperBound...]
      parts.append(rest)
    }
    return parts
  }
}
