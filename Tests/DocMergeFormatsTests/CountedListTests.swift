import DocMergeCore
import DocMergeFormats
import Testing

/// Lists of prose with numbers to which each side adds something.
struct CountedListTests {
  private static let base = "# Steps\n\n1. one apple\n2. two pears\n3. three plums\n"

  private func merged(
    _ ours: String, _ theirs: String, base: String = base, _ policy: MergePolicy = .balanced
  ) throws -> String? {
    var options = TextMergeOptions(policy: policy)
    options.structure = DocumentStructure(path: "a.md")
    let merged = try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
    return merged.clean.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let inserted = base.replacing("2. ", with: "2. ours comes in\n3. ")
    .replacing("3. three", with: "4. three")

  @Test func `items behind those of both sides are counted anew`() throws {
    let appended = Self.base + "4. theirs at the end\n"
    let expected = Self.inserted + "5. theirs at the end\n"
    #expect(try merged(Self.inserted, appended) == expected)
    #expect(try merged(appended, Self.inserted) == expected)
  }

  @Test func `items that both sides append get numbers of their own`() throws {
    let sides = (Self.base + "4. four ours\n", Self.base + "4. five theirs\n")
    #expect(try merged(sides.0, sides.1) == nil)
    #expect(
      try merged(sides.0, sides.1, .eager) == Self.base + "4. four ours\n5. five theirs\n")
  }

  @Test func `an item that is spoken of by its number is left to a person`() throws {
    let end = "\nGo on with step 3.\n"
    let appended = Self.base + "4. theirs at the end\n" + end
    for policy in MergePolicy.allCases {
      #expect(try merged(Self.inserted + end, appended, base: Self.base + end, policy) == nil)
    }
  }

  @Test func `a list that counts otherwise stays as it is`() throws {
    let base = "1. one apple\n1. two pears\n1. three plums\n"
    let ours = base.replacing("1. two", with: "1. ours comes in\n1. two")
    #expect(
      try merged(ours, base + "1. theirs at the end\n", base: base)
        == ours + "1. theirs at the end\n")
  }
}

/// Entries that stand for something else than those of the other texts.
struct ReplacedEntryTests {
  private func merged(
    _ path: String, _ base: String, _ ours: String, _ theirs: String,
    _ policy: MergePolicy = .eager
  ) throws -> Merged {
    var options = TextMergeOptions(policy: policy)
    options.structure = DocumentStructure(path: path)
    return try mergeText(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), options: options)
  }

  @Test func `rows before a changed row of a removed group do not hide it`() throws {
    let header = "animal,field,value\nant,age,west\n"
    let base = header + "cat,email,green\ncat,owner,south\njay,level,red\n"
    let ours = header + "jay,level,red\n"
    let theirs = header + "bee,level,east\nbee,email,west\ncat,owner,south\njay,level,red\n"
    for policy in MergePolicy.allCases {
      #expect(try !merged("a.csv", base, ours, theirs, policy).isClean)
      #expect(try !merged("a.csv", base, theirs, ours, policy).isClean)
    }
  }

  @Test func `what was added to an element does not go into the one that took its place`() throws {
    func animal(_ name: String, _ fields: [(String, String)]) -> String {
      "  <animal id=\"\(name)\">\n"
        + fields.map { "    <\($0.0)>\($0.1)</\($0.0)>\n" }.joined() + "  </animal>\n"
    }
    let start = "<zoo>\n" + animal("fox", [("email", "delta"), ("name", "west")])
    let other = "<zoo>\n" + animal("fox", [("email", "delta"), ("name", "white")])
    let added = "<zoo>\n" + animal("ibis", [("age", "two")]) + start.dropFirst(6)
    let pig = [("age", "south"), ("name", "gamma")]
    let base = start + animal("pig", pig) + "</zoo>\n"
    let ours = other + animal("dog", [("age", "two"), ("name", "north")]) + "</zoo>\n"
    let theirs = added + animal("pig", pig + [("city", "white")]) + "</zoo>\n"
    #expect(try !merged("a.xml", base, ours, theirs).isClean)
    #expect(try !merged("a.xml", base, theirs, ours).isClean)
  }

  @Test func `a key of a property list keeps its value`() throws {
    func text(_ pairs: [(String, String)]) -> String {
      "<plist>\n<dict>\n"
        + pairs.map { "\t<key>\($0.0)</key>\n\t<string>\($0.1)</string>\n" }.joined()
        + "</dict>\n</plist>\n"
    }
    let base = text([("color", "gamma"), ("name", "north"), ("size", "large")])
    let ours = text([("color", "black"), ("size", "large")])
    let theirs = text([
      ("color", "gamma"), ("city", "west"), ("name", "north"), ("size", "large"),
    ])
    for policy in MergePolicy.allCases {
      let result = try merged("a.plist", base, ours, theirs, policy)
      guard let clean = result.clean else { continue }
      let lines = String(decoding: clean, as: UTF8.self).split(separator: "\n")
      let isPaired = zip(lines, lines.dropFirst()).allSatisfy { one, next in
        one.contains("<key>") == next.contains("<string>")
      }
      #expect(isPaired, "\(policy): \(lines)")
    }
  }
}
