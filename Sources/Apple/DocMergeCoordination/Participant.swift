import DocMergePOSIX
import Glibc

/// A process that takes part in coordination: this one, or another one that is found in the folder.
///
/// It has up to four files there: `ID.alive`, on which it holds a lock as long as it lives, `ID.claims`,
/// `ID.presenters`, and the socket `ID.socket`. Each is written by its owner alone.
struct Participant: Sendable {
  let id: String
  let folder: ItemPath

  func file(_ ending: String) -> ItemPath { folder.appending("\(id).\(ending)".utf8) }

  /// Makes the files of this process; the lock stays until the process ends.
  static func join(_ folder: ItemPath) throws(AccessError) -> Participant {
    let id = "\(getpid())-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
    let participant = Participant(id: id, folder: folder)
    // It gets its name with the lock on it: a file without one is that of a dead process.
    let path = participant.file("joining")
    // Never closed: the kernel does that when the process is gone, however it went.
    let file = open(path.characters, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0, docmerge_lock_exclusive(file) == 0 else { throw .system("lock", path) }
    let text = Array("\(getpid()) \(ProcessState.start(of: getpid()) ?? "?")".utf8)
    guard write(file, text, text.count) == text.count,
      rename(path.characters, participant.file("alive").characters) == 0
    else { throw .system("write", path) }
    return participant
  }

  /// Whether its process is still there, as the kernel knows it.
  var isAlive: Bool {
    let file = open(file("alive").characters, O_RDWR | O_CLOEXEC)
    // Who cannot be looked at, for want of files for example, is not dead for that.
    guard file >= 0 else { return errno != ENOENT }
    defer { close(file) }
    return docmerge_is_locked(file) != 0
  }

  /// The number of its process.
  var process: Int32? { id.split(separator: "-").first.flatMap { Int32($0) } }

  /// Whether its process was stopped, as by Control-Z or `kill -STOP`.
  var isStopped: Bool {
    guard let process, let note = SmallFile.read(file("alive")) else { return false }
    let words = String(decoding: note, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let start = ProcessState.start(of: process), start == words[1] else {
      return false
    }
    return ProcessState.letter(of: process) == "T"
  }
}

/// What `/proc` says of a process.
enum ProcessState {
  /// When it started, in ticks since the computer did.
  static func start(of process: Int32) -> String? {
    let words = words(of: process)
    return words.count > 19 ? words[19] : nil
  }

  /// `R` running, `S` sleeping, `T` stopped.
  static func letter(of process: Int32) -> String? { words(of: process).first }

  /// The words after the name, which may itself have spaces and brackets.
  private static func words(of process: Int32) -> [String] {
    guard let bytes = SmallFile.read(ItemPath("/proc/\(process)/stat")),
      let bracket = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return [] }
    return String(decoding: bytes[(bracket + 1)...], as: UTF8.self).split(separator: " ")
      .map(String.init)
  }
}

/// Files that are read and replaced whole.
enum SmallFile {
  /// The contents; `nil` when it cannot be read.
  static func read(_ path: ItemPath) -> [UInt8]? {
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
        let count = Glibc.read(file, buffer.baseAddress, buffer.count)
        bytes += buffer.prefix(max(count, 0))
        return count
      }
      guard count > 0 else { return count == 0 ? bytes : nil }
    }
  }

  /// Replaces the file in one step: readers see the old or the new contents.
  ///
  /// Nothing is made durable, since nothing here outlives the processes.
  static func replace(_ path: ItemPath, with bytes: [UInt8]) throws(AccessError) {
    let new = ItemPath(bytes: path.bytes + ".new".utf8)
    let file = open(new.characters, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("write", new) }
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count,
      rename(new.characters, path.characters) == 0
    else { throw .system("write", path) }
  }
}
