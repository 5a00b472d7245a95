import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Planned changes of files, all computed before the first is written.
struct GitSetup {
  /// The change of a file.
  struct Change {
    let path: String
    let old: [UInt8]?
    let new: MarkedBlock.Rest
    /// The lines between the marks; empty when they are removed.
    let lines: [String]
  }

  private(set) var changes: [Change] = []

  /// Plans to insert lines into a file.
  mutating func put(
    _ lines: [String], into path: String, at place: MarkedBlock.Place = .end
  ) throws {
    let old = try Self.contents(of: path)
    let hasFolder = Place(Self.folder(of: path)).exists
    let new = MarkedBlock.put(lines, into: old, at: place, hasFolder: hasFolder)
    if new == old { return }
    changes.append(Change(path: path, old: old, new: .file(new), lines: lines))
  }

  /// Plans to remove the lines from a file, if they are there.
  mutating func remove(from path: String) throws {
    guard let old = try Self.contents(of: path), let rest = MarkedBlock.removed(from: old) else {
      return
    }
    changes.append(Change(path: path, old: old, new: rest, lines: []))
  }

  /// Writes all changes, or none: all files are locked first, and if one cannot be written, the
  /// written ones are restored.
  func apply() throws {
    var locks: [String] = []
    var folders: [String] = []
    var isDone = false
    defer {
      for lock in locks { try? Place(lock).removeFile() }
      if !isDone { for folder in folders.reversed() { Place(folder).removeFolder() } }
    }
    for change in changes {
      folders += try Self.makeFolders(of: change.path)
      locks.append(try Self.lock(change.path))
      guard try Self.contents(of: change.path) == change.old else {
        throw CommandError(
          description: tr("\(PrintableText.escape(change.path)) was changed meanwhile; try again"))
      }
    }
    var written: [Change] = []
    do {
      for change in changes {
        try Self.apply(change)
        written.append(change)
      }
    } catch {
      for change in written { Self.takeBack(change) }
      throw error
    }
    isDone = true
    for lock in locks { try? Place(lock).removeFile() }
    locks = []
    for change in changes {
      if case .nothing(removesFolder: true) = change.new {
        Place(Self.folder(of: change.path)).removeFolder()
      }
    }
  }

  private static func apply(_ change: Change) throws {
    switch change.new {
    case .file(let bytes): try WholeFile.replace(change.path, with: bytes)
    case .nothing:
      try trying(.remove, change.path) { place throws(Errno) in try place.removeFile() }
    }
  }

  /// Restores a file; a failure, as on a full disk, is only reported, since the first one counts.
  private static func takeBack(_ change: Change) {
    do {
      if let old = change.old {
        try WholeFile.replace(change.path, with: old)
      } else {
        try trying(.remove, change.path) { place throws(Errno) in try place.removeFile() }
      }
    } catch {
      let path = PrintableText.escape(change.path)
      let reason = ErrorWords.words(of: error)
      Console.message(tr("docmerge: \(path) keeps what setup has written: \(reason)"))
    }
  }

  /// Makes the missing folders, and returns them.
  private static func makeFolders(of path: String) throws -> [String] {
    let folder = folder(of: path)
    guard !Place(folder).exists else { return [] }
    var made: [String] = []
    let parent = Self.folder(of: folder)
    if !Place(parent).exists, (try? Place(parent).makeFolder()) != nil { made.append(parent) }
    try trying(.make, folder) { place throws(Errno) in try place.makeFolder() }
    return made + [folder]
  }

  /// Takes git's lock for writing such a file.
  private static func lock(_ path: String) throws -> String {
    let lock = (Place(path).realName ?? path) + ".lock"
    do throws(Errno) {
      try Place(lock).makeLock()
    } catch {
      throw failure(.lock, path, error)
    }
    return lock
  }

  /// The contents of a file; `nil` if there is none.
  static func contents(of path: String) throws -> [UInt8]? {
    if Place(path).isMissing { return nil }
    return try InputFile.read(path)
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return (path.hasPrefix("/") ? "/" : "") + (parts.isEmpty ? "." : parts.joined(separator: "/"))
  }

  /// A change of a file or folder.
  private enum Action { case remove, make, lock }

  private static func trying(
    _ action: Action, _ path: String, _ call: (Place) throws(Errno) -> Void
  ) throws {
    do throws(Errno) {
      try call(Place(path))
    } catch {
      throw failure(action, path, error)
    }
  }

  private static func failure(_ action: Action, _ path: String, _ reason: Errno) -> CommandError {
    let name = PrintableText.escape(path)
    switch action {
    case .remove: return CommandError(description: tr("cannot remove \(name): \(reason)"))
    case .make: return CommandError(description: tr("cannot make \(name): \(reason)"))
    case .lock: return CommandError(description: tr("cannot lock \(name): \(reason)"))
    }
  }
}
