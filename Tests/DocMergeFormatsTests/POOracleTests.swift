import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Testing

/// Merges of catalogues by chance, looked at by msgfmt.
struct POOracleTests {
  /// A catalogue as a few numbers: what each entry says, or `nil` where there is none.
  private typealias Plan = [[Int]?]

  private static func catalogue(_ plan: Plan, date: Int) -> String {
    let header =
      "msgid \"\"\nmsgstr \"\"\n\"PO-Revision-Date: 2024-01-0\(date) 10:00+0000\\n\"\n"
      + "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
      + "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n"
    let entries = plan.enumerated().compactMap { index, words in
      words.map { words in
        let isPlural = index % 3 == 2
        let flags = words[1] > 0 ? "#, fuzzy\n" : ""
        let source = words[3] > 0 ? "source \(index) anew" : "source \(index)"
        let strings =
          isPlural
          ? "msgid_plural \"s\"\nmsgstr[0] \"\(words[0])\"\nmsgstr[1] \"\(words[2])\"\n"
          : "msgstr \"\"\n\"translation \"\n\"\(words[0])\"\n"
        return "\n#: a.c:\(words[2])\n\(flags)msgid \"\"\n\"\(source)\"\n\(strings)"
      }
    }
    return header + entries.joined()
  }

  private static func changed(_ plan: Plan, by generator: inout SeededGenerator) -> Plan {
    var plan = plan
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let index = Int.random(in: plan.indices, using: &generator)
      guard var words = plan[index] else {
        plan[index] = [5, 0, 1, 0]
        continue
      }
      let part = Int.random(in: 0...4, using: &generator)
      if part < 4 { words[part] = part % 2 == 1 ? 1 - words[part] : words[part] + 1 }
      plan[index] = part == 4 ? nil : words
    }
    return plan
  }

  @Test func `msgfmt takes each clean merge, and no translation is that of another source`() throws
  {
    var generator = SeededGenerator(seed: 5)
    let folder = TemporaryFolder()
    var cleanCount = 0
    for round in 0..<400 {
      let base = (0..<6).map { _ in
        Int.random(in: 0...3, using: &generator) == 0 ? nil : [1, 0, 1, 0]
      }
      let (ours, theirs) = (
        Self.changed(base, by: &generator), Self.changed(base, by: &generator)
      )
      let merged = try merged(
        "de.po", Self.catalogue(base, date: 1), Self.catalogue(ours, date: 2),
        Self.catalogue(theirs, date: 3),
        .balanced)
      guard let text = text(merged) else { continue }
      cleanCount += 1
      if round % 8 == 0 {
        let output = Program("msgfmt", in: folder.path).run(
          ["-c", "-o", "/dev/null", "-"], input: Array(text.utf8))
        #expect(output.status == 0, "\(output.messages)\(text)")
      }
      for index in base.indices {
        expectFits(text, index, base[index], ours[index], theirs[index])
      }
    }
    #expect(cleanCount > 50)
  }

  /// What both sides made of an entry must be there as one of them has it, word by word.
  private func expectFits(
    _ text: String, _ index: Int, _ base: [Int]?, _ ours: [Int]?, _ theirs: [Int]?
  ) {
    let expected: [Int]? = ours == base ? theirs : theirs == base || ours == theirs ? ours : nil
    guard let expected else { return }
    let source = expected[3] > 0 ? "\"source \(index) anew\"" : "\"source \(index)\""
    #expect(text.contains(source), "\(index): \(text)")
  }
}
