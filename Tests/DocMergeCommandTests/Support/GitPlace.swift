import DocMergeTestSupport

/// A folder for a plain git repository with two branches, `main` and `theirs`.
struct GitPlace {
  private let folder = TemporaryFolder()

  var path: String { folder.path }

  func write(_ texts: [String: String]) {
    for (name, text) in texts { File("\(path)/\(name)").write(Array(text.utf8)) }
  }

  func read(_ name: String) -> String? { File("\(path)/\(name)").text }

  @discardableResult
  func git(_ words: String...) throws -> Output {
    try Program("git", in: path).run(words, exits: 0)
  }

  /// Makes a repository whose branches hold these texts, with `main` checked out.
  func branches(
    base: [String: String], ours: [String: String], theirs: [String: String]
  ) throws {
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Anna")
    try git("config", "user.email", "anna@example.org")
    try commit(base, "base")
    try git("checkout", "-q", "-b", "theirs")
    try commit(theirs, "theirs")
    try git("checkout", "-q", "main")
    try commit(ours, "ours")
  }

  func commit(_ texts: [String: String], _ message: String) throws {
    write(texts)
    try git("add", "-A")
    try git("commit", "-q", "-m", message, "--allow-empty")
  }

  /// Merges `theirs` into `main`.
  func merge() -> Output { Program("git", in: path).run(["merge", "--no-edit", "theirs"]) }

  /// What `git status` lists.
  var status: [String] { Program("git", in: path).run(["status", "--porcelain"]).lines }
}
