package import DocMergeContainer
package import DocMergeCore
import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Facts that the process which syncs a container all the time shares with other processes, in files in `.docmerge`.
package struct WatchFiles: Sendable {
  private let container: Container

  fileprivate init(_ container: Container) { self.container = container }

  /// Marks that show, without a look into the folder, whether another process saved or sent something meanwhile.
  package struct Marks: Sendable, Hashable {
    /// The current state of this replica.
    package var state: ObjectID?
    /// The states of this replica that remotes have, by their references.
    package var sent: [String: ObjectID]

    /// Makes the marks of a replica that has done nothing.
    package init() { (state, sent) = (nil, [:]) }

    package init(state: ObjectID?, sent: [String: ObjectID]) {
      (self.state, self.sent) = (state, sent)
    }
  }

  /// The key of git's configuration for ``interval()``.
  static let intervalKey = "docmerge.interval"

  /// Held by the one process that syncs this container all the time.
  private var watchLock: ContainerLock { ContainerLock(path: container.privatePath("watch.lock")) }
  private var pauseMark: SystemPath { container.privatePath("watch.paused") }
  private var watchReport: SystemPath { container.privatePath("watch.json") }

  /// Runs `body` as the one process that syncs this container all the time.
  ///
  /// - Throws: ``ContainerError/watched(process:)`` when there is one already, ``FileError``, and what
  ///   `body` throws.
  package func alone<Result>(_ body: () throws -> Result) throws -> Result {
    try watchLock.holdAlone(orThrow: ContainerError.watched, body)
  }

  /// The number of the process that syncs this container all the time; `nil` when there is none.
  package func process() throws -> Int32? { try watchLock.holder() }

  /// The time since when automatic syncs are paused; `nil` when they are not.
  package func pausedSince() throws(FileError) -> Timestamp? {
    try FileStatus.of(pauseMark)?.modified
  }

  /// Keeps the process that syncs this container all the time from doing so, now and after a new start.
  package func pause() throws(FileError) {
    guard try FileStatus.of(pauseMark) == nil else { return }
    try container.disk.write([], to: pauseMark, permissions: 0o666)
    try container.disk.synchronise(folder: pauseMark.parent)
  }

  /// Ends ``pause()``.
  package func resume() throws(FileError) {
    try container.disk.remove(pauseMark)
    try container.disk.synchronise(folder: pauseMark.parent)
  }

  /// What the process that syncs this container all the time wrote last; `nil` when nothing was written.
  package func note() throws(FileError) -> [UInt8]? {
    guard try FileStatus.of(watchReport) != nil else { return nil }
    return try Files.read(watchReport).bytes
  }

  /// Writes what others can read with ``note()``: atomic, but not durable.
  package func setNote(_ bytes: [UInt8]) throws(FileError) {
    let new = container.privatePath("watch.json.new")
    try container.disk.remove(new)
    try container.disk.write(bytes, to: new, permissions: 0o666)
    guard container.disk.rename(new, to: watchReport) else {
      throw FileError("write", watchReport)
    }
  }

  /// How many seconds pass between two syncs if nothing happens here: `docmerge.interval`, or 60.
  package func interval() throws -> Int {
    // A sync refuses a value that is no number above 0; a typing error must not keep a service from starting.
    let text = try container.git.configuration(Self.intervalKey)
    return text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 60
  }

  /// The state of this replica, and what remotes have of it.
  package func marks() throws -> Marks {
    let replica = try container.replica()
    var sent: [String: ObjectID] = [:]
    for remote in try container.remotes.all() {
      let name = References.known(References.state(replica), of: remote.name)
      sent[name] = try container.git.reference(name)
    }
    return Marks(state: try container.git.reference(References.state(replica)), sent: sent)
  }
}

extension Container {
  /// The files of the process that syncs this container all the time.
  package var watch: WatchFiles { WatchFiles(self) }

  /// The number of the process that changes this container now; `nil` when there is none.
  ///
  /// While it works, the saved state and the state that the folder is compared with may be of two moments.
  package func writer() throws -> Int32? { try writeLock.holder() }
}
