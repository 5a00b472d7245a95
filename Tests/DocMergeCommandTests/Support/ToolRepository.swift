import DocMergeTestSupport

/// A git repository in the middle of a merge, in which tools are called.
struct ToolRepository {
  let folder = TemporaryFolder()

  static let settings = [
    "merge.tool": "docmerge", "diff.tool": "docmerge", "mergetool.docmerge.trustExitCode": "true",
    "mergetool.docmerge.cmd":
      #"docmerge mergetool --base "$BASE" --local "$LOCAL" --remote "$REMOTE" --merged "$MERGED""#,
    "difftool.docmerge.cmd": #"docmerge difftool --path "$MERGED" -- "$LOCAL" "$REMOTE""#,
  ]

  /// Makes the repository, in which both sides change the file of that name.
  init(
    _ name: String, base: [UInt8]?, ours: [UInt8], theirs: [UInt8], attributes: String = "",
    settings: [String: String] = [:]
  ) throws {
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Anna")
    try git("config", "user.email", "anna@example.org")
    for (key, value) in Self.settings.merging(settings, uniquingKeysWith: { $1 }) {
      try git("config", key, value)
    }
    file(".gitattributes").write(Array(attributes.utf8))
    if let base { file(name).write(base) }
    try commit("base")
    try git("checkout", "-q", "-b", "theirs")
    file(name).write(theirs)
    try commit("theirs")
    try git("checkout", "-q", "main")
    file(name).write(ours)
    try commit("ours")
    try program("git").run(["merge", "-q", "theirs"], exits: 1)
  }

  func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }

  @discardableResult
  func git(_ words: String...) throws -> Output { try program("git").run(words, exits: 0) }

  /// A program that finds docmerge.
  func program(_ name: String, environment: [String: String] = [:]) -> Program {
    Program(name, in: folder.path, environment: HostedTool.environment(environment))
  }

  /// Runs a command line at a terminal, where a person types the answers.
  func atTerminal(
    _ line: String, answers: String, environment: [String: String] = [:]
  ) -> Output {
    HostedTool.atTerminal(line, answers: answers, in: folder.path, environment: environment)
  }

  /// The paths that git still calls unmerged.
  var unmerged: [String] {
    program("git").run(["diff", "--name-only", "--diff-filter=U"]).lines
  }
}

/// docmerge as other programs find and run it.
enum HostedTool {
  /// Whether there is a program that plays a terminal.
  static let hasTerminal = File("/usr/bin/script").exists

  /// An environment in which docmerge is found by its name.
  static func environment(_ more: [String: String] = [:]) -> [String: String] {
    let tools = Replica.command.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(tools):/usr/local/bin:/usr/bin:/bin"
    return ["PATH": path, "EDITOR": "false", "VISUAL": ""].merging(more) { $1 }
  }

  /// Runs a command line at a terminal, where a person types the answers.
  static func atTerminal(
    _ line: String, answers: String, in folder: String, environment: [String: String] = [:]
  ) -> Output {
    Program("script", in: folder, environment: Self.environment(environment))
      .run(["-qec", line, "/dev/null"], input: Array(answers.utf8))
  }

  /// Whether a program can be found.
  static func exists(_ name: String) -> Bool {
    Program("sh", in: "/").run(["-c", "command -v \(name)"]).status == 0
  }
}
