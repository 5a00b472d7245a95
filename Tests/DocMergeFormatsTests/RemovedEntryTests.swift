import DocMergeCore
import DocMergeFormats
import Testing

/// Merges beside an entry that one side removed.
struct RemovedEntryTests {
  /// One document in several formats: entries and their values.
  enum Form: String, CaseIterable, Sendable {
    case json, yaml, toml, ini, properties, strings, csv

    func document(_ entries: [(String, Int)]) -> String {
      let lines = entries.map { name, value in
        switch self {
        case .json: "  \"\(name)\": \(value),\n"
        case .yaml: "\(name): \(value)\n"
        case .toml, .ini: "\(name) = \(value)\n"
        case .properties: "\(name)=\(value)\n"
        case .strings: "\"\(name)\" = \"\(value)\";\n"
        case .csv: "\(name),\(value)\n"
        }
      }
      switch self {
      case .json: return "{\n" + lines.joined() + "  \"zoo\": 0\n}\n"
      case .ini, .toml: return "[zoo]\n" + lines.joined()
      case .csv: return "name,value\n" + lines.joined()
      default: return lines.joined()
      }
    }
  }

  private let base = [("ant", 1), ("bee", 2), ("cat", 3), ("dog", 4)]

  /// Merges two lists of entries, in both orders of the sides; `nil` where a conflict is left.
  private func merges(
    _ form: Form, _ ours: [(String, Int)], _ theirs: [(String, Int)], _ policy: MergePolicy
  ) throws -> [String?] {
    let (base, ours, theirs) = (form.document(base), form.document(ours), form.document(theirs))
    return try [(ours, theirs), (theirs, ours)].map { ours, theirs in
      try text(merged("a.\(form.rawValue)", base, ours, theirs, policy))
    }
  }

  /// Expects that a conflict is left, in both orders of the sides.
  private func expectConflict(
    _ path: String, _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let results = try [(ours, theirs), (theirs, ours)].map { ours, theirs in
      try text(merged(path, base, ours, theirs, policy))
    }
    #expect(results == [nil, nil], sourceLocation: sourceLocation)
  }

  @Test(arguments: Form.allCases)
  func `an entry beside a removed one is changed`(form: Form) throws {
    let ours = [("ant", 1), ("cat", 3), ("dog", 4)]
    let theirs = [("ant", 1), ("bee", 2), ("cat", 7), ("dog", 4)]
    let expected = form.document([("ant", 1), ("cat", 7), ("dog", 4)])
    #expect(try merges(form, ours, theirs, .balanced) == [expected, expected])
    #expect(try merges(form, ours, theirs, .strict) == [nil, nil])
  }

  @Test(arguments: Form.allCases)
  func `an entry is added beside a removed one`(form: Form) throws {
    let ours = [("ant", 1), ("cat", 3), ("dog", 4)]
    let theirs = [("ant", 1), ("bee", 2), ("yak", 9), ("cat", 3), ("dog", 4)]
    let expected = form.document([("ant", 1), ("yak", 9), ("cat", 3), ("dog", 4)])
    #expect(try merges(form, ours, theirs, .balanced) == [expected, expected])
  }

  @Test(arguments: Form.allCases)
  func `each side removes another one of two neighbours`(form: Form) throws {
    let expected = form.document([("ant", 1), ("dog", 4)])
    let ours = [("ant", 1), ("cat", 3), ("dog", 4)]
    let theirs = [("ant", 1), ("bee", 2), ("dog", 4)]
    #expect(try merges(form, ours, theirs, .balanced) == [expected, expected])
  }

  @Test(arguments: MergePolicy.allCases)
  func `a removed entry that the other side gave another name is left`(
    policy: MergePolicy
  ) throws {
    let base = "ref = 1\n\n[[branch]]\nname = \"main\"\nchecks = [\"Test\"]\n"
    let ours = "ref = 1\n"
    let theirs = base.replacing("branch", with: "branch-protections")
    try expectConflict("a.toml", base, ours, theirs, policy)
  }

  @Test func `entries beside those that a cleanup took are left to eager`() throws {
    let names = (10..<50).map { ("key\($0)", $0) }
    let few = names.filter { $0.1 < 12 || $0.1 > 28 }
    let changed = names.map { ($0.0, $0.1 == 29 ? 0 : $0.1) }
    let documents = [names, few, changed].map(Form.yaml.document)
    let merge = { policy in
      try text(merged("a.yaml", documents[0], documents[1], documents[2], policy))
    }
    #expect(try merge(.balanced) == nil)
    #expect(
      try merge(.eager) == Form.yaml.document(few.map { ($0.0, $0.1 == 29 ? 0 : $0.1) }))
  }

  @Test(arguments: MergePolicy.allCases)
  func `rows that replace a removed group are left beside what the other side added`(
    policy: MergePolicy
  ) throws {
    let rows = ["ant,age,blue", "elk,age,red", "gnu,level,beta", "gnu,rank,one", "yak,age,old"]
    func table(_ rows: [String]) -> String {
      (["animal,field,value"] + rows + ["zebu,age,new"]).joined(separator: "\n") + "\n"
    }
    let ours = table(Array(rows[..<2]) + ["fox,size,two"] + rows[4...])
    let theirs = table(Array(rows[..<2]) + ["gnu,legs,south"] + rows[4...])
    try expectConflict("a.csv", table(rows), ours, theirs, policy)
  }

  @Test(arguments: MergePolicy.allCases)
  func `rows that replace a removed group elsewhere in the table are left`(
    policy: MergePolicy
  ) throws {
    let base = "animal,field,value\nelk,age,blue\ngnu,level,beta\ngnu,rank,south\nbee,city,one\n"
    let ours = "animal,field,value\nelk,age,blue\nbee,city,green\n"
    let theirs = "animal,field,value\ngnu,legs,south\nelk,age,blue\nbee,city,one\n"
    try expectConflict("a.csv", base, ours, theirs, policy)
  }
}
