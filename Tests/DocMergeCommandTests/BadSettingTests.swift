import DocMergeTestSupport
import Testing

/// Settings with values that they cannot have.
struct BadSettingTests {
  private let meeting = Meeting()

  static let settings = [
    ("maxsize", "1mb", "a number of bytes above 0"), ("maxsize", "0", "a number of bytes above 0"),
    ("maxdelete", "10%", "a number from 0 to 100"), ("maxdelete", "101", "a number from 0 to 100"),
    ("autoresolve", "bogus", "never, identical, clean, policy"),
    ("mergepolicy", "eager", "strict, balanced"), ("maxcopies", "many", "a number"),
    ("timeout", "1m", "a number of at least 0"), ("interval", "5m", "a number of at least 1"),
    ("interval", "0", "a number of at least 1"), ("ondemand", "outsid", "true, false, outside"),
    ("monitor", "never", "true, false"), ("pack", "-1", "true, false, a number of loose objects"),
  ]

  @Test(arguments: settings) func `a sync names the setting, its value and the possible ones`(
    key: String, value: String, choices: String
  ) throws {
    let replica = try meeting.replicas("A", documents: ["a.md": "1\n"])[0]
    try replica.git("config", "docmerge.\(key)", value)
    let output = try replica.docmerge("sync", exits: 2)
    #expect(output.messages.contains("docmerge.\(key) is \(value), and can only be \(choices)"))
    try replica.git("config", "--unset", "docmerge.\(key)")
    try replica.docmerge("sync")
  }

  @Test(arguments: [
    ("docmerge-autoresolve=polcy", "the attribute docmerge-autoresolve is polcy, and can only be"),
    ("docmerge-autoresolve=policy docmerge=newset", "the attribute docmerge is newset"),
  ])
  func `a sync warns of an attribute that keeps a document in conflict`(
    attribute: String, warning: String
  ) throws {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["a.md": "1\n", ".gitattributes": "*.md \(attribute)\n"])
    for replica in replicas { replica.write("a.md", "\(replica.name)\n") }
    try replicas[0].docmerge("sync")
    let output = try replicas[1].docmerge("sync", exits: 1)
    #expect(output.messages.contains("a.md: \(warning)"))
  }

  @Test func `a save checks what it uses`() throws {
    let replica = try meeting.replicas("A", documents: ["a.md": "1\n"])[0]
    try replica.git("config", "docmerge.maxsize", "1 m")
    try replica.git("config", "docmerge.maxdelete", "many")
    let output = try replica.docmerge("save", exits: 2)
    #expect(output.messages.contains("docmerge.maxsize is 1 m, and can only be a number of bytes"))
    try replica.git("config", "docmerge.maxsize", "1m")
    try replica.docmerge("save")
  }
}
