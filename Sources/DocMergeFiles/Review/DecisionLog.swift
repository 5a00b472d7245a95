package import DocMergeCore
import DocMergeSystem

/// The records of rules' decisions in a git repository, in a folder of its own, one file per merged file.
///
/// The folder is `docmerge/decisions` in the git folder of the worktree. The name of a record has its date
/// in microseconds, the process that made it and its size, so that the limits are enforced without a look into
/// the files: ``countLimit`` records, ``sizeLimit`` bytes, ``ageLimit`` microseconds.
package struct DecisionLog: Sendable {
  /// The most records to keep.
  package static let countLimit = 1000
  /// The most bytes of all records together.
  package static let sizeLimit = 1 << 26
  /// The age up to which a record is kept, in microseconds: 60 days.
  package static let ageLimit: Int64 = 60 * 24 * 3600 * 1_000_000
  /// The most bytes of one record; above it, the whole texts are left out, then the record.
  package static let recordLimit = 1 << 24

  private let folder: SystemPath

  /// A record, and its date.
  package struct Entry: Sendable {
    /// The date of the merge.
    package var date: Timestamp
    /// The decisions.
    package var record: DecisionRecord
  }

  /// The log of the worktree with this git folder.
  package init(gitFolder: [UInt8]) {
    folder = SystemPath(bytes: gitFolder).appending("docmerge/decisions")
  }

  /// Adds a record; removes others that are too old or too many.
  ///
  /// Others see it completely or not at all. It need not survive a power cut: the merge that it is about would
  /// not either.
  package func append(_ record: DecisionRecord) throws(DecisionLogFailure) {
    var record = record
    var bytes = record.encoded
    if bytes.count > Self.recordLimit {
      (record.texts, record.result) = (nil, nil)
      bytes = record.encoded
    }
    guard bytes.count <= Self.recordLimit else { throw DecisionLogFailure(.tooLarge) }
    try makeFolder()
    let unfinished = folder.appending("unfinished-\(CurrentProcess.number)")
    try write(bytes, to: unfinished)
    do throws(Errno) {
      let name = try give(unfinished, size: bytes.count)
      prune(keeping: name)
    } catch {
      try? unfinished.removeFile()
      throw DecisionLogFailure(error)
    }
  }

  /// Gives a file the first name that is not in use.
  private func give(_ file: SystemPath, size: Int) throws(Errno) -> RecordName {
    var reason = Errno.fileExists
    for number in 0..<1000 where reason == .fileExists {
      let name = RecordName(
        date: Self.now(), process: CurrentProcess.number, number: number, size: size)
      do throws(Errno) {
        try Self.give(file, name: folder.appending(name.text))
        return name
      } catch {
        reason = error
      }
    }
    throw reason
  }

  private static func give(_ file: SystemPath, name: SystemPath) throws(Errno) {
    do throws(Errno) {
      // Unlike a rename, a link never replaces another record.
      try file.link(as: name)
      try? file.removeFile()
    } catch {
      // Some file systems have no links; there, the name alone keeps records apart.
      guard error != .fileExists, !name.exists else { throw error }
      try file.rename(to: name)
    }
  }

  /// All records, oldest first, and the number of files that are not records.
  package func entries() throws(DecisionLogFailure) -> (entries: [Entry], broken: Int) {
    let found = try names().map(record)
    return (found.compactMap(\.entry), found.count { $0.isBroken })
  }

  /// The latest records up to the first that does not meet a condition, newest first.
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

  /// The record with a name; another process may have removed it meanwhile, which is not an error.
  private func record(_ name: RecordName) -> (entry: Entry?, isBroken: Bool) {
    let path = folder.appending(name.text)
    let file: OpenFile
    do throws(Errno) {
      // Another program may have put a pipe there, which must not block.
      file = try OpenFile(path, for: .reading, [.neverWaits, .isNoLink])
    } catch {
      return (nil, error != .noSuchFile)
    }
    guard let status = try? file.status(), status.isFile, status.size <= Self.recordLimit,
      let bytes = try? file.readAll(), let record = DecisionRecord(encoded: bytes)
    else { return (nil, true) }
    let (seconds, rest) = name.date.quotientAndRemainder(dividingBy: 1_000_000)
    return (
      Entry(date: Timestamp(seconds: seconds, nanoseconds: rest * 1000), record: record), false
    )
  }

  // MARK: Files

  private func names() throws(DecisionLogFailure) -> [RecordName] {
    do throws(Errno) {
      return try folder.names().compactMap { RecordName(String(decoding: $0, as: UTF8.self)) }
        .sorted()
    } catch {
      if error == .noSuchFile { return [] }
      throw DecisionLogFailure(error)
    }
  }

  /// Removes records beyond the limits, except one; records that cannot be removed stay.
  private func prune(keeping own: RecordName) {
    guard let names = try? names() else { return }
    let oldest = Self.now() - Self.ageLimit
    var (count, size) = (names.count, names.reduce(0) { $0 + $1.size })
    for name in names where name != own {
      guard count > Self.countLimit || size > Self.sizeLimit || name.date < oldest else { return }
      try? folder.appending(name.text).removeFile()
      (count, size) = (count - 1, size - name.size)
    }
  }

  private func makeFolder() throws(DecisionLogFailure) {
    do throws(Errno) {
      do throws(Errno) {
        try folder.makeFolder()
      } catch {
        guard error == .noSuchFile else { throw error }
        try? folder.parent.makeFolder()
        try folder.makeFolder()
      }
    } catch {
      if error != .fileExists { throw DecisionLogFailure(error) }
    }
  }

  private func write(_ bytes: [UInt8], to path: SystemPath) throws(DecisionLogFailure) {
    do throws(Errno) {
      let file = try OpenFile(path, for: .writing, [.makes, .empties], permissions: 0o666)
      do throws(Errno) {
        try file.write(bytes)
      } catch {
        try? path.removeFile()
        throw error
      }
    } catch {
      throw DecisionLogFailure(error)
    }
  }

  private static func now() -> Int64 {
    let now = Timestamp.now
    return now.seconds * 1_000_000 + Int64(now.subsecond) / 1000
  }
}

/// Why a record could not be kept or read: the number of the system's error.
package struct DecisionLogFailure: Error, Hashable {
  /// The error number.
  package var reason: Int32

  /// The system's description.
  package var words: String { Errno(reason).description }

  fileprivate init(_ reason: Errno) { self.reason = reason.code }
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
