import DocMergeCoordination
import DocMergeSystem
import Foundation
import Synchronization

/// The presenters of this process: their items, the questions to them, and the news for them.
final class PresenterRegistry: PresenterPost {
  static let shared = PresenterRegistry()

  /// One registered presenter.
  struct Entry: Sendable {
    var reference: PresenterReference
    var line: MessageLine
    var path: ItemPath?
    /// Renames that the presenter may not have noticed yet.
    var moves: [(from: ItemPath, to: ItemPath)] = []
    /// How many accesses are running that the presenter makes itself, or has given way to.
    var busy = 0
    /// The appearance of the item, and its contents, at the last report.
    var watched: WatchedItem?
    /// Its versions; `nil` outside of containers.
    var versions: PresentedVersions?
    /// The item that it was asked to close for a deletion, until that is known to be gone.
    var prepared: ItemPath?
    /// The last news about each version.
    var told: [String: VersionNews] = [:]
  }

  /// The questions of one visitor, until its access ends.
  fileprivate struct Visit: Sendable {
    var presenters: [String]
    var reacquirers: [(presenter: String, block: @Sendable () -> Void)] = []
  }

  struct State: Sendable {
    var entries: [String: Entry] = [:]
    var order: [String] = []
    var messageLoop: MessageLoop?
    var watches: [ItemPath: KernelWatch] = [:]
    /// Whether folders to watch were added or removed.
    var isStale = false
    /// Whether the kernel's event queue overflowed.
    var hasMissed = false
    var pending: [ItemPath: PendingChange] = [:]
    var halves: [UInt32: ItemPath] = [:]
    var renames: [(from: ItemPath, to: ItemPath)] = []
    var neighbours = Neighbours()
    fileprivate var visits: [UInt64: Visit] = [:]
    var errors: [UInt64: any Error] = [:]
    var number: UInt64 = 0
  }

  let state = Mutex(State())
  /// Reads containers, which takes longer than the message loop may be blocked.
  let versionQueue = DispatchQueue(label: "docmerge.versions")

  private init() { Access.whileWaiting(MainThread.runBlocksIfCurrent) }

  // MARK: Registering

  func add(_ presenter: any FilePresenter) {
    let reference = PresenterReference(presenter)
    let path = presenter.presentedItemURL.flatMap { ItemPath(file: $0)?.resolved }
    let versions = path.flatMap(PresentedVersions.init)
    withPresenters { state in
      forgetGone(&state, except: reference.identity)
      guard !state.entries.values.contains(where: { $0.reference.identity == reference.identity })
      else { return }
      state.number += 1
      let id = "\((try? ClaimTable.current())?.process ?? "")/\(state.number)"
      openDoor(&state)
      var entry = Entry(reference: reference, line: MessageLine(reference), path: path)
      entry.watched = path.map { watchedItem($0, &state) }
      entry.versions = versions
      state.entries[id] = entry
      state.order.append(id)
      publish(&state)
    }
  }

  func remove(_ presenter: any FilePresenter) {
    let identity = ObjectIdentifier(presenter)
    withPresenters { state in
      for (id, entry) in state.entries where entry.reference.identity == identity {
        state.entries[id] = nil
        state.order.removeAll { $0 == id }
      }
      publish(&state)
    }
    PresenterQueues.remove(identity)
  }

  var presenters: [PresenterReference] {
    state.withLock { state in state.order.compactMap { state.entries[$0]?.reference } }
  }

  func id(of presenter: any FilePresenter) -> String? {
    withPresenters { $0.entries.first { $0.value.reference.presenter === presenter }?.key }
  }

  /// Runs a body that accesses the presenters themselves.
  ///
  /// They are kept alive until the lock is released: a presenter whose last reference ends here may call `remove` in
  /// its `deinit`, and would deadlock.
  func withPresenters<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (kept, result) = state.withLock { state in
      (state.entries.values.compactMap(\.reference.kept), body(&state))
    }
    return withExtendedLifetime(kept) { result }
  }

  /// Removes presenters that were freed without being removed: another one may get their address.
  ///
  /// - Parameters:
  ///   - state: the presenters.
  ///   - living: the presenter that has that address now, and continues with the queue that belongs to it.
  private func forgetGone(_ state: inout State, except living: ObjectIdentifier? = nil) {
    for (id, entry) in state.entries where entry.reference.presenter == nil {
      state.entries[id] = nil
      state.order.removeAll { $0 == id }
      let identity = entry.reference.identity
      if identity != living { PresenterQueues.remove(identity) }
    }
  }

  /// Publishes the presenters to all processes, and watches their items.
  func publish(_ state: inout State) {
    forgetGone(&state)
    // Without a runtime folder there are no other processes; the first access reports why.
    guard let table = try? ClaimTable.current() else { return }
    openDoor(&state)
    try? table.publish(state.entries.map { PresenterRow(id: $0.key, path: $0.value.path) })
    renewWatches(&state)
  }

  /// Starts to receive messages of other processes and of the kernel.
  private func openDoor(_ state: inout State) {
    guard state.messageLoop == nil, let table = try? ClaimTable.current() else { return }
    state.messageLoop = try? MessageLoop(table: table, post: self)
  }

  /// Asks a presenter again for its item, if it is registered.
  func refresh(_ presenter: any FilePresenter) {
    if let id = id(of: presenter) { refresh(id) }
  }

  /// Asks a presenter again for its item: it may have a new one.
  func refresh(_ id: String) {
    guard let presenter = state.withLock({ $0.entries[id]?.reference })?.presenter else { return }
    let path = presenter.presentedItemURL.flatMap { ItemPath(file: $0)?.resolved }
    withPresenters { state in
      guard state.entries[id]?.path != path else { return }
      state.entries[id]?.path = path
      let watched = path.map { watchedItem($0, &state) }
      state.entries[id]?.watched = watched
      publish(&state)
      versionQueue.async { self.renewVersions(of: id) }
    }
  }

  /// The current path of an item that a presenter may still know by its old path.
  func current(_ path: ItemPath, for id: String) -> ItemPath {
    let moves = state.withLock { $0.entries[id]?.moves ?? [] }
    return moves.reduce(path) { $0.moved(from: $1.from, to: $1.to) ?? $0 }
  }

  // MARK: Questions

  func ask(
    _ asks: [PresenterAsk], visit: UInt64, answer: @escaping @Sendable (ReportedError?) -> Void
  ) {
    let groups = Dictionary(grouping: asks, by: \.presenter)
    let lines = state.withLock { state in
      state.visits[visit] = Visit(presenters: Array(groups.keys))
      for (id, asks) in groups {
        state.entries[id]?.busy += 1
        if asks.contains(where: { $0.steps.contains(.accommodateDeletion) }) {
          let path = state.entries[id]?.path
          state.entries[id]?.prepared = path
        }
      }
      return groups.compactMap { id, asks in
        state.entries[id].map { (id: id, line: $0.line, asks: asks) }
      }
    }
    let round = QuestionRound(count: lines.count) { error in
      answer(error.map(self.report))
    }
    for (id, line, asks) in lines {
      let steps = PresenterQuestion.list(of: asks)
      PresenterQuestion.ask(steps[...], line: line) { [weak self] reacquirer in
        self?.keep(reacquirer, of: id, visit: visit)
      } done: {
        round.answer($0)
      }
    }
  }

  private func keep(_ block: (@Sendable () -> Void)?, of id: String, visit: UInt64) {
    guard let block else { return }
    let line = state.withLock { state -> MessageLine? in
      guard state.visits[visit] == nil else {
        state.visits[visit]?.reacquirers.append((id, block))
        return nil
      }
      return state.entries[id]?.line
    }
    // It answered after the end of the wait: it may continue at once.
    line?.add { _ in block() }
  }

  func end(visit: UInt64, _ news: [PresenterNews], origin: NewsOrigin?) {
    if let origin { tell(news, origin: origin) }
    withPresenters { state in
      guard let visit = state.visits.removeValue(forKey: visit) else { return }
      for id in visit.presenters {
        state.entries[id]?.busy -= 1
        // The item still exists: the deletion was refused, or did not happen.
        if state.entries[id]?.prepared?.status != nil { state.entries[id]?.prepared = nil }
      }
      for (id, block) in visit.reacquirers { state.entries[id]?.line.add { _ in block() } }
    }
  }

  // MARK: Errors

  /// Encodes an error for another process, and keeps it in case it is sent back to this process.
  private func report(_ error: any Error) -> ReportedError {
    let described = error as NSError
    let token = state.withLock { state in
      state.number += 1
      state.errors[state.number] = error
      if state.errors.count > 64, let oldest = state.errors.keys.min() {
        state.errors[oldest] = nil
      }
      return state.number
    }
    return ReportedError(
      domain: described.domain, code: Int64(described.code), text: described.localizedDescription,
      process: (try? ClaimTable.current())?.process ?? "", token: token)
  }

  /// The error of a presenter: the original if it is of this process, otherwise a copy.
  func error(_ reported: ReportedError) -> any Error {
    if reported.process == (try? ClaimTable.current())?.process,
      let error = state.withLock({ $0.errors[reported.token] })
    {
      return error
    }
    return NSError(
      domain: reported.domain, code: Int(reported.code),
      userInfo: [NSLocalizedDescriptionKey: reported.text])
  }
}

extension URL {
  /// Whether both are spellings of the path of one item.
  func isSameItem(as other: URL) -> Bool {
    guard self != other else { return true }
    guard let path = ItemPath(file: self)?.real else { return false }
    return path == ItemPath(file: other)?.real
  }
}

extension ItemPath {
  /// The path of a file URL; `nil` for other URLs.
  init?(file url: URL) {
    guard url.isFileURL else { return nil }
    let bytes = url.withUnsafeFileSystemRepresentation { characters in
      characters.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    guard let bytes, !bytes.isEmpty else { return nil }
    self.init(bytes: bytes)
  }

  /// The URL of the item.
  func url(isFolder: Bool? = nil) -> URL {
    let isFolder = isFolder ?? status?.isFolder ?? false
    return system.characters.withUnsafeBufferPointer { characters in
      guard let start = characters.baseAddress else { return URL(filePath: description) }
      return URL(
        fileURLWithFileSystemRepresentation: start, isDirectory: isFolder, relativeTo: nil)
    }
  }
}
