package import DocMergeCore
import Glibc

/// The records of what rules decided in a git repository, in a folder of its own, one file a merged file.
///
/// The folder is `docmerge/decisions` in the git folder of the worktree. The name of a record has its date
/// in microseconds, the process that made it and its size, so that the bounds are kept without a look into
/// any of them: ``countLimit`` records, ``sizeLimit`` bytes, ``ageLimit`` microseconds.
package struct DecisionLog: Sendable {
  /// The most records that are kept.
  package static let countLimit = 1000
  /// The most bytes of all of them.
  package static let sizeLimit = 1 << 26
  /// How old a record gets, in microseconds: 60 days.
  package static let ageLimit: Int64 = 60 * 24 * 3600 * 1_000_000
  /// The most bytes of one record; beyond, it goes without the whole texts, then without a record.
  package static let recordLimit = 1 << 24

  private let folder: CPath

  /// A record, and when it was made.
  package struct Entry: Sendable {
    /// When the merge was made.
    package var date: Timestamp
    /// What was decided.
    package var record: DecisionRecord
  }

  /// The log of the worktree whose git folder this is.
  package init(gitFolder: [UInt8]) {
    folder = CPath(gitFolder).appending("docmerge/decisions")
  }

  /// Adds a record; others that are old, or too many, go.
  ///
  /// Others see it whole or not at all. It need not outlast a power cut: the merge that it is about would
  /// not either.
  package func append(_ record: DecisionRecord) throws(DecisionLogFailure) {
    var record = record
    var bytes = record.encoded
    if bytes.count > Self.recordLimit {
      (record.texts, record.result) = (nil, nil)
      bytes = record.encoded
    }
    guard bytes.count <= Self.recordLimit else { throw DecisionLogFailure(reason: EFBIG) }
    try makeFolder()
    let unfinished = folder.appending("unfinished-\(getpid())")
    try write(bytes, to: unfinished)
    for number in 0..<1000 {
      let name = RecordName(date: Self.now(), process: getpid(), number: number, size: bytes.count)
      if Self.give(unfinished, name: folder.appending(name.text)) { return prune(keeping: name) }
      guard errno == EEXIST else { break }
    }
    let reason = errno
    unlink(unfinished.characters)
    throw DecisionLogFailure(reason: reason)
  }

  /// Gives a file its name; `false` with `errno` where that is taken, or cannot be.
  private static func give(_ file: CPath, name: CPath) -> Bool {
    // Unlike a rename, a link never takes the place of another record.
    if link(file.characters, name.characters) == 0 {
      unlink(file.characters)
      return true
    }
    // Some file systems have no links; there, the name alone keeps records apart.
    guard errno != EEXIST, access(name.characters, F_OK) != 0 else { return false }
    return rename(file.characters, name.characters) == 0
  }

  /// All records, oldest first, and how many files are none.
  package func entries() throws(DecisionLogFailure) -> (entries: [Entry], broken: Int) {
    let found = try names().map(record)
    return (found.compactMap(\.entry), found.count { $0.isBroken })
  }

  /// The latest records for as long as they meet a condition, newest first.
  package func latest(
    while condition: (DecisionRecord) -> Bool
  ) throws(DecisionLogFailure) -> [Entry] {
    var entries: [Entry] = []
    for name in try names().reversed() {
      guard let entry = record(name).entry else { continue }
      guard condition(entry.record) else { break }
      entries.append(entry)
    }
    return entries
  }

  /// The record of a name; another process may have removed it meanwhile, which is no damage.
  private func record(_ name: RecordName) -> (entry: Entry?, isBroken: Bool) {
    let path = folder.appending(name.text)
    // What is no file, such as a pipe, must not be waited for.
    let file = open(path.characters, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return (nil, errno != ENOENT) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.recordLimit, let bytes = try? MappedFile.read(file, path.bytes),
      let record = DecisionRecord(encoded: bytes)
    else { return (nil, true) }
    let (seconds, rest) = name.date.quotientAndRemainder(dividingBy: 1_000_000)
    return (
      Entry(date: Timestamp(seconds: seconds, nanoseconds: rest * 1000), record: record), false
    )
  }

  // MARK: Files

  private func names() throws(DecisionLogFailure) -> [RecordName] {
    guard let stream = opendir(folder.characters) else {
      if errno == ENOENT { return [] }
      throw DecisionLogFailure(reason: errno)
    }
    defer { closedir(stream) }
    var names: [RecordName] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if let found = RecordName(String(decoding: name, as: UTF8.self)) { names.append(found) }
    }
    return names.sorted()
  }

  /// Removes what is beyond the bounds, but for one record; what cannot be removed stays.
  private func prune(keeping own: RecordName) {
    guard let names = try? names() else { return }
    let oldest = Self.now() - Self.ageLimit
    var (count, size) = (names.count, names.reduce(0) { $0 + $1.size })
    for name in names where name != own {
      guard count > Self.countLimit || size > Self.sizeLimit || name.date < oldest else { return }
      unlink(folder.appending(name.text).characters)
      (count, size) = (count - 1, size - name.size)
    }
  }

  private func makeFolder() throws(DecisionLogFailure) {
    guard mkdir(folder.characters, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT else { throw DecisionLogFailure(reason: errno) }
    mkdir(folder.folder.characters, 0o777)
    guard mkdir(folder.characters, 0o777) == 0 || errno == EEXIST else {
      throw DecisionLogFailure(reason: errno)
    }
  }

  private func write(_ bytes: [UInt8], to path: CPath) throws(DecisionLogFailure) {
    let file = open(path.characters, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw DecisionLogFailure(reason: errno) }
    var output = OutputFile(file)
    bytes.withUnsafeBytes { output.append($0) }
    output.flush()
    let failure = output.failure
    close(file)
    guard failure == 0 else {
      unlink(path.characters)
      throw DecisionLogFailure(reason: failure)
    }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}

/// Why a record could not be kept or read: the number of the system's error.
package struct DecisionLogFailure: Error, Hashable {
  /// The error number.
  package var reason: Int32

  /// What the system says.
  package var words: String { String(cString: strerror(reason)) }
}

/// The name of a record: `1764104400123456-4711-0-2048`.
private struct RecordName: Comparable {
  var date: Int64
  var process: Int32
  var number: Int
  var size: Int

  init(date: Int64, process: Int32, number: Int, size: Int) {
    self.date = date
    self.process = process
    self.number = number
    self.size = size
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let date = Int64(parts[0]), let process = Int32(parts[1]),
      let number = Int(parts[2]), let size = Int(parts[3]), date >= 0,
      (0...DecisionLog.recordLimit).contains(size)
    else { return nil }
    self.init(date: date, process: process, number: number, size: size)
    guard self.text == text else { return nil }
  }

  var text: String { "\(date)-\(process)-\(number)-\(size)" }

  static func < (one: RecordName, other: RecordName) -> Bool {
    (one.date, one.process, one.number) < (other.date, other.process, other.number)
  }
}
