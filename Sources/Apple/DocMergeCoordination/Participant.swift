import DocMergeSystem

/// A process that takes part in coordination: this one, or another one found in the folder.
///
/// It has up to four files there: `ID.alive`, which it locks as long as it lives, `ID.claims`, `ID.presenters`, and the
/// socket `ID.socket`. Each is written by its owner alone.
struct Participant: Sendable {
  let id: String
  let folder: ItemPath

  func file(_ ending: String) -> ItemPath { folder.appending("\(id).\(ending)".utf8) }

  /// Makes the files of this process; the lock stays until the process ends.
  static func join(_ folder: ItemPath) throws(AccessError) -> Participant {
    let id = "\(CurrentProcess.number)-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
    let participant = Participant(id: id, folder: folder)
    // It gets its name with the lock on it: an unlocked file belongs to a dead process.
    let path = participant.file("joining")
    let file = try AccessError.trying("lock", path) { () throws(Errno) in
      let file = try OpenFile(path.system, for: .readingAndWriting, .makesNew, permissions: 0o600)
      try file.lock()
      return file
    }
    try AccessError.trying("write", path) { () throws(Errno) in
      let number = CurrentProcess.number
      try file.write(Array("\(number) \(ProcessState.start(of: number) ?? "?")".utf8))
      try path.system.rename(to: participant.file("alive").system)
    }
    // Never closed: the kernel does that when the process ends, in any way.
    _ = file.release()
    return participant
  }

  /// Whether its process is still alive, by the kernel's lock.
  var isAlive: Bool {
    do throws(Errno) {
      return try OpenFile(file("alive").system, for: .readingAndWriting).isLocked
    } catch {
      // A process that cannot be checked, for want of file descriptors for example, may be alive.
      return error != .noSuchFile
    }
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

/// Facts about a process from `/proc`.
enum ProcessState {
  /// The start time, in ticks since the computer started.
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

/// Small files that are read and replaced as a whole.
enum SmallFile {
  /// The contents; `nil` if the file cannot be read.
  static func read(_ path: ItemPath) -> [UInt8]? {
    path.system.contents()
  }

  /// Replaces the file atomically: readers see the old or the new contents.
  ///
  /// Nothing is made durable, since nothing here outlives the processes.
  static func replace(_ path: ItemPath, with bytes: [UInt8]) throws(AccessError) {
    let new = ItemPath(bytes: path.bytes + ".new".utf8)
    let file = try AccessError.trying("write", new) { () throws(Errno) in
      try OpenFile(new.system, for: .writing, [.makes, .empties], permissions: 0o600)
    }
    try AccessError.trying("write", path) { () throws(Errno) in
      try file.write(bytes)
      try new.system.rename(to: path.system)
    }
  }
}
