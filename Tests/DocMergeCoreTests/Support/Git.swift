import Glibc

/// Runs the installed git on files of its own, without the settings of any user.
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
  func mergesOfTrees(_ triples: [Triple], style: String) -> [[UInt8]] {
    importFiles(of: triples)
    let settings = ["-C", path("repository"), "-c", "merge.conflictStyle=\(style)"]
    let words = ["merge-tree", "--write-tree", "--no-messages", "ours", "theirs"]
    let tree = String(decoding: run("git", settings + words).output.prefix(40), as: UTF8.self)
    write(triples.indices.map { "\(tree):\($0)\n" }.joined().bytes, to: "input")
    var rest = run(
      "git", ["-C", path("repository"), "cat-file", "--batch=%(objectsize)"], readsInput: true
    ).output[...]
    return triples.map { _ in
      let size = Int(String(decoding: rest.prefix { $0 != 10 }, as: UTF8.self)) ?? 0
      rest = rest.drop { $0 != 10 }.dropFirst()
      defer { rest = rest.dropFirst(size + 1) }
      return Array(rest.prefix(size))
    }
  }

  /// What `git merge` leaves of each triple, with the labels `HEAD` and `theirs`.
  func merges(_ triples: [Triple], style: String, arguments: [String]) -> [[UInt8]] {
    importFiles(of: triples)
    let settings = [
      "-C", path("repository"), "-c", "merge.conflictStyle=\(style)", "-c", "user.name=a",
      "-c", "user.email=a", "-c", "core.checkStat=minimal",
    ]
    _ = run("git", settings + ["checkout", "-q", "-f", "ours"])
    _ = run("git", settings + ["merge", "-q", "--no-commit"] + arguments + ["theirs"])
    return triples.indices.map { read("repository/\($0)") }
  }

  /// Makes a repository where `base`, `ours` and `theirs` have one file for each triple.
  ///
  /// All triples are merged by one run of git, which takes long to start.
  private func importFiles(of triples: [Triple]) {
    if access(path("repository"), F_OK) == 0 { _ = run("rm", ["-r", path("repository")]) }
    _ = run("git", ["init", "-q", path("repository")])
    var stream: [UInt8] = []
    for name in ["base", "ours", "theirs"] {
      stream += "commit refs/heads/\(name)\ncommitter a <a> 0 +0000\ndata 0\n\n".bytes
      if name != "base" { stream += "from refs/heads/base\n".bytes }
      for (index, triple) in triples.enumerated() {
        let text = name == "base" ? triple.base : name == "ours" ? triple.ours : triple.theirs
        stream += "M 100644 inline \(index)\ndata \(text.count)\n".bytes + text + "\n".bytes
      }
    }
    write(stream, to: "input")
    _ = run("git", ["-C", path("repository"), "fast-import", "--quiet"], readsInput: true)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func write(_ bytes: [UInt8], to name: String) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      precondition(written > 0, "\(name) could not be written")
      rest = rest.dropFirst(written)
    }
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
