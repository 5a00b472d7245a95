import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Laws of merges in formats of lines, with texts put together by chance.
struct LineFormatLawTests {
  /// A format by a path, and pieces that its texts consist of.
  static let formats: [(path: String, pieces: [String])] = [
    (
      ".gitignore",
      ["a\n", "*.b\n", "!c.b\n", "# d\n", "\n", "/e/\n", "!e\n", "f/**\n", "# g\n# h\n", "*.log\n"]
    ),
    (
      "CODEOWNERS",
      [
        "* @a\n", "*.b @b\n", "/c/ @c\n", "# d\n", "\n", "[e]\n", "/c/ @d @e\n", "[f] @f\n",
        "g @g\n",
      ]
    ),
    (
      ".gitattributes", ["* text\n", "*.b binary\n", "c -d\n", "# e\n", "\n", "*.b f\n", "g h=i\n"]
    ),
    (
      ".mailmap", ["A <a@x>\n", "B <b@x> <c@x>\n", "# d\n", "\n", "D <d@x> d <c@x>\n", "E <a@x>\n"]
    ),
    (
      "crontab",
      [
        "0 1 * * * /a\n", "0 2 * * * /a\n", "@daily /b -c\n", "# d\n", "\n", "MAILTO=e\n",
        "MAILTO=f\n", "5 4 * * 1-5 /g\n", "PATH=/bin\n",
      ]
    ),
    (
      "Dockerfile",
      [
        "FROM a\n", "FROM b AS c\n", "ENV D=1\n", "ENV D=2\n", "RUN e\n", "RUN f \\\n  g\n",
        "# h\n",
        "\n", "FROM c AS d\n", "COPY --from=c k $D /l\n", "COPY --from=0 k l\n", "ARG D\n",
        "ENV D=$D E=\"f g\"\n", "ENV E 1\n", "USER m\n", "WORKDIR n\n", "# syntax=o\n",
        "RUN apk add \\\n  i \\\n  j\n", "RUN apk add \\\n  i \\\n  k \\\n && l\n", "CMD m\n",
      ]
    ),
    (
      "Makefile",
      [
        "A = 1\n", "A = 2\n", "B = c.c \\\n  d.c\n", "B = c.c \\\n  e.c \\\n  d.c\n", "# f\n", "\n",
        "A := $(A) $(M)\n", "h: $(A)\n\techo ${M:a=b} $$x\n", "o p: h\n\ti\n", "A += q.c # r\n",
        "define M\n$(A)\nendef\n", "h: A = 3\n", "export A\n",
        "g: h\n\ti\n", "g: h\n\tj\n\tk\n", "ifdef L\nM = 1\nendif\n", ".PHONY: n\n", "h += -o\n",
      ]
    ),
    (
      "a.cmake",
      [
        "set(A 1)\n", "set(A 2)\n", "set(B\n  c.c\n  d.c\n)\n", "set(B\n  c.c\n  e.c\n  d.c\n)\n",
        "set(A ${A} 1)\n", "set(H \"${A}\")\n", "add_library(j\n  STATIC\n  a.c\n)\n",
        "add_library(j\n  a.c\n  b.c\n)\n", "function(o p)\n  set(A 1)\nendfunction()\n",
        "o(${A})\n",
        "target_link_libraries(j\n  -Wl,--start-group\n  k\n  -Wl,--end-group\n)\n",
        "target_link_libraries(j\n  -framework\n  k\n)\n", "foreach(A b c)\n  o(d)\nendforeach()\n",
        "# f\n", "\n", "if(G)\n  set(H 1)\nendif()\n", "if(G)\n  set(H 1)\n  set(I 1)\nendif()\n",
        "target_link_libraries(j\n  PUBLIC\n    k\n  PRIVATE\n    l\n)\n", "message(m)\n",
        "target_link_libraries(j\n  PUBLIC\n    k\n    n\n  PRIVATE\n    l\n)\n",
      ]
    ),
    (
      "a.ics",
      [
        "BEGIN:A\nUID:1\nSUMMARY:b\nEND:A\n", "BEGIN:A\nUID:2\nSUMMARY:b\nEND:A\n",
        "BEGIN:A\nUID:1\nSUMMARY:c\nEND:A\n", "BEGIN:A\nDESCRIPTION:d\n e\nTEL:1\nEND:A\n",
        "BEGIN:A\nUID:1\nSUMMARY:b\nDTSTAMP:20240101T000000Z\nTEL:1\nEND:A\n",
        "BEGIN:A\nUID:1\nSUMMARY:b\nDTSTAMP:20240201T000000Z\nEND:A\n", "\n",
      ]
    ),
  ]

  private static let rounds = 100

  /// Three texts: two that were made of the first by a few changes.
  private static func texts(
    _ pieces: [String], _ generator: inout SeededGenerator
  ) -> (base: [String], ours: [String], theirs: [String]) {
    let base = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }
    return (base, changed(base, pieces, &generator), changed(base, pieces, &generator))
  }

  private static func changed(
    _ text: [String], _ pieces: [String], _ generator: inout SeededGenerator
  ) -> [String] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...text.count, using: &generator)
      let piece = pieces.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0...4, using: &generator) {
      case 0 where place < text.count: text.remove(at: place)
      case 1 where place < text.count: text[place] = piece
      case 2 where place < text.count: text.swapAt(place, 0)
      default: text.insert(piece, at: place)
      }
    }
    return text
  }

  /// The lines of a text that say something, sorted.
  private func sortedLines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: formats.indices, MergePolicy.allCases)
  func `texts by chance are merged by the laws`(_ index: Int, policy: MergePolicy) throws {
    let (path, pieces) = Self.formats[index]
    var generator = SeededGenerator(seed: index)
    var uneven = 0
    for round in 0..<Self.rounds {
      let texts = Self.texts(pieces, &generator)
      let (base, ours, theirs) = (
        texts.base.joined(), texts.ours.joined(), texts.theirs.joined()
      )
      #expect(text(try merged(path, base, ours, base, policy)) == ours, "\(path) \(round)")
      #expect(text(try merged(path, base, base, ours, policy)) == ours, "\(path) \(round)")
      #expect(text(try merged(path, base, ours, ours, policy)) == ours, "\(path) \(round)")
      let one = try merged(path, base, ours, theirs, policy)
      let other = text(try merged(path, base, theirs, ours, policy))
      let audit = audit(
        of: one, base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
      #expect(audit.isClean, "\(path) \(round): \(audit.findings)")
      guard let result = text(one), let other else {
        uneven += (text(one) == nil) == (other == nil) ? 0 : 1
        continue
      }
      #expect(sortedLines(result) == sortedLines(other), "\(path) \(round)")
      expectNothingNew(result, base, ours, theirs, "\(path) \(round)")
    }
    #expect(uneven * 10 <= Self.rounds, "\(path)")
  }

  /// No line is there that no text has, and none but comments twice if it stands once in all of them.
  ///
  /// Lines of owners and people can be found by the same thing though they say something else.
  private func expectNothingNew(
    _ result: String, _ base: String, _ ours: String, _ theirs: String, _ name: String
  ) {
    let inputs = [base, ours, theirs].map { sortedLines($0) }
    for line in Set(sortedLines(result)) {
      let count = sortedLines(result).count { $0 == line }
      let known = inputs.map { text in text.count { $0 == line } }.max() ?? 0
      let isPlain = name.hasPrefix(".git")
      #expect(
        known > 0 && (!isPlain || count == 1 || known > 1 || line.hasPrefix("#")),
        "\(name): \(line): \([base, ours, theirs, result])")
    }
  }
}
