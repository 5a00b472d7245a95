import DocMergeTestSupport
import Testing

/// Files of settings that git's environment names.
struct NamedSettingsTests {
  private let replica = Replica("A")
  private let home = TemporaryFolder()

  private func write(_ person: String, to name: String) -> String {
    let path = "\(home.path)/\(name)"
    File(path).write(Array("[user]\n\tname = \(person)\n\temail = \(person)@example.org\n".utf8))
    return path
  }

  /// git is the oracle.
  @Test(arguments: [
    (global: "named", system: "system", noSystem: "0", person: "Named"),
    (global: "missing", system: "system", noSystem: "0", person: "System"),
    (global: nil, system: "system", noSystem: "0", person: "Home"),
    (global: nil, system: nil, noSystem: "1", person: "Home"),
    (global: "missing", system: "system", noSystem: "1", person: ""),
    (global: "missing", system: "system", noSystem: "no", person: "System"),
  ])
  func `the author of a save is the person whom git would take`(
    global: String?, system: String?, noSystem: String, person: String
  ) throws {
    for (name, person) in [(".gitconfig", "Home"), ("named", "Named"), ("system", "System")] {
      _ = write(person, to: name)
    }
    let named = global.map { "\(home.path)/\($0)" }
    let environment = [
      "HOME": home.path, "GIT_CONFIG_GLOBAL": named ?? "\(home.path)/.gitconfig",
      "GIT_CONFIG_SYSTEM": system.map { "\(home.path)/\($0)" } ?? "/dev/null",
      "GIT_CONFIG_NOSYSTEM": noSystem,
    ]
    var program = Program(Replica.command, in: replica.path, environment: environment)
    try program.run(["init", "--replica-name", "A"], exits: 0)
    replica.write("a.md", "1\n")
    try program.run(["save"], exits: 0)
    let author = try replica.git("log", "--all", "-1", "--format=%an").lines.first
    // Without settings, the name is that of the account.
    #expect(person.isEmpty ? author != "System" : author == person)
    program.name = "git"
    #expect(program.run(["config", "user.name"]).lines == (person.isEmpty ? [] : [person]))
  }
}
