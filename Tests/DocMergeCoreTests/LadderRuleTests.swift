import DocMergeCore
import Testing

/// One case for each rule: what the sides did, and what the first policy that dares makes of it.
struct LadderCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let policy: MergePolicy
  let base: String
  let ours: String
  let theirs: String
  let merged: String

  var testDescription: String { "\(rule): \(merged.debugDescription)" }
}

struct LadderRuleTests {
  private static func merged(
    _ base: String, _ ours: String, _ theirs: String, _ policy: MergePolicy
  ) throws -> Merged {
    try mergeText(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes,
      options: TextMergeOptions(policy: policy, isSuggesting: true))
  }

  private static func rules(of merged: Merged) -> [String] {
    merged.regions.compactMap { region in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule.name
    }
  }

  static let cases: [LadderCase] = [
    LadderCase(
      rule: "adjacent-lines", policy: .balanced,
      base: "start\nhost = alpha one\nport = beta two\nend\n",
      ours: "start\nhost = alpha one more\nport = beta two\nend\n",
      theirs: "start\nhost = alpha one\nport = beta two too\nend\n",
      merged: "start\nhost = alpha one more\nport = beta two too\nend\n"),
    LadderCase(
      rule: "one-holds-other", policy: .balanced, base: "list\nend\n",
      ours: "list\napples\nend\n", theirs: "list\napples\npears\nend\n",
      merged: "list\napples\npears\nend\n"),
    LadderCase(
      rule: "one-holds-other-words", policy: .eager, base: "the cat sat\n",
      ours: "the black cat sat\n", theirs: "the black cat sat down\n",
      merged: "the black cat sat down\n"),
    LadderCase(
      rule: "adjacent-blank-lines", policy: .strict, base: "one\n\ntwo\n",
      ours: "one\ntwo\n", theirs: "one\n\nmany words of two\n", merged: "one\nmany words of two\n"),
    LadderCase(
      rule: "sentences", policy: .balanced,
      base: "We meet at noon in the big hall. Bring the blue folder with you.\n",
      ours: "We meet at noon in the big hall! Bring the blue folder with you.\n",
      theirs: "We meet at noon in the big hall. Do bring the blue folder with you.\n",
      merged: "We meet at noon in the big hall! Do bring the blue folder with you.\n"),
    LadderCase(
      rule: "added-sorted", policy: .eager, base: "- ant\n- bee\n- wasp\n- zebra\n",
      ours: "- ant\n- bee\n- moth\n- wasp\n- zebra\n",
      theirs: "- ant\n- bee\n- fly\n- wasp\n- zebra\n",
      merged: "- ant\n- bee\n- fly\n- moth\n- wasp\n- zebra\n"),
    LadderCase(
      rule: "added-sorted", policy: .eager,
      base: "\"Copy\" : 1,\n\"Copy Link\" : 2,\n\"Cut\" : 3,\n",
      ours: "\"Copy\" : 1,\n\"Copy Link\" : 2,\n\"Crop\" : 4,\n\"Cut\" : 3,\n",
      theirs: "\"Copy\" : 1,\n\"Copy Link\" : 2,\n\"Count\" : 5,\n\"Cut\" : 3,\n",
      merged: "\"Copy\" : 1,\n\"Copy Link\" : 2,\n\"Count\" : 5,\n\"Crop\" : 4,\n\"Cut\" : 3,\n"),
    LadderCase(
      rule: "adjacent-insertion", policy: .balanced, base: "one thing here\nend\n",
      ours: "one small thing here\nend\n", theirs: "one thing here\nsecond line\nend\n",
      merged: "one small thing here\nsecond line\nend\n"),
    LadderCase(
      rule: "words", policy: .balanced, base: "We meet on Monday in the large hall.\n",
      ours: "We meet on Tuesday in the large hall.\n",
      theirs: "We meet on Monday in the small hall.\n",
      merged: "We meet on Tuesday in the small hall.\n"),
    LadderCase(
      rule: "appended-to-list", policy: .eager, base: "  \"kiwi\",\n  \"plum\",\n]\n",
      ours: "  \"kiwi\",\n  \"plum\",\n  \"apple\",\n]\n",
      theirs: "  \"kiwi\",\n  \"plum\",\n  \"grape\",\n]\n",
      merged: "  \"kiwi\",\n  \"plum\",\n  \"apple\",\n  \"grape\",\n]\n"),
    LadderCase(
      rule: "behind-last-item", policy: .balanced, base: "[\n  \"kiwi\",\n  \"plum\"\n]\n",
      ours: "[\n  \"kiwi\",\n  \"plum\",\n  \"apple\"\n]\n",
      theirs: "[\n  \"kiwi\",\n  \"plum\",\n  \"grape\"\n]\n",
      merged: "[\n  \"kiwi\",\n  \"plum\",\n  \"apple\",\n  \"grape\"\n]\n"),
    LadderCase(
      rule: "behind-last-item", policy: .balanced, base: "int all = READ |\n  WRITE;\nrun();\n",
      ours: "int all = READ |\n  WRITE |\n  SYNC;\nrun();\n",
      theirs: "int all = READ |\n  WRITE |\n  TRUNCATE;\nrun();\n",
      merged: "int all = READ |\n  WRITE |\n  SYNC |\n  TRUNCATE;\nrun();\n"),
    LadderCase(
      rule: "behind-last-item", policy: .balanced, base: "You need:\n- flour;\n- milk.\n",
      ours: "You need:\n- flour;\n- milk;\n- butter.\n",
      theirs: "You need:\n- flour;\n- milk;\n- eggs.\n",
      merged: "You need:\n- flour;\n- milk;\n- butter;\n- eggs.\n"),
    LadderCase(
      rule: "put-on-top-of-list", policy: .eager,
      base: "Changes\n\n- old thing\n- older thing\n",
      ours: "Changes\n\n- faster start\n- old thing\n- older thing\n",
      theirs: "Changes\n\n- smaller files\n- old thing\n- older thing\n",
      merged: "Changes\n\n- faster start\n- smaller files\n- old thing\n- older thing\n"),
    LadderCase(
      rule: "wrapped-lines", policy: .balanced,
      base: "open(file)\nread(file)\nclose(file)\nend\n",
      ours: "if ready {\n  open(file)\n  read(file)\n  close(file)\n}\nend\n",
      theirs: "open(file)\nread(file, all)\ncheck(file)\nclose(file)\nend\n",
      merged:
        "if ready {\n  open(file)\n  read(file, all)\n  check(file)\n  close(file)\n}\nend\n"),
    LadderCase(
      rule: "wrapped-lines", policy: .balanced,
      base: "try:\n\topen(file)\n\tread(file)\n\n\tclose(file)\nexcept E:\n\tpass\n",
      ours: "open(file)\nread(file)\n\nclose(file)\n",
      theirs: "try:\n\topen(file)\n\tread(file, all)\n\n\tclose(file)\nexcept E:\n\tpass\n",
      merged: "open(file)\nread(file, all)\n\nclose(file)\n"),
    LadderCase(
      rule: "rewrapped-lines", policy: .eager,
      base: "A paragraph that was written on one long line by somebody.\n",
      ours: "A paragraph that was written\non one long line\nby somebody.\n",
      theirs: "A paragraph that was written upon one long line by somebody.\n",
      merged: "A paragraph that was written upon one long line\nby somebody.\n"),
    LadderCase(
      rule: "both-added", policy: .eager, base: "Kapitel\n",
      ours: "Kapitel\n\n# Fluss\nWasser\n", theirs: "Kapitel\n\n# Berg\nStein\n",
      merged: "Kapitel\n\n# Fluss\nWasser\n\n# Berg\nStein\n"),
    LadderCase(
      rule: "moved-block", policy: .eager,
      base:
        "A block of text that is long enough to be known again anywhere.\none\ntwo\nthree\nfour\n",
      ours:
        "one\ntwo\nthree\nfour\nA block of text that is long enough to be known again anywhere.\n",
      theirs:
        "A block of text that is certainly long enough to be known again anywhere.\none\ntwo\nthree\nfour\n",
      merged:
        "one\ntwo\nthree\nfour\nA block of text that is certainly long enough to be known again anywhere.\n"
    ),
  ]

  @Test(arguments: cases)
  func `a rule settles what it is made for, and not under a more careful policy`(
    _ example: LadderCase
  ) throws {
    let merged = try Self.merged(example.base, example.ours, example.theirs, example.policy)
    #expect(merged.clean.map { String(decoding: $0, as: UTF8.self) } == example.merged)
    #expect(Self.rules(of: merged).contains(example.rule))
    for careful in MergePolicy.allCases where careful < example.policy {
      let left = try Self.merged(example.base, example.ours, example.theirs, careful)
      #expect(!left.isClean)
    }
  }

  @Test(arguments: [
    (
      name: "two entries of one name", base: "[\n]\n", ours: "[\nkey = 1 red\n]\n",
      theirs: "[\nkey = 2 blue\n]\n"
    ),
    (
      name: "the same sentence in two wordings", base: "- a\n",
      ours: "- a\n- the bridge is closed\n",
      theirs: "- a\n- the old bridge is closed now\n"
    ),
    (name: "one word edited twice", base: "the cat\n", ours: "the dog\n", theirs: "the cow\n"),
    (
      name: "one date edited twice", base: "on 2024-01-02\n", ours: "on 2024-03-02\n",
      theirs: "on 2024-01-09\n"
    ),
    (
      name: "a literal of several lines added to what the other side put into something",
      base: "open(file)\nread(file)\n", ours: "if ready {\n  open(file)\n  read(file)\n}\n",
      theirs: "open(file)\nlog(\"\"\"\na\n\"\"\")\nread(file)\n"
    ),
    (
      name: "lines deleted that the other side put into something",
      base: "open(file)\nread(file)\nend\n",
      ours: "if ready {\n  open(file)\n  read(file)\n}\nend\n",
      theirs: "end\n"
    ),
    (
      name: "delete against edit", base: "a\nkeep this line\nb\n", ours: "a\nb\n",
      theirs: "a\nkeep this long line\nb\n"
    ),
  ])
  func `no policy settles what only a person can`(
    name: String, base: String, ours: String, theirs: String
  ) throws {
    for policy in MergePolicy.allCases {
      #expect(try !Self.merged(base, ours, theirs, policy).isClean, "\(name) \(policy)")
    }
  }

  @Test func `a conflict suggests what a bolder policy would do, and does not do it`() throws {
    let merged = try Self.merged(
      "We meet on Monday in the large hall.\n", "We meet on Tuesday in the large hall.\n",
      "We meet on Monday in the small hall.\n", .strict)
    let suggestion = try #require(merged.conflicts.first?.suggestion)
    #expect(suggestion.bytes == "We meet on Tuesday in the small hall.\n".bytes)
    #expect(suggestion.rule.name == "words")
    #expect(!merged.isClean)
  }

  @Test func `items at the end of a list are a suggestion only`() throws {
    let merged = try Self.merged("- a\n", "- a\n- pears\n", "- a\n- apples\n", .eager)
    let suggestion = try #require(merged.conflicts.first?.suggestion)
    #expect(suggestion.bytes == "- pears\n- apples\n".bytes)
    #expect(suggestion.rule.name == "both-added-to-list")
  }

  @Test func `without being asked nothing is suggested`() throws {
    let merged = try mergeText(
      base: "version 1.8\n".bytes, ours: "version 1.9\n".bytes, theirs: "version 1.10\n".bytes)
    #expect(!merged.isClean)
    #expect(merged.conflicts.allSatisfy { $0.suggestion == nil })
  }

  @Test func `more conflicts than a person would read are left as they are`() throws {
    let count = 100
    let base = (0..<count).map { "\($0)\n" }.joined()
    func edited(_ side: String) -> [UInt8] {
      (0..<count).map { $0 % 2 == 0 ? "\($0) both \(side)\n" : "\($0)\n" }.joined().bytes
    }
    var options = TextMergeOptions(policy: .eager, isSuggesting: true)
    options.effortLimit = 3000
    let (ours, theirs) = (edited("ours"), edited("theirs"))
    let merged = try mergeText(base: base.bytes, ours: ours, theirs: theirs, options: options)
    #expect(merged.conflicts.count == count / 2)
    #expect(merged.conflicts.last?.suggestion == nil)
    #expect(audit(of: merged, base: base.bytes, ours: ours, theirs: theirs).isClean)
  }

  @Test func `raised numbers are a suggestion only`() throws {
    let merged = try Self.merged("version 1.2\n", "version 1.3\n", "version 1.10\n", .eager)
    #expect(merged.conflicts.first?.suggestion?.bytes == "version 1.10\n".bytes)
  }

  @Test(arguments: MergePolicy.allCases)
  func `what both sides brought in two places close by is left to decide`(
    policy: MergePolicy
  ) throws {
    let merged = try Self.merged(
      "a\nb\nc\nd\n", "a\nthe new sentence here\nb\nc\nd\n", "a\nb\nthe new sentence here\nc\nd\n",
      policy)
    #expect(!merged.isClean)
  }

  @Test func `a merge ends on request`() {
    #expect(throws: MergeCancelled.self) {
      _ = try mergeText(
        base: "a\n".bytes, ours: "b\n".bytes, theirs: "c\n".bytes,
        options: TextMergeOptions(isCancelled: { true }))
    }
  }

  @Test(arguments: [
    (
      base: "Der alte Fluss fließt langsam.\n", ours: "Der alte Fluß fließt langsam.\n",
      theirs: "Der alte Fluss fließt schnell.\n", merged: "Der alte Fluß fließt schnell.\n"
    ),
    (
      base: "Старая река течёт медленно.\n", ours: "Новая река течёт медленно.\n",
      theirs: "Старая река течёт быстро.\n", merged: "Новая река течёт быстро.\n"
    ),
    (
      base: "我们今天在河边走路。\n", ours: "我们明天在河边走路。\n", theirs: "我们今天在河边跑步。\n",
      merged: "我们明天在河边跑步。\n"
    ),
    (
      base: "きょうは橋を渡ります。\n", ours: "あすは橋を渡ります。\n", theirs: "きょうは橋を見ます。\n",
      merged: "あすは橋を見ます。\n"
    ),
    (
      base: "نحن نمشي اليوم قرب النهر الكبير\n", ours: "نحن نمشي غدا قرب النهر الكبير\n",
      theirs: "نحن نمشي اليوم قرب النهر الصغير\n", merged: "نحن نمشي غدا قرب النهر الصغير\n"
    ),
    (
      base: "วันนี้ เราเดิน ริมแม่น้ำ\n", ours: "พรุ่งนี้ เราเดิน ริมแม่น้ำ\n", theirs: "วันนี้ เราเดิน ริมทะเล\n",
      merged: "พรุ่งนี้ เราเดิน ริมทะเล\n"
    ),
    (
      base: "team 👩‍👩‍👧 meets 👨‍🚀 at noon\n", ours: "team 👩‍👩‍👦 meets 👨‍🚀 at noon\n",
      theirs: "team 👩‍👩‍👧 meets 👩‍🚀 at noon\n", merged: "team 👩‍👩‍👦 meets 👩‍🚀 at noon\n"
    ),
    (
      base: "e\u{301}te\u{301} chaud ici meme\n", ours: "e\u{301}te\u{300} chaud ici meme\n",
      theirs: "e\u{301}te\u{301} chaud ici me\u{302}me\n",
      merged: "e\u{301}te\u{300} chaud ici me\u{302}me\n"
    ),
  ])
  func `words of many scripts are merged, and never cut`(
    base: String, ours: String, theirs: String, merged: String
  ) throws {
    let result = try Self.merged(base, ours, theirs, .balanced)
    #expect(result.clean.map { String(decoding: $0, as: UTF8.self) } == merged)
  }
}
