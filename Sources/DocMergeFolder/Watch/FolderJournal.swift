package import DocMergeHistory
import DocMergePOSIX
package import DocMergeSystem
import Glibc

/// The notes of a monitor about a folder: the places of changes, in their order.
///
/// A file of records: a byte for the kind, then the text, then a NUL. To know everything that happened up to now, a
/// reader makes a cookie, a file in a folder that is watched too: once the journal names it, everything before is in
/// the journal, since the kernel reports events in their order.
package struct FolderJournal: Sendable {
  /// A kind of record.
  package enum Kind: UInt8 {
    /// The id of the journal: the first record.
    case generation = 0x67
    /// A change at this path: for a folder, anywhere in it.
    case path = 0x70
    /// A reader asks whether everything before is written down.
    case cookie = 0x63
    /// A change in an unknown place.
    case lost = 0x6C
  }

  /// The changes known up to a mark.
  package struct KnownChanges: Sendable {
    /// The mark up to which it is known.
    package var mark: JournalMark
    /// The places of changes since an earlier mark; `nil` when they are not known.
    package var paths: Set<DocumentPath>?
  }

  package let folder: SystemPath
  package let environment: Environment

  package init(folder: SystemPath, environment: Environment) {
    self.folder = folder
    self.environment = environment
  }

  /// Held by the monitor while it runs.
  package var lock: SystemPath { folder.appending("lock".utf8) }
  package var journal: SystemPath { folder.appending("journal".utf8) }

  /// The prefix of cookies.
  static let cookiePrefix = Array("cookie-".utf8)
  /// How long a monitor may take to notice a cookie; after that it counts as dead.
  private static let patience = 2000

  /// The changes since `mark`, up to now; `nil` when no monitor answers.
  ///
  /// Costs the number of changes since, and the wait for the monitor, mostly less than a millisecond.
  package func look(since mark: JournalMark?) throws -> KnownChanges? {
    guard try LockFile.holder(of: lock) != nil else { return nil }
    let file = open(journal.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let name = FolderJournal.cookiePrefix + "\(getpid())-\(environment.randomNumber())".utf8
    var records = Records(file: file, path: journal)
    guard let generation = try records.next(), generation.kind == .generation else { return nil }
    let isSame = mark?.generation == generation.text
    // Of another journal, only the current end is needed.
    records.offset = isSame ? mark?.offset ?? 0 : Int(max(lseek(file, 0, SEEK_END), 0))
    try makeCookie(name)
    var paths: Set<DocumentPath> = []
    var isLost = !isSame
    for _ in 0..<FolderJournal.patience {
      while let record = try records.next() {
        switch record.kind {
        case .path: paths.insert(DocumentPath(unchecked: record.text))
        case .lost: isLost = true
        case .cookie where record.text == name:
          let mark = JournalMark(generation: generation.text, offset: records.offset)
          return KnownChanges(mark: mark, paths: isLost ? nil : paths)
        case .cookie, .generation: break
        }
      }
      usleep(250)
    }
    return nil
  }

  private func makeCookie(_ name: [UInt8]) throws(FileError) {
    let path = folder.appending(name)
    let file = open(path.characters, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError("make", path) }
    close(file)
    try environment.disk.remove(path)
  }
}

extension FolderJournal {
  /// Reads records as they are written.
  fileprivate struct Records {
    let file: Int32
    let path: SystemPath
    /// Where the next record begins.
    var offset = 0
    private var bytes: [UInt8] = []
    private var start = 0

    init(file: Int32, path: SystemPath) {
      self.file = file
      self.path = path
    }

    /// The next record; `nil` when it is not written yet.
    mutating func next() throws(FileError) -> (kind: Kind, text: [UInt8])? {
      if offset < start || offset > start + bytes.count { (bytes, start) = ([], offset) }
      while true {
        let rest = bytes[(offset - start)...]
        if let end = rest.firstIndex(of: 0), let first = rest.first {
          offset = start + end + 1
          guard let kind = Kind(rawValue: first) else { return (.lost, []) }
          return (kind, Array(rest.dropFirst()[..<end]))
        }
        (bytes, start) = (Array(rest), offset)
        guard try read() else { return nil }
      }
    }

    private mutating func read() throws(FileError) -> Bool {
      let place = off_t(start + bytes.count)
      let more = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        let count = pread(file, buffer.baseAddress, buffer.count, place)
        return count < 0 ? nil : Array(buffer.prefix(count))
      }
      guard let more else { throw FileError("read", path) }
      bytes += more
      return !more.isEmpty
    }
  }
}
