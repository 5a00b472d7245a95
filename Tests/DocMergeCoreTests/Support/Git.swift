import Glibc

/// Runs the installed git on files of its own, without anybody's settings.
///
/// Each value has a folder for itself, so that tests can run side by side.
final class Git: Sendable {
  private let folder: String

  init() {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/docmerge-oracle-XXXXXX".utf8CString)
    folder = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? root
    }
  }

  deinit {
    if access(path("repository"), F_OK) == 0 { _ = run("rm", ["-r", path("repository")]) }
    for name in ["base", "ours", "theirs", "input", "output"] { unlink(path(name)) }
    rmdir(folder)
  }

  /// What `git merge-file -p` prints for the triple, and its exit code.
  func mergeFile(_ triple: Triple, arguments: [String]) -> (output: [UInt8], code: Int32) {
    write(triple.base, to: "base")
    write(triple.ours, to: "ours")
    write(triple.theirs, to: "theirs")
    return run(
      "git",
      ["merge-file", "-p", "-q", "-L", "ours", "-L", "base", "-L", "theirs"] + arguments
        + ["ours", "base", "theirs"].map(path))
  }

  /// What `git diff --no-index` prints for base and ours.
  func diff(base: [UInt8], other: [UInt8], arguments: [String]) -> [UInt8] {
    write(base, to: "base")
    write(other, to: "ours")
    let words = ["-C", folder, "diff", "--no-index"] + arguments + ["base", "ours"]
    return run("git", words).output
  }

  /// What `git merge-tree` makes of each triple, with the labels `ours` and `theirs`.
  ///
  /// The texts become commits of a repository that lives as long as this value.
  func merges(_ triples: [Triple], style: String) -> [[UInt8]] {
    let repository = path("repository")
    _ = run("git", ["init", "-q", "--bare", repository])
    write(Self.commits(of: triples), to: "input")
    _ = run("git", ["--git-dir", repository, "fast-import", "--quiet"], readsInput: true)
    return triples.indices.map { index in
      let words = ["-c", "merge.conflictStyle=\(style)", "merge-tree", "--write-tree", "-z"]
      let names = ["ours", "theirs"].map { "\($0)\(index)" }
      let tree = run("git", ["--git-dir", repository] + words + names).output.prefix(40)
      let object = String(decoding: tree, as: UTF8.self) + ":text"
      return run("git", ["--git-dir", repository, "cat-file", "blob", object]).output
    }
  }

  /// A stream for `git fast-import` with a base, an ours and a theirs for each triple.
  private static func commits(of triples: [Triple]) -> [UInt8] {
    var stream: [UInt8] = []
    for (index, triple) in triples.enumerated() {
      let texts = [("base", triple.base), ("ours", triple.ours), ("theirs", triple.theirs)]
      for (name, text) in texts {
        stream += "commit refs/heads/\(name)\(index)\n".bytes
        stream += "committer a <a> 0 +0000\ndata 0\n\n".bytes
        if name != "base" { stream += "from refs/heads/base\(index)\n".bytes }
        stream += "M 100644 inline text\ndata \(text.count)\n".bytes + text + "\n".bytes
      }
    }
    return stream
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func write(_ bytes: [UInt8], to name: String) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let written = Glibc.write(file, bytes, bytes.count)
    precondition(written == bytes.count, "\(name) could not be written")
  }

  private func read(_ name: String) -> [UInt8] {
    let file = open(path(name), O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  private func run(
    _ program: String, _ arguments: [String], readsInput: Bool = false
  ) -> (output: [UInt8], code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, 0, readsInput ? path("input") : "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, path("output"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let environment = [
      "PATH=\(search)", "HOME=\(folder)", "LC_ALL=C", "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=/",
    ]
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = environment.map { strdup($0) } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, program, &actions, nil, &words, &settings)
    precondition(failure == 0, "\(program) could not be started: \(failure)")
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return (read("output"), (status >> 8) & 0xFF)
  }
}
