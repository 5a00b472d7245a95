import DocMergeCore
import DocMergeDecisions
import Testing

@testable import DocMergeTerminal

/// The lines of a result, and where they come from.
struct ResultRowsTests {
  private func tags(_ rows: [Row]) -> String {
    String(rows.map { $0.tag?.rawValue ?? " " })
  }

  private func text(_ rows: [Row]) -> String {
    rows.map { row in
      if case .text(let bytes) = row.content { return String(decoding: bytes, as: UTF8.self) }
      return ""
    }.joined()
  }

  @Test func `each line names its origin`() throws {
    let document = try Sessions.document(
      base: "1\n2\n3\n4\n5\n6\n7\n8\n9\n", ours: "o\n2\n3\n4\n5\nb\n7\n8\nx\n",
      theirs: "1\n2\nt\n4\n5\nb\n7\n8\ny\n")
    #expect(tags(ResultRows.rows(of: document)) == "o=t==b==?")
    for (choice, tag) in [
      (Choice.ours, "o"), (.theirs, "t"), (.oursThenTheirs, "ot"), (.theirsThenOurs, "to"),
      (.base, "="), (.edited(Array("z\n".utf8)), "e"),
    ] {
      var decided = document
      decided.take(.choose(region: 0, choice))
      let rows = ResultRows.rows(of: decided)
      #expect(tags(rows) == "o=t==b==" + tag)
      #expect(Array(text(rows).utf8) == decided.text?.merged.clean)
    }
  }

  @Test func `what a rule made says so`() throws {
    var document = try Sessions.notes()
    document.take(.choose(region: 0, .suggestion))
    #expect(tags(ResultRows.rows(of: document)).hasPrefix("m="))
    let settled = try Sessions.document(
      base: "Monday in the hall.\n", ours: "Friday in the hall.\n",
      theirs: "Monday in the barn.\n", policy: .balanced)
    #expect(tags(ResultRows.rows(of: settled)) == "m")
  }

  @Test func `an empty text and a document without one have a line`() throws {
    let empty = try Sessions.document(base: "", ours: "", theirs: "")
    #expect(ResultRows.rows(of: empty).count == 1)
    #expect(tags(ResultRows.rows(of: Sessions.whole())) == "?")
  }

  @Test func `folding leaves out only unchanged lines`() throws {
    let rows = ResultRows.rows(of: try Sessions.notes())
    let folded = ResultRows.folded(rows)
    #expect(folded.filter { $0.folded > 0 }.map(\.folded) == [14])
    #expect(folded.reduce(0) { $0 + max(1, $1.folded) } == rows.count)
    #expect(
      folded.filter { $0.tag != .unchanged && $0.folded == 0 }
        == rows.filter { $0.tag != .unchanged })
  }

  @Test func `folding keeps count in any text`() {
    var random = SeededNumbers(3)
    for _ in 0..<500 {
      let rows = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Row(
          content: .words(""),
          tag: Int.random(in: 0..<8, using: &random) == 0 ? .ours : .unchanged)
      }
      let folded = ResultRows.folded(rows)
      #expect(folded.reduce(0) { $0 + max(1, $1.folded) } == rows.count)
      #expect(folded.filter { $0.tag == .ours } == rows.filter { $0.tag == .ours })
      #expect(folded.allSatisfy { $0.folded != 1 })
    }
  }

  @Test func `changed words are marked in the sides`() throws {
    let document = try Sessions.notes()
    let text = try #require(document.text)
    let rows = RegionRows(text.regions[0], 0, of: text)
    let marked = rows.ours[0].cells.filter { $0.style.emphasis.contains(.reversed) }
    #expect(marked.map(\.text).joined() == "Friday")
    #expect(rows.counts == .init(ours: 1, base: 1, theirs: 1))
  }

  @Test func `the overview shows where conflicts are`() throws {
    let session = try Sessions.large(lines: 1000, each: 100)
    let rows = ResultRows.rows(of: session.documents[0])
    let marks = Overview.marks(of: rows, rows: 10, visible: 0, height: 20)
    #expect(marks.map(\.text) == Array(repeating: "?", count: 10))
    #expect(Overview.marks(of: [], rows: 3, visible: 0, height: 3).count == 3)
  }
}
