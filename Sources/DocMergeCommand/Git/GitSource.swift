import DocMerge
import DocMergeGit
import Glibc

/// A git repository that stopped in the middle of something, as a source of conflicts like a container.
struct GitSource {
  let repository: GitRepository
  let operation: GitOperation
  /// What people decided for conflicts.
  let memory: GitMemory

  init(repository: GitRepository, operation: GitOperation) {
    self.repository = repository
    self.operation = operation
    memory = repository.memory
  }

  /// The repository around the current folder, unless a container is nearer; `nil` when there is none.
  static func current() throws -> GitSource? {
    guard try isNearer, let repository = try GitRepository.current() else { return nil }
    return GitSource(repository: repository, operation: try repository.operation())
  }

  /// Whether a walk upwards meets a git repository before a container.
  private static var isNearer: Bool {
    get throws {
      if getenv("GIT_DIR") != nil { return true }
      var folder = try WorkingFolder.path()[...]
      while true {
        if access("\(folder)/.docmerge", F_OK) == 0 { return false }
        if access("\(folder)/.git", F_OK) == 0 { return true }
        guard let slash = folder.lastIndex(of: "/") else { return false }
        folder = folder[..<slash]
      }
    }
  }

  /// The conflicts that names mean, each once; all of them without names.
  func conflicts(_ names: [String]) throws -> [GitConflict] {
    guard !names.isEmpty else { return try repository.conflicts() }
    var seen: Set<[UInt8]> = []
    return try names.flatMap { name in
      let found = try repository.conflicts(named: name)
      guard !found.isEmpty else {
        throw CommandError(description: "\(PrintableText.escape(name)) is not in conflict")
      }
      return found.filter { seen.insert($0.path).inserted }
    }
  }

  /// Whether a name leads into the worktree; where its folder is gone, git has the last word.
  func holds(_ name: String) -> Bool {
    var status = stat()
    let isFolder = lstat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    // A link in the worktree is a path of it, wherever it points to.
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
    guard let real = realpath(isFolder ? name : folder, nil) else { return true }
    defer { free(real) }
    let path = String(cString: real)
    return path == repository.top || path.hasPrefix("\(repository.top)/")
  }

  /// What a path is called in the current folder, which is what verbs take.
  func name(of conflict: GitConflict) throws -> String {
    let path = String(decoding: conflict.path, as: UTF8.self)
    let folder = try WorkingFolder.path()
    guard folder != repository.top, folder.hasPrefix("\(repository.top)/") else { return path }
    let inner = folder.dropFirst(repository.top.count + 1).split(separator: "/")
    let parts = path.split(separator: "/")
    let common = zip(inner, parts.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: inner.count - common)
    return (up + parts.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// The one conflict that a name means.
  func conflict(_ name: String) throws -> GitConflict {
    let found = try conflicts([name])
    guard found.count == 1 else {
      throw CommandError(
        description: "\(PrintableText.escape(name)) is a folder: name a file in it")
    }
    return found[0]
  }

  /// A conflict and one of its versions, from `PATH` or `PATH@VERSION`; ours where only a path is given.
  func version(_ text: String) throws -> (GitConflict, GitVersion) {
    if let conflict = try? conflict(text) { return (conflict, .ours) }
    guard let split = text.lastIndex(of: "@"), split != text.startIndex else {
      return (try conflict(text), .ours)
    }
    let name = text[..<split]
    let conflict = try conflict(String(name.hasSuffix("@") ? name.dropLast() : name))
    return (conflict, try GitVersion(parsing: String(text[split...])))
  }

  /// Says whose work is whose, for the person.
  func explain() {
    Console.message(PrintableText.words(operation.explanation))
  }

  /// Says what is left and how to go on, and returns how many paths are left.
  func conclude() throws -> Int {
    let left = try repository.conflicts().count
    Console.message(
      left == 0
        ? "Nothing is left in conflict. Go on with: \(operation.continuation)"
        : "\(Words.count(left, "path")) left in conflict.")
    return left
  }
}

/// The versions that git keeps of a path in conflict.
enum GitVersion: String, CaseIterable {
  case base, ours, theirs

  /// Reads `@ours`, `ours`, `@1`, `1` and so on.
  init(parsing text: String) throws {
    let word = text.hasPrefix("@") ? String(text.dropFirst()) : text
    switch word {
    case "1", "current": self = .ours
    case "2": self = .theirs
    default:
      guard let version = GitVersion(rawValue: word) else {
        throw CommandError(
          description:
            "no version \(PrintableText.escape(text)): give @ours (@1), @theirs (@2) or @base")
      }
      self = version
    }
  }

  /// The version of a conflict; `nil` when there is none.
  func stage(of conflict: GitConflict) -> GitConflict.Stage? {
    switch self {
    case .base: conflict.base
    case .ours: conflict.ours
    case .theirs: conflict.theirs
    }
  }
}

extension GitConflict {
  /// The path for a person.
  var display: String { PrintableText.escape(path) }
}
