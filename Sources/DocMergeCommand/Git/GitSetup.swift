import DocMerge
import Glibc

/// Files that are about to change, all worked out before the first is written.
struct GitSetup {
  /// What becomes of a file.
  struct Change {
    let path: String
    let old: [UInt8]?
    let new: MarkedBlock.Rest
    /// The lines between the marks; empty when they are taken out.
    let lines: [String]
  }

  private(set) var changes: [Change] = []

  /// Plans to put lines into a file.
  mutating func put(_ lines: [String], into path: String) throws {
    let old = try Self.contents(of: path)
    let hasFolder = access(Self.folder(of: path), F_OK) == 0
    let new = try named(path) { try MarkedBlock.put(lines, into: old, hasFolder: hasFolder) }
    if new == old { return }
    changes.append(Change(path: path, old: old, new: .file(new), lines: lines))
  }

  /// Plans to take the lines out of a file, if they are there.
  mutating func remove(from path: String) throws {
    guard let old = try Self.contents(of: path),
      let rest = try named(path, { try MarkedBlock.removed(from: old) })
    else { return }
    changes.append(Change(path: path, old: old, new: rest, lines: []))
  }

  /// Writes it all.
  func apply() throws {
    for change in changes {
      try Self.locked(change.path) {
        guard try Self.contents(of: change.path) == change.old else {
          throw CommandError(
            description: "\(PrintableText.escape(change.path)) was changed meanwhile; try again")
        }
        try Self.apply(change)
      }
      if case .nothing(removesFolder: true) = change.new { rmdir(Self.folder(of: change.path)) }
    }
  }

  private static func apply(_ change: Change) throws {
    switch change.new {
    case .file(let bytes): try WholeFile.replace(change.path, with: bytes)
    case .nothing:
      guard unlink(change.path) == 0 else { throw failure("remove", change.path) }
    }
  }

  /// Holds the lock that git takes when it writes such a file.
  private static func locked(_ path: String, _ body: () throws -> Void) throws {
    let folder = folder(of: path)
    if access(folder, F_OK) != 0 {
      let parent = Self.folder(of: folder)
      if access(parent, F_OK) != 0 { mkdir(parent, 0o777) }
      guard mkdir(folder, 0o777) == 0 else { throw failure("make", folder) }
    }
    let lock = (real(path) ?? path) + ".lock"
    let file = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure("lock", path) }
    defer {
      close(file)
      unlink(lock)
    }
    try body()
  }

  /// The contents of a file; `nil` if there is none.
  static func contents(of path: String) throws -> [UInt8]? {
    if access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return nil }
    return try InputFile.read(path)
  }

  private func named<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CommandError {
      throw CommandError(
        description: "\(PrintableText.escape(path)): \(error.description)")
    }
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return (path.hasPrefix("/") ? "/" : "") + (parts.isEmpty ? "." : parts.joined(separator: "/"))
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ action: String, _ path: String) -> CommandError {
    let reason = String(cString: strerror(errno))
    return CommandError(
      description: "cannot \(action) \(PrintableText.escape(path)): \(reason)")
  }
}
