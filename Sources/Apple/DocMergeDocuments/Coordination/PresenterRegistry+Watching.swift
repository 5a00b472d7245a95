import DocMergeCoordination
import DocMergeSystem
import Foundation
import Synchronization

/// An item with events from the kernel, until it has been quiet for a while.
struct PendingChange: Sendable {
  var first: UInt64
  var last: UInt64
  /// Whether no coordinated write was running at the last check: then no other message is on its way.
  var isCalm = false

  /// How long to wait for the end of a burst, in nanoseconds.
  static let quiet: UInt64 = 60_000_000
  /// The longest wait.
  static let most: UInt64 = 500_000_000

  var isDue: Bool {
    let now = Clock.now
    return now - last > PendingChange.quiet || now - first > PendingChange.most
  }
}

extension PresenterRegistry {
  // Changes by programs without coordination: seen by the kernel, and reported when it is quiet.

  func notice(_ events: [FolderEvent]) {
    let containers = state.withLock { state in
      var containers: Set<ItemPath> = []
      let stateFolders = Set(state.entries.values.compactMap { $0.versions?.stateFolder })
      let folders = Dictionary(
        state.watches.map { ($0.value.number, $0.key) }, uniquingKeysWith: { first, _ in first })
      for event in events {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          state.hasMissed = true
          containers.formUnion(stateFolders)
        }
        guard let folder = folders[event.watch] else { continue }
        if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF) != 0 {
          noteLoss(of: folder, event, &state)
        }
        // A new state is renamed into place.
        guard !stateFolders.contains(folder) else {
          if event.mask & UInt32(IN_MOVED_TO) != 0 { containers.insert(folder) }
          continue
        }
        if !event.name.isEmpty { state.neighbours.noteEvent(event.name, in: folder) }
        notice(event, at: event.name.isEmpty ? folder : folder.appending(event.name), &state)
      }
      return containers
    }
    for folder in containers { versionQueue.async { self.lookAtVersions(in: folder) } }
  }

  private func notice(_ event: FolderEvent, at path: ItemPath, _ state: inout State) {
    if event.mask & UInt32(IN_MOVED_FROM) != 0 { state.halves[event.cookie] = path }
    if event.mask & UInt32(IN_MOVED_TO) != 0,
      let from = state.halves.removeValue(forKey: event.cookie)
    {
      state.renames.append((from, path))
    }
    if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
      state.entries.values.contains(where: { $0.path?.isInside(path) ?? false })
    {
      state.isStale = true
    }
    if state.entries.values.contains(where: { $0.watched?.covers(path) ?? false }) {
      expect(path, &state)
    }
  }

  /// A folder is gone, or renamed: the presented items in it moved along.
  private func noteLoss(of folder: ItemPath, _ event: FolderEvent, _ state: inout State) {
    state.isStale = true
    if event.mask & UInt32(IN_IGNORED) != 0 {
      state.watches[folder] = nil
      state.neighbours.forget(folder)
    }
    for path in state.entries.values.compactMap(\.path)
    where path == folder || path.isInside(folder) {
      expect(path, &state)
    }
  }

  func tick() -> Bool {
    let isBusy = state.withLock { state in
      !state.pending.isEmpty || state.isStale || state.hasMissed || state.neighbours.isStale
    }
    guard isBusy else { return false }
    let written = (try? ClaimTable.current().written()) ?? []
    return withPresenters { state in
      lookForMissed(&state)
      for (path, change) in state.pending.sorted(by: { $0.key.bytes.count < $1.key.bytes.count })
      where change.isDue {
        let isWritten = written.contains { $0 == path || path.isInside($0) || $0.isInside(path) }
        guard change.isCalm, !isWritten else {
          // One more round: the writer's own message may just be arriving.
          state.pending[path]?.isCalm = !isWritten
          continue
        }
        if settle(path, &state) { state.pending[path] = nil }
      }
      if state.pending.isEmpty || state.isStale {
        state.isStale = false
        renewWatches(&state)
      }
      if state.pending.isEmpty {
        state.halves = [:]
        state.renames = []
        state.neighbours.renew()
      }
      return !state.pending.isEmpty || state.neighbours.isStale
    }
  }

  /// Whether no change is left to report, or to be noted.
  var isQuiet: Bool { state.withLock { $0.pending.isEmpty && !$0.neighbours.isStale } }

  /// Reports what happened to an item, to presenters that do not know.
  ///
  /// - Returns: whether nothing is left to report.
  private func settle(_ path: ItemPath, _ state: inout State) -> Bool {
    var isSettled = true
    for (id, entry) in state.entries {
      guard let watched = entry.watched, watched.covers(path) else { continue }
      guard watched.isChanged(path) else {
        if path != watched.path { lookAgain(entry.reference) }
        continue
      }
      guard entry.busy == 0 else {
        isSettled = false
        continue
      }
      guard let news = news(for: id, watched, path, state) else { continue }
      tell(news, by: .uncoordinated, &state)
      if news.kind == .moved { publish(&state) }
      if news.kind == .moved, let place = news.destination { state.renames.append((path, place)) }
    }
    return isSettled
  }

  /// Lets a document check its package: it may have read a member that came and went before that was reported.
  private func lookAgain(_ reference: PresenterReference) {
    versionQueue.async { (reference.presenter as? Document)?.reloadIfOthersWrote() }
  }

  private func news(
    for id: String, _ watched: WatchedItem, _ path: ItemPath, _ state: State
  ) -> PresenterNews? {
    let renames = state.renames
    let exists = path.status != nil
    if path == watched.path {
      if exists {
        let place = exchangedPlace(of: watched, state)
        return PresenterNews(
          presenter: id, kind: place == nil ? .changed : .moved, path: path, destination: place)
      }
      guard let place = watched.newPlace else {
        versionQueue.async { self.tellLoss(of: path, to: id) }
        return nil
      }
      return PresenterNews(presenter: id, kind: .moved, path: path, destination: place)
    }
    if exists, let from = renames.last(where: { $0.to == path })?.from, watched.knows(from),
      watched.covers(from), from.status == nil, !watched.knows(path)
    {
      return PresenterNews(presenter: id, kind: .subitemMoved, path: from, destination: path)
    }
    // The other half of the rename reports it.
    if !exists, let to = renames.last(where: { $0.from == path })?.to, watched.covers(to),
      to.status != nil, to != path, !watched.knows(to)
    {
      return nil
    }
    let isNew = exists && !watched.knows(path)
    return PresenterNews(
      presenter: id, kind: isNew ? .subitemAppeared : .subitemChanged, path: path)
  }

  /// The new path of an item whose name was given to an item that had the new one.
  ///
  /// A program that keeps a backup copy, and writes a new file under the old name, exchanges nothing: the presenter
  /// stays with the name.
  private func exchangedPlace(of watched: WatchedItem, _ state: State) -> ItemPath? {
    guard let place = watched.otherPlace else { return nil }
    let renames = state.renames
    // The other item is presented as well, and has another name now.
    let isOfOther = state.entries.values.contains {
      $0.watched?.path == place && $0.watched?.otherPlace != nil
    }
    if isOfOther { return place }
    if let other = watched.path.status, state.neighbours.hold(other, at: place) { return place }
    var name = watched.path
    // With more than two names, the item at the new path came from a third one, and so on.
    for _ in 0..<max(renames.count, 1) {
      let start = name
      for rename in renames.reversed() where rename.to == name {
        name = rename.from
        if name == place { return place }
      }
      if name == start || name == watched.path { return nil }
    }
    return nil
  }

  /// Waits until a presenter's item has a known path, if it, or another item with its name, was renamed just now; ends at once in a
  /// cancelled task.
  func settle(_ presenter: any FilePresenter) async {
    guard let id = id(of: presenter) else { return }
    let end = Clock.now + 4 * PendingChange.most
    while Clock.now < end, isUnsettled(id) {
      do {
        try await Task.sleep(nanoseconds: PendingChange.quiet / 4)
      } catch {
        return
      }
    }
  }

  /// The URL of a presenter's item, if the presenter is registered; it may not have noticed a rename yet.
  func place(of presenter: any FilePresenter) -> URL? {
    guard let id = id(of: presenter) else { return nil }
    // The presenter's own URL counts where it is just another spelling.
    return state.withLock { $0.entries[id]?.moves.isEmpty == false ? $0.entries[id]?.path : nil }?
      .url()
  }

  /// Whether the item of a presenter is known to be under another name, and nothing is at this URL.
  func knows(_ presenter: any FilePresenter, elsewhereThan url: URL) -> Bool {
    guard let id = id(of: presenter), let path = ItemPath(file: url)?.resolved, path.status == nil
    else { return false }
    return state.withLock { state in
      guard let known = state.entries[id]?.path else { return false }
      guard known == path else { return known.status != nil }
      // It was renamed just now.
      guard state.entries[id]?.watched?.newPlace != nil else { return false }
      expect(path, &state)
      return true
    }
  }

  private func isUnsettled(_ id: String) -> Bool {
    state.withLock { state in
      guard let watched = state.entries[id]?.watched, watched.isChanged(watched.path),
        watched.otherPlace != nil || watched.newPlace != nil
      else { return false }
      if state.pending[watched.path] == nil { expect(watched.path, &state) }
      return true
    }
  }

  // MARK: Accesses of the presenters themselves

  /// Notes that a presenter begins to write itself.
  func begin(_ id: String) { state.withLock { $0.entries[id]?.busy += 1 } }

  /// Notes that a presenter has written these items itself, which is no news to it.
  func end(_ id: String, _ paths: [ItemPath]) {
    state.withLock { state in
      state.entries[id]?.busy -= 1
      for path in paths where !isMovedByOthers(path, id, &state) {
        state.entries[id]?.watched?.note(path)
      }
      for path in state.pending.keys where paths.contains(where: { path.isInside($0) }) {
        state.entries[id]?.watched?.note(path)
      }
      for path in paths { watchAnew(path, of: id, &state) }
    }
    refresh(id)
  }

  /// Whether a presenter's item was renamed without a word since the presenter wrote it; the rename is reported then.
  private func isMovedByOthers(_ path: ItemPath, _ id: String, _ state: inout State) -> Bool {
    guard let watched = state.entries[id]?.watched, watched.path == path, path.status == nil,
      watched.newPlace != nil
    else { return false }
    expect(path, &state)
    return true
  }

  /// Notes the file that a presenter has just put in place, to be found again under another name.
  func noteWritten(_ url: URL, by presenter: any FilePresenter) {
    guard let id = id(of: presenter), let path = ItemPath(file: url)?.resolved, path.status != nil
    else { return }
    state.withLock { $0.entries[id]?.watched?.note(path) }
  }

  /// Whether the item of a presenter is under another name, which the presenter does not know yet but will be told.
  func expectsMove(of presenter: any FilePresenter) -> Bool {
    guard let id = id(of: presenter) else { return false }
    return state.withLock { state in
      guard let watched = state.entries[id]?.watched else { return false }
      // It was told already.
      if watched.path.status != nil { return state.entries[id]?.moves.isEmpty == false }
      guard watched.newPlace != nil else { return false }
      expect(watched.path, &state)
      return true
    }
  }

  /// A package that was written is a new folder, and the kernel watches the old one.
  private func watchAnew(_ path: ItemPath, of id: String, _ state: inout State) {
    guard state.entries[id]?.watched?.path == path, path.status?.isFolder == true else { return }
    // Folders that were replaced are watched again before they are read.
    renewWatches(&state)
    let watched = watchedItem(path, &state)
    state.entries[id]?.watched = watched
  }
}
