import DocMergeCoordination
import DocMergeSystem

/// A folder that the kernel watches.
struct KernelWatch: Sendable {
  /// What matters about a folder.
  enum Depth: Sendable {
    /// Its contents.
    case contents
    /// Only whether it is still in place, because an item is somewhere below.
    case itself
  }

  var number: Int32
  var depth: Depth
  /// The status of the folder just before: another folder of that name is not watched.
  var folder: FileStatus

  /// The folders to watch for these presenters.
  static func wanted(for entries: some Sequence<PresenterRegistry.Entry>) -> [ItemPath: Depth] {
    var wanted: [ItemPath: Depth] = [:]
    for entry in entries {
      for folder in entry.watched?.folders ?? [] { want(folder, &wanted) }
      if let folder = entry.versions?.stateFolder { want(folder, &wanted) }
      for folder in entry.path?.ancestors ?? [] where folder.parent != nil {
        wanted[folder] = wanted[folder] ?? .itself
      }
    }
    return wanted
  }

  /// Adds a folder; or if it is missing, the nearest existing one around it, in which it may appear.
  private static func want(_ folder: ItemPath, _ wanted: inout [ItemPath: Depth]) {
    let place = ([folder] + folder.ancestors).first { $0.status?.isFolder == true }
    if let place { wanted[place] = .contents }
  }
}

extension PresenterRegistry {
  /// Watches the folders that matter now, and no others.
  func renewWatches(_ state: inout State) {
    guard let messageLoop = state.messageLoop else { return }
    let wanted = KernelWatch.wanted(for: state.entries.values)
    for (folder, watch) in state.watches {
      let isSame = folder.status.map(watch.folder.isSameItem) ?? false
      guard !isSame || wanted[folder] != watch.depth else { continue }
      messageLoop.unwatch(watch.number)
      state.watches[folder] = nil
      state.neighbours.forget(folder)
    }
    var new: Set<ItemPath> = []
    for (folder, depth) in wanted where state.watches[folder] == nil {
      if watch(folder, depth, &state) { new.insert(folder) }
    }
    lookInto(new, &state)
  }

  /// Makes the kernel watch a folder, unless it already does.
  ///
  /// - Returns: whether the watch is new.
  @discardableResult
  func watch(_ folder: ItemPath, _ depth: KernelWatch.Depth, _ state: inout State) -> Bool {
    guard state.watches[folder]?.depth != depth, let status = folder.status,
      let number = state.messageLoop?.watch(folder, contents: depth == .contents)
    else { return false }
    if let old = state.watches[folder], old.number != number {
      state.messageLoop?.unwatch(old.number)
    }
    state.watches[folder] = KernelWatch(number: number, depth: depth, folder: status)
    return true
  }

  /// Reads an item and watches it, in the order in which nothing is missed.
  func watchedItem(_ path: ItemPath, _ state: inout State) -> WatchedItem {
    let item = WatchedItem(path) { watch($0, .contents, &state) }
    if let folder = path.parent, state.watches[folder] != nil { state.neighbours.add(folder) }
    return item
  }

  /// Finds changes in folders that happened before they were watched.
  private func lookInto(_ folders: Set<ItemPath>, _ state: inout State) {
    guard !folders.isEmpty else { return }
    for entry in state.entries.values {
      for path in entry.watched?.changes(in: folders) ?? [] { expect(path, &state) }
    }
  }

  /// Finds the changes of events that the kernel dropped.
  func lookForMissed(_ state: inout State) {
    guard state.hasMissed else { return }
    state.hasMissed = false
    lookInto(Set(state.watches.keys), &state)
  }

  /// Notes that an item may have changed, to be reported when it is quiet.
  func expect(_ path: ItemPath, _ state: inout State) {
    let first = state.pending[path]?.first ?? Clock.now
    state.pending[path] = PendingChange(first: first, last: Clock.now)
  }
}
