import DocMergeCore
import DocMergeHistory
import DocMergePOSIX
package import DocMergeSystem
import Glibc

/// Notes the places of changes in a folder, so that saves need not read all of it.
///
/// Like git's file-system monitor: inotify watches every folder; the paths are written to a journal. Only one runs in a
/// container, and its notes are of use only while it runs.
package final class FolderMonitor {
  private let root: SystemPath
  private let journal: FolderJournal
  private let notify: Int32
  private let device: UInt64
  private var output: Int32
  private var length = 0
  /// The paths of the watched folders; `nil` for the root.
  private var folders: [Int32: DocumentPath?] = [:]
  private var cookies: Int32 = -1
  /// The paths written to the journal since the last cookie: once is enough.
  private var written: Set<DocumentPath> = []

  private static let kinds =
    UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM)
    | UInt32(IN_MOVED_TO | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW)
  private static let names = [".docmerge", ".git"].map { Array($0.utf8) }
  /// The size at which a new journal is begun.
  private static let most = 1 << 24

  /// Starts to watch.
  ///
  /// - Throws: ``FileError``, with `ENOSPC` when the system has no more watches, and with `EOPNOTSUPP` on
  ///   file systems whose changes may be made on other computers.
  package init(root: SystemPath, journal: FolderJournal) throws(FileError) {
    guard let status = try FileStatus.of(root) else { throw FileError("watch", root, code: ENOENT) }
    let notify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    (self.root, self.journal, self.notify) = (root, journal, notify)
    (device, output) = (status.device, -1)
    guard notify >= 0 else { throw FileError("watch", root) }
    guard docmerge_is_local(root.characters) == 1 else {
      throw FileError("watch", root, code: EOPNOTSUPP)
    }
    cookies = try watch(journal.folder)
    try watchAll(nil)
    try begin()
  }

  deinit {
    if output >= 0 { close(output) }
    if notify >= 0 { close(notify) }
  }

  /// Notes changes, for at most `seconds`.
  ///
  /// - Returns: whether a reader asked meanwhile.
  /// - Throws: ``FileError``; with `ENOENT` when the container is gone.
  package func run(seconds: Int32) throws(FileError) -> Bool {
    var poll = pollfd(fd: notify, events: Int16(POLLIN), revents: 0)
    let isReported = Glibc.poll(&poll, 1, seconds * 1000) > 0
    guard try isJournalInPlace() else { throw FileError("watch", root, code: ENOENT) }
    guard isReported else { return false }
    guard let events = FolderEvent.waiting(in: notify) else { throw FileError("watch", root) }
    var isAsked = false
    for event in events {
      isAsked = try take(event) || isAsked
    }
    if length > FolderMonitor.most { try begin() }
    return isAsked
  }

  // MARK: Events

  /// Notes an event; `true` when it is a reader's question.
  ///
  /// An event about a watched folder itself has no name: the watch of the folder above reports it, too.
  private func take(_ event: FolderEvent) throws(FileError) -> Bool {
    if event.isOne(of: IN_Q_OVERFLOW) {
      try watchAll(nil)
      try write(.lost, [])
      return false
    }
    if event.watch == cookies {
      guard event.isOne(of: IN_CREATE), event.name.starts(with: FolderJournal.cookiePrefix) else {
        return false
      }
      try write(.cookie, event.name)
      written = []
      return true
    }
    guard let folder = folders[event.watch] else { return false }
    if event.isOne(of: IN_IGNORED) {
      folders[event.watch] = nil
    } else if event.isOne(of: IN_DELETE_SELF, IN_MOVE_SELF) {
      if folder == nil { throw FileError("watch", root, code: ENOENT) }
    } else if !event.name.isEmpty, !FolderMonitor.names.contains(event.name),
      !event.name.starts(with: Files.temporaryPrefix)
    {
      let path = folder?.appending(event.name) ?? DocumentPath(unchecked: event.name)
      if event.isOne(of: IN_ISDIR) { try follow(event, path) }
      try note(path)
    }
    return false
  }

  /// Makes sure that the contents of a folder are watched in their current place, before that is noted.
  ///
  /// Events of one path can arrive in either order: when two folders are exchanged, the new one arrives before the old
  /// one leaves. So each event starts a watch of the folder that has the path now. A change in that folder before the
  /// watch needs no event, since the path is noted afterwards.
  private func follow(_ event: FolderEvent, _ path: DocumentPath) throws(FileError) {
    if event.isOne(of: IN_MOVED_FROM) { unwatchAll(path) }
    if event.isOne(of: IN_CREATE, IN_MOVED_FROM, IN_MOVED_TO, IN_ATTRIB) { try watchAll(path) }
  }

  // MARK: Watching

  /// Watches a folder and all folders in it; nothing beyond a link, which would be watched under a second name.
  private func watchAll(_ top: DocumentPath?) throws(FileError) {
    for folder in top?.folders ?? [] {
      guard try FileStatus.of(root.appending(folder))?.isFolder == true else { return }
    }
    var waiting = [top]
    while let folder = waiting.popLast() {
      let path = folder.map { root.appending($0) } ?? root
      do throws(FileError) {
        let number = try watch(path)
        folders[number] = .some(folder)
        for entry in try Files.entries(of: path) where entry.status.form == .folder {
          guard !FolderMonitor.names.contains(entry.name) else { continue }
          guard entry.status.device == device || docmerge_is_local(path.characters) == 1 else {
            throw FileError("watch", path, code: EOPNOTSUPP)
          }
          waiting.append(
            folder?.appending(entry.name) ?? DocumentPath(unchecked: entry.name))
        }
      } catch {
        // A missing or hidden folder reports nothing; the folder above reports when that changes.
        guard [ENOENT, ENOTDIR, EACCES].contains(error.code) else { throw error }
      }
    }
  }

  /// Ends the watches of all folders that are known at a path, and in it.
  private func unwatchAll(_ top: DocumentPath) {
    for (watch, folder) in folders where folder == top || folder?.isInside(top) == true {
      inotify_rm_watch(notify, watch)
      folders[watch] = nil
    }
  }

  private func watch(_ folder: SystemPath) throws(FileError) -> Int32 {
    let number = inotify_add_watch(notify, folder.characters, FolderMonitor.kinds)
    guard number >= 0 else { throw FileError("watch", folder) }
    return number
  }

  // MARK: Writing

  private func note(_ path: DocumentPath) throws(FileError) {
    if written.insert(path).inserted { try write(.path, path.bytes) }
  }

  private func write(_ kind: FolderJournal.Kind, _ text: [UInt8]) throws(FileError) {
    let record = [kind.rawValue] + text + [0]
    guard Glibc.write(output, record, record.count) == record.count else {
      throw FileError("write", journal.journal)
    }
    length += record.count
  }

  /// Whether readers still find the journal; not so once the container was removed or moved.
  ///
  /// The kernel does not report the end of a folder that a process is in, nor a move of a folder above the container.
  private func isJournalInPlace() throws(FileError) -> Bool {
    let path = journal.journal
    guard let found = try FileStatus.of(path) else { return false }
    return found.isSameItem(as: try FileStatus.of(open: output, path))
  }

  /// Begins a new journal without any history.
  private func begin() throws(FileError) {
    let path = journal.folder.appending("journal.new".utf8)
    let disk = journal.environment.disk
    try disk.remove(path)
    let file = open(path.characters, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError("make", path) }
    if output >= 0 { close(output) }
    (output, length, written) = (file, 0, [])
    try write(.generation, Array(String(journal.environment.randomNumber(), radix: 16).utf8))
    guard disk.rename(path, to: journal.journal) else { throw FileError("rename", path) }
  }
}
