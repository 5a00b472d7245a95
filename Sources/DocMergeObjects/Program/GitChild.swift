import DocMergePOSIX
import Glibc

/// The user's `git`, run as a child whose output is read and that can be ended with all its children.
///
/// `git` has what a transfer needs and libgit2 lacks: ssh with its agents and settings, credential helpers, proxies,
/// the second version of git's protocol.
package struct GitChild {
  /// The result of a run.
  package enum Outcome {
    /// The exit status, or 128 and the number of a signal.
    case ended(status: Int32)
    case cancelled
    /// It was silent for too long.
    case silent
    /// It could not be started, for this `errno`.
    case notStarted(Int32)
  }

  /// The output of a run.
  package struct Run {
    package var outcome: Outcome
    /// Its standard output, up to a mebibyte.
    package var output: [UInt8] = []
    /// Its standard error, without progress.
    package var messages: [String] = []

    package var isDone: Bool {
      if case .ended(status: 0) = outcome { return true }
      return false
    }
  }

  /// The program; another one than git only for questions about keys.
  package var program = "git"
  /// The words behind the name of the program.
  package let words: [String]
  /// How long it may be silent; zero for ever.
  package let timeout: Duration
  package let mayAsk: Bool
  /// Whether the other side is a repository on this computer.
  package var mayUsePaths = false
  /// Whether git-remote-gcrypt may run, which encrypts the objects that are sent.
  package var mayEncrypt = false
  /// Whether it may reach any other side at all.
  package var mayConnect = true
  /// Variables that replace those of its environment, or are added to them.
  package var variables: [String: String] = [:]
  /// The memory limit in bytes for it and for each program that it starts; zero for none.
  package var memory: Int64 = 0
  /// The open file that is its standard input; -1 for an empty one.
  package var input: Int32 = -1
  package let isCancelled: () -> Bool
  package let progress: (ProgressWords) -> Void

  package init(
    program: String = "git", words: [String], timeout: Duration, mayAsk: Bool,
    mayUsePaths: Bool = false, mayEncrypt: Bool = false, mayConnect: Bool = true,
    variables: [String: String] = [:], memory: Int64 = 0, input: Int32 = -1,
    isCancelled: @escaping () -> Bool, progress: @escaping (ProgressWords) -> Void
  ) {
    self.program = program
    self.words = words
    self.timeout = timeout
    self.mayAsk = mayAsk
    self.mayUsePaths = mayUsePaths
    self.mayEncrypt = mayEncrypt
    self.mayConnect = mayConnect
    self.variables = variables
    self.memory = memory
    self.input = input
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Long enough for git to remove its temporary files.
  private static let grace = 2_000

  /// Runs to the end.
  package func run() -> Run {
    let terminal = mayAsk ? docmerge_own_terminal() : -1
    defer { if terminal >= 0 { close(terminal) } }
    var ends: [Int32] = [-1, -1]
    let child = start(terminal, &ends)
    guard child >= 0 else { return Run(outcome: .notStarted(errno)) }
    defer {
      for end in ends { close(end) }
      if terminal >= 0 { docmerge_take_terminal(terminal, 0) }
    }
    return listen(to: child, ends, terminal)
  }

  private func start(_ terminal: Int32, _ ends: inout [Int32]) -> Int32 {
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    var environment =
      ChildEnvironment.variables(
        mayAsk: terminal >= 0, mayUsePaths: mayUsePaths, mayEncrypt: mayEncrypt,
        mayConnect: mayConnect, variables
      ).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return docmerge_start(&arguments, &environment, input, terminal, memory, &ends)
  }

  private func listen(to child: Int32, _ ends: [Int32], _ terminal: Int32) -> Run {
    var output = ChildOutput(open: ends, progress: progress)
    var outcome: Outcome?
    while outcome == nil {
      output.wait()
      let state = docmerge_look_at_child(child)
      guard state == 0 || state == 2 else {
        // A background process may keep the output open; it is not waited for.
        output.look()
        outcome = .ended(status: docmerge_end_child(child))
        break
      }
      if state == 2 { pause(child, terminal) }
      if terminal >= 0, docmerge_is_secret_asked(terminal) != 0 { output.heard = .now }
      let isSilent = timeout > .zero && output.heard.duration(to: .now) > timeout
      if isCancelled() || isSilent {
        outcome = isSilent ? .silent : .cancelled
        stop(child)
        output.look()
      }
    }
    if case .ended(status: 128 + SIGINT) = outcome { outcome = .cancelled }
    return output.run(endedBy: outcome ?? .cancelled)
  }

  /// Ends the child and all its children.
  private func stop(_ child: Int32) {
    kill(-child, SIGTERM)
    kill(-child, SIGCONT)
    for _ in 0..<GitChild.grace {
      guard docmerge_look_at_child(child) != 1 else { break }
      usleep(1000)
    }
    // It was not waited for yet, so the number is still that of its group.
    kill(-child, SIGKILL)
    _ = docmerge_end_child(child)
  }

  /// A person stopped the child with Control-Z: this process stops as well, until both continue.
  private func pause(_ child: Int32, _ terminal: Int32) {
    if terminal >= 0 { docmerge_take_terminal(terminal, 0) }
    raise(SIGSTOP)
    if terminal >= 0 { docmerge_take_terminal(terminal, child) }
    kill(-child, SIGCONT)
  }
}

/// What a child writes, read as it comes.
private struct ChildOutput {
  /// The ends of its standard output and its standard error; -1 where it is closed.
  var open: [Int32]
  let progress: (ProgressWords) -> Void
  /// When it wrote last; this clock stops while the computer sleeps.
  var heard = SuspendingClock.now
  private var output: [UInt8] = []
  private var words = TransferWords()

  private static let outputLimit = 1 << 20

  init(open: [Int32], progress: @escaping (ProgressWords) -> Void) {
    (self.open, self.progress) = (open, progress)
  }

  /// Waits for a moment, or until there is something to read.
  mutating func wait() {
    if open != [-1, -1] { _ = docmerge_wait(open, 2, 100_000_000) } else { usleep(1000) }
    look()
  }

  /// Reads the output that has arrived.
  mutating func look() {
    for (index, file) in open.enumerated() where file >= 0 {
      let (bytes, isOver) = Self.read(file)
      if isOver { open[index] = -1 }
      guard !bytes.isEmpty else { continue }
      heard = .now
      if index == 0 {
        output += bytes.prefix(max(Self.outputLimit - output.count, 0))
      } else if let last = words.take(bytes) {
        progress(last)
      }
    }
  }

  /// The result of the run, all of whose output was read.
  mutating func run(endedBy outcome: GitChild.Outcome) -> GitChild.Run {
    words.close()
    return GitChild.Run(outcome: outcome, output: output, messages: words.messages)
  }

  private static func read(_ file: Int32) -> (bytes: [UInt8], isOver: Bool) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    // A child that writes without end must not keep this loop from checking the clock.
    for _ in 0..<16 {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] }
      if count == 0 { return (bytes, true) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return (bytes, errno != EAGAIN) }
    }
    return (bytes, false)
  }
}

/// The environment of a `git` that transfers.
enum ChildEnvironment {
  /// Variables that point to another repository, for a docmerge that git itself started (in a hook, say).
  private static let left: Set<Substring> = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH",
    "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE", "GIT_ALLOW_PROTOCOL", "GIT_PROTOCOL_FROM_USER", "GIT_FLUSH",
    "LC_ALL", "LANGUAGE",
  ]

  /// `NAME=value` for each variable.
  package static func variables(
    mayAsk: Bool, mayUsePaths: Bool, mayEncrypt: Bool = false, mayConnect: Bool = true,
    _ given: [String: String] = [:]
  ) -> [String] {
    var result = given.map { "\($0.key)=\($0.value)" }
    var allowed: [Substring] = ["file", "git", "ssh", "http", "https"]
    if mayEncrypt { allowed.append("gcrypt") }
    var variable = environ
    while let text = variable.pointee {
      let entry = String(cString: text)
      let name = entry.prefix { $0 != "=" }
      if name == "GIT_ALLOW_PROTOCOL" {
        // A protocol that the user forbids stays forbidden.
        let named = entry.dropFirst(name.count + 1).split(separator: ":")
        allowed.removeAll { !named.contains($0) }
      }
      if !left.contains(name), given[String(name)] == nil { result.append(entry) }
      variable += 1
    }
    if !mayConnect { allowed = [] }
    if mayUsePaths { allowed.append("file") }
    // An empty list would allow all.
    result.append("GIT_ALLOW_PROTOCOL=\(allowed.isEmpty ? "none" : allowed.joined(separator: ":"))")
    // English, since the messages are parsed here.
    result += ["LC_ALL=C", "LANGUAGE="]
    if !mayAsk { result.append("GIT_TERMINAL_PROMPT=0") }
    return result
  }
}
