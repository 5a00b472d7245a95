import DocMergeCore
import DocMergePOSIX
import DocMergeSystem
import Glibc

/// The file `gc.pid` of a repository: `1234 computer`, the process that keeps others out, in git's form.
///
/// Behind that, where git does not read, docmerge marks the file as its own.
struct HousekeepingFile {
  /// The process that the file names.
  package enum Owner {
    /// No living process.
    case none
    /// A process of docmerge that holds the lock, and shares it.
    case companion
    /// git; or docmerge on another computer, where it is not known whether the process is alive.
    case other(Int32?, isOurs: Bool)
  }

  /// What to do with the file.
  package enum Next {
    case asItIs, unowned, later
    case ours(Int32)
  }

  /// The result of a change.
  package enum Change {
    case done(Bool)
    /// Another process is changing the file at this moment.
    case busy
    case notAllowed
  }

  package let repository: String
  /// The open folder of the objects, with this process's mark.
  package let folder: Int32

  private var path: SystemPath { SystemPath("\(repository)/gc.pid") }
  /// git makes this file first, writes into it, and renames it.
  private var lock: SystemPath { SystemPath("\(repository)/gc.pid.lock") }

  private static let mark = "docmerge"
  /// After this many seconds git ignores the file and its contents.
  private static let longest: Int64 = 12 * 3600
  /// No process works on the file for this many seconds.
  private static let tooLong: Int64 = 60

  // MARK: Reading

  private struct Note {
    var process: Int32
    var computer: String
    var isOurs: Bool
    /// Its age in seconds.
    var age: Int64
  }

  private func note(at path: SystemPath) throws -> Note? {
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("read", path)
    }
    defer { close(file) }
    let status = try FileStatus.of(open: file, path)
    let text = String(decoding: try Files.readAll(file, sizeHint: 80, path), as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\n" }
    return Note(
      process: words.first.flatMap { Int32($0) } ?? 0,
      computer: words.dropFirst().first.map(String.init) ?? "",
      isOurs: words.dropFirst(2).first == Self.mark[...],
      age: Int64(time(nil)) - status.modified.seconds)
  }

  /// The process that the file names.
  package func owner() throws -> Owner {
    guard let note = try note(at: path), note.process > 0, !note.computer.isEmpty,
      note.age <= Self.longest
    else { return .none }
    guard note.computer == Self.computer else { return .other(nil, isOurs: note.isOurs) }
    if note.isOurs { return companion(note.process) == nil ? .none : .companion }
    return RunningProcess.isAlive(note.process) ? .other(note.process, isOurs: false) : .none
  }

  /// Whether the file names this process.
  var isOwned: Bool {
    get throws {
      guard let note = try note(at: path) else { return false }
      return note.isOurs && note.process == getpid() && note.computer == Self.computer
    }
  }

  /// A process that holds the lock, other than through this open file: any, or the one with that number.
  package func companion(_ process: Int32? = nil) -> Int32? {
    let number = docmerge_find_mark(
      folder, process.map(Int64.init) ?? 0, process == nil ? 0 : 1)
    return number < 0 ? nil : Int32(number)
  }

  private static let computer: String = {
    var name = [CChar](repeating: 0, count: 65)
    // git's name for a computer without a known name.
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  // MARK: Writing

  /// Lets `decide` choose what to do with the file, while no other process changes it.
  package func change(_ decide: () throws -> Next) throws -> Change {
    let file = try makeLock()
    guard file >= 0 else {
      switch errno {
      case EEXIST:
        try removeDeadLock()
        return .busy
      case EACCES, EPERM, EROFS: return .notAllowed
      default: throw FileError("make", lock)
      }
    }
    defer { close(file) }
    do {
      return .done(try apply(try decide(), file))
    } catch {
      unlink(lock.characters)
      throw error
    }
  }

  /// Makes the lock file, which names this process from the first moment; -1 and `errno` on failure.
  ///
  /// A lock without a name could be any process's, if this one died now.
  private func makeLock() throws -> Int32 {
    let nameless = docmerge_open_nameless(repository)
    if nameless >= 0 {
      do { try write(getpid(), to: nameless) } catch {
        close(nameless)
        throw error
      }
      if fchmod(nameless, 0o644) == 0, docmerge_name(nameless, lock.characters) == 0 {
        return nameless
      }
      let code = errno
      close(nameless)
      errno = code
      if code == EEXIST { return -1 }
    }
    // This file system has no files without a name.
    let file = open(lock.characters, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { return -1 }
    do { try write(getpid(), to: file) } catch {
      close(file)
      unlink(lock.characters)
      throw error
    }
    return file
  }

  private func apply(_ next: Next, _ file: Int32) throws -> Bool {
    switch next {
    case .ours(let process):
      if process != getpid() { try write(process, to: file) }
      guard rename(lock.characters, path.characters) == 0 else { throw FileError("make", path) }
      return true
    case .unowned: unlink(path.characters)
    case .asItIs, .later: break
    }
    unlink(lock.characters)
    if case .later = next { return false }
    return true
  }

  private func write(_ process: Int32, to file: Int32) throws {
    let text = Array("\(process) \(Self.computer) \(Self.mark)".utf8)
    guard pwrite(file, text, text.count, 0) == text.count, ftruncate(file, off_t(text.count)) == 0
    else { throw FileError("write", lock) }
  }

  /// Removes the lock of a process that died while it changed the file: otherwise git would fail for ever.
  private func removeDeadLock() throws {
    // Only one process at a time, or a second one would remove the new lock of the first.
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(folder, LOCK_UN) }
    guard let note = try note(at: lock) else { return }
    let isDead =
      note.isOurs && note.computer == Self.computer && !RunningProcess.isAlive(note.process)
    if isDead || note.age > Self.tooLong { unlink(lock.characters) }
  }
}
