import DocMergeCore
import Testing

/// What no rule may do, however well it accounts for both sides.
struct GuardTests {
  private static func merged(
    _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy = .eager
  ) throws -> Merged {
    try mergeText(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes,
      options: TextMergeOptions(policy: policy))
  }

  /// A merge that swaps with its sides, and equals the given text.
  private static func expect(
    _ text: String, from base: String, _ ours: String, _ theirs: String,
    policy: MergePolicy = .balanced
  ) throws {
    let merged = try merged(base, ours, theirs, policy)
    #expect(merged.clean.map { String(decoding: $0, as: UTF8.self) } == text)
    let receipt = audit(
      of: merged, base: base.bytes, ours: ours.bytes, theirs: theirs.bytes)
    #expect(receipt.isClean)
  }

  @Test func `a closing bracket is not shared by two blocks`() throws {
    let merged = try Self.merged(
      "one\n", "one,\nif red {\n  stop\n}\n", "one,\nif green {\n  go\n}\n")
    #expect(merged.clean == nil)
  }

  @Test func `a fence is not shared by two blocks`() throws {
    let merged = try Self.merged(
      "one\n", "one,\n```red\nstop\n```\n", "one,\n```green\ngo\n```\n")
    #expect(merged.clean == nil)
  }

  @Test func `an insertion beside brackets that could be any of them is left to a person`() throws {
    let texts = ("f(a, b);\n", "f(g(a, b));\n", "f(a, b, c);\n")
    for policy in MergePolicy.allCases {
      #expect(try Self.merged(texts.0, texts.1, texts.2, policy).clean == nil)
      #expect(try Self.merged(texts.0, texts.2, texts.1, policy).clean == nil)
    }
  }

  @Test func `insertions with a bracket between them are both kept`() throws {
    try Self.expect(
      "call(first, second)[2];\n", from: "call(first)[1];\n", "call(first, second)[1];\n",
      "call(first)[2];\n")
  }

  @Test func `a heading that both sides added is not said twice`() throws {
    let merged = try Self.merged(
      "# Notes\n", "# Notes\n\n## Harvest\n\nApples were small.\n",
      "# Notes\n\n## Harvest\n\nPears were large.\n")
    let text = String(decoding: merged.marked(), as: UTF8.self)
    #expect(text.occurrences(of: "## Harvest") == 1)
  }

  @Test(arguments: MergePolicy.allCases)
  func `items that both sides append never have one number`(policy: MergePolicy) throws {
    let merged = try Self.merged(
      "1. ant\n2. bee\n", "1. ant\n2. bee\n3. bread\n", "1. ant\n2. bee\n3. milk\n", policy)
    #expect(merged.clean == nil)
  }

  @Test func `an item that is put in renumbers what the other side edits and appends`() throws {
    try Self.expect(
      "1. ant\n2. new\n3. bee\n4. cow\n5. old dog\n6. elk\n7. fox\n",
      from: "1. ant\n2. bee\n3. cow\n4. dog\n5. elk\n",
      "1. ant\n2. new\n3. bee\n4. cow\n5. dog\n6. elk\n",
      "1. ant\n2. bee\n3. cow\n4. old dog\n5. elk\n6. fox\n")
  }

  @Test func `numbers within items, and of lists within them, are left alone`() throws {
    try Self.expect(
      "1) ant\n   1) leg\n2) new\n3) 4. cow\n4) red dog\n",
      from: "1) ant\n   1) leg\n2) 4. cow\n3) dog\n",
      "1) ant\n   1) leg\n2) new\n3) 4. cow\n4) dog\n",
      "1) ant\n   1) leg\n2) 4. cow\n3) red dog\n")
  }

  @Test func `a list that does not count its items is not renumbered`() throws {
    let merged = try Self.merged(
      "1. ant\n7. bee\n", "1. ant\n7. bee\n3. bread\n", "1. ant\n7. bee\n3. milk\n", .balanced)
    #expect(merged.clean == nil)
  }
}

extension String {
  fileprivate func occurrences(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
