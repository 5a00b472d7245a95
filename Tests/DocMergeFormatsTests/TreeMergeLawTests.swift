import DocMergeCore
import DocMergeFormats
import DocMergeFuzzing
import DocMergeTestSupport
import Testing

/// Laws of merges by structure, with records that both sides edit at random.
struct TreeMergeLawTests {
  private static let paths: [FuzzRecords.Format: String] = [
    .json: "a.json", .jsonWithComments: "a.jsonc", .jsonLines: "a.jsonl", .yaml: "a.yaml",
    .toml: "a.toml", .ini: "a.ini", .properties: "a.properties", .strings: "a.strings",
    .openStep: "a.pbxproj", .bibTeX: "a.bib", .table: "a.csv", .xml: "a.xml", .markdown: "a.md",
    .xmlAttributes: "a.xml", .propertyList: "a.plist", .page: "a.html",
    .latex: "a.tex", .code: "a.swift", .kubernetes: "a.yaml", .unity: "a.unity", .sql: "a.sql",
    .org: "a.org",
  ]

  private typealias Document = FuzzRecords.Document

  /// Merges three documents that are written alike.
  private func merged(
    _ records: FuzzRecords, _ base: Document, _ ours: Document, _ theirs: Document,
    _ policy: MergePolicy
  ) throws -> Merged {
    var options = TextMergeOptions(policy: policy)
    options.structure = DocumentStructure(path: try #require(Self.paths[records.format]))
    return try mergeText(
      base: text(base, records), ours: text(ours, records), theirs: text(theirs, records),
      options: options)
  }

  private func text(_ document: Document, _ records: FuzzRecords) -> [UInt8] {
    Array(records.lines(document).map { $0 + "\n" }.joined().utf8)
  }

  /// The lines of a text in order, without the commas that end them, so that texts which differ in the order of
  /// additions are equal.
  private func sortedLines(_ text: [UInt8]?) -> [String]? {
    text.map {
      String(decoding: $0, as: UTF8.self).split(separator: "\n")
        .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }.sorted()
    }
  }

  private static let seeds = Array(0..<400)

  /// Records by chance, and others of each format that is asked for.
  private static let records: [(seed: Int, records: FuzzRecords)] =
    seeds.map { ($0, FuzzRecords(generator: SeededGenerator(seed: $0))) }
    + FuzzRecords.Format.others.enumerated().flatMap { index, format in
      (1000..<1040).map { seed in
        let seed = seed + 100 * index
        return (seed, FuzzRecords(generator: SeededGenerator(seed: seed), format: format))
      }
    }

  /// Of 100 merges so many may be clean in one order of the sides alone: additions to one place stand ours
  /// first, and what stands beside a change is left to a person more often.
  private static let unevenPercent = 2

  @Test func `sides that trade places give the same lines`() throws {
    var uneven = 0
    for (seed, records) in Self.records {
      var records = records
      let base = records.document()
      let (ours, theirs) = (records.edited(base), records.edited(base))
      for policy in MergePolicy.allCases {
        let one = try merged(records, base, ours, theirs, policy)
        let other = try merged(records, base, theirs, ours, policy)
        guard let lines = sortedLines(one.clean), let others = sortedLines(other.clean) else {
          uneven += one.isClean == other.isClean ? 0 : 1
          continue
        }
        #expect(lines == others, "seed \(seed), \(records.format), \(policy)")
      }
    }
    #expect(uneven * 100 <= Self.records.count * MergePolicy.allCases.count * Self.unevenPercent)
  }

  @Test func `what one side did alone is the result`() throws {
    for (seed, records) in Self.records {
      var records = records
      let base = records.document()
      let edited = records.edited(base)
      let text = text(edited, records)
      for policy in MergePolicy.allCases {
        #expect(try merged(records, base, edited, base, policy).clean == text, "seed \(seed)")
        #expect(try merged(records, base, base, edited, policy).clean == text, "seed \(seed)")
        #expect(try merged(records, base, edited, edited, policy).clean == text, "seed \(seed)")
      }
    }
  }

  @Test func `unedited records change nothing`() throws {
    let far = (0..<4).map { FuzzRecords.Record(name: "far\($0)", fields: [["far", "place\($0)"]]) }
    for (seed, records) in Self.records {
      var records = records
      let base = records.document()
      let (ours, theirs) = (records.edited(base), records.edited(base))
      func after(_ document: Document) -> Document {
        Document(records: document.records + far)
      }
      let added = distinctLines(text(Document(records: far), records))
      for policy in MergePolicy.allCases {
        let alone = try merged(records, base, ours, theirs, policy)
        let among = try merged(records, after(base), after(ours), after(theirs), policy)
        guard let text = alone.clean, let longer = among.clean else { continue }
        let expected = distinctLines(text).union(added)
        #expect(distinctLines(longer) == expected, "seed \(seed), \(records.format), \(policy)")
      }
    }
  }

  /// The lines of a text without the commas that end them.
  private func distinctLines(_ text: [UInt8]) -> Set<String> {
    Set(
      String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
        String(line.hasSuffix(",") ? line.dropLast() : line)
      })
  }

  @Test func `every change of each side is accounted for`() throws {
    for (seed, records) in Self.records {
      var records = records
      let base = records.document()
      let (ours, theirs) = (records.edited(base), records.edited(base))
      for policy in MergePolicy.allCases {
        let merged = try merged(records, base, ours, theirs, policy)
        let audit = audit(
          of: merged, base: text(base, records), ours: text(ours, records),
          theirs: text(theirs, records))
        #expect(audit.isClean, "seed \(seed), \(records.format), \(policy): \(audit.findings)")
      }
    }
  }
}
