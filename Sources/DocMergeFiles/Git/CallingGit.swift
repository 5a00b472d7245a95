import DocMergeSystem

/// The command of git that called this program, from the system's table of processes.
///
/// Git tells its merge driver in variables and files what it merges only during a merge, a rebase
/// or the like. `git checkout -m` and `git merge-tree` leave no such record.
struct CallingGit {
  /// For example `merge-tree`.
  let verb: String
  /// The words after it.
  let words: [[UInt8]]

  /// The nearest git among the parent processes; `nil` where none is found.
  static func found() -> CallingGit? {
    var process = CurrentProcess.parent
    // Git calls a shell, which may call another one.
    for _ in 0..<4 where process > 1 {
      let line = contents(of: "/proc/\(process)/cmdline").split(
        separator: 0, omittingEmptySubsequences: false)
      if let git = CallingGit(line.map(Array.init)) { return git }
      process = parent(of: process)
    }
    return nil
  }

  /// Reads a command line; `nil` where it is not that of git.
  init?(_ line: [[UInt8]]) {
    guard let program = line.first.map({ SystemPath(bytes: $0).name }) else { return nil }
    var rest = line.dropFirst()
    // The words end with a NUL, too.
    if rest.last?.isEmpty == true { rest.removeLast() }
    let dashed = Array("git-".utf8)
    if program.starts(with: dashed) {
      verb = String(decoding: program.dropFirst(dashed.count), as: UTF8.self)
      words = Array(rest)
      return
    }
    guard program.elementsEqual("git".utf8) else { return nil }
    while let word = rest.popFirst() {
      guard word.first == UInt8(ascii: "-") else {
        verb = String(decoding: word, as: UTF8.self)
        words = Array(rest)
        return
      }
      if Self.optionsWithValue.contains(String(decoding: word, as: UTF8.self)) {
        _ = rest.popFirst()
      }
    }
    return nil
  }

  private static let optionsWithValue = [
    "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env",
  ]

  /// The words that are not options, up to `--`.
  ///
  /// - Parameter values: The options whose value is a word of its own.
  /// - Returns: The words, in their order.
  func names(withoutValuesOf values: [String] = []) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var rest = words[...]
    while let word = rest.popFirst(), !word.elementsEqual("--".utf8) {
      if word.first == UInt8(ascii: "-"), word.count > 1 {
        if values.contains(String(decoding: word, as: UTF8.self)) { _ = rest.popFirst() }
      } else {
        names.append(word)
      }
    }
    return names
  }

  private static func parent(of process: Int32) -> Int32 {
    // The name of the program may contain blanks and brackets.
    let text = contents(of: "/proc/\(process)/stat")
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
    let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) ?? 0 : 0
  }

  private static func contents(of path: String) -> [UInt8] {
    SystemPath(path).contents() ?? []
  }
}
