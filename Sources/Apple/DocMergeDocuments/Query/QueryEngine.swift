import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Synchronization

/// Searches the places of one run of a query, and then waits for changes.
///
/// All work is done on one background queue; results are passed to `report` from there. A change costs the size of its
/// folder, not that of all folders.
final class QueryEngine: Sendable {
  enum Report: Sendable {
    /// The documents of another place were found.
    case progress(QueryDifference)
    /// Everything was found; from now on only changes are reported.
    case gathered
    /// Documents were added, changed or removed.
    case changed(QueryDifference)
  }

  private struct Place {
    var place: QueryPlace
    var listing: ItemListing
    var memberships: QueryPlace.Memberships

    func facts(of path: SystemPath) -> ItemFacts? {
      guard var facts = listing.items[path] else { return nil }
      facts.membership = memberships.membership(of: facts)
      return facts
    }
  }

  private struct State {
    var places: [Place] = []
    var files: Set<SystemPath> = []
    /// Existing folders around those of files that do not exist yet, with these.
    var awaited: [SystemPath: Set<SystemPath>] = [:]
    var last: [SystemPath: ItemFacts] = [:]
    var dirty: Set<FolderWatch.Change> = []
    var isScheduled = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "docmerge.query")
  private let interval: TimeInterval
  private let report: @Sendable (Report) -> Void
  private let watch = Mutex<FolderWatch?>(nil)

  init(interval: TimeInterval, _ report: @escaping @Sendable (Report) -> Void) {
    self.interval = interval
    self.report = report
  }

  /// Starts to search places, or to read single documents.
  func start(places: [QueryPlace], files: [SystemPath]) {
    queue.async { [self] in
      let watch = watched()
      self.watch.withLock { $0 = watch }
      gather(places, files, watch)
    }
  }

  /// The watch for changes; `nil`, which is reported, on a computer without free ones, which can still answer once.
  private func watched() -> FolderWatch? {
    do {
      return try FolderWatch { [weak self] changes in self?.note(changes) }
    } catch {
      WatchShortage.tell(Errno(error.code))
      return nil
    }
  }

  func stop() {
    state.withLock { $0.isOver = true }
    watch.withLock { watch in
      watch?.stop()
      watch = nil
    }
  }

  // MARK: Gathering

  private func gather(_ places: [QueryPlace], _ files: [SystemPath], _ watch: FolderWatch?) {
    state.withLock { $0.files = Set(files) }
    watchFolders(of: Set(files), watch)
    take { QueryEngine.difference(&$0, touched: Set(files)) }.map { report(.progress($0)) }
    for place in places {
      var listing = ItemListing(root: place.root, excluded: place.excluded, watch: watch)
      for folder in place.stateFolders { watch?.add(folder) }
      listing.refreshAll()
      let touched = listing.takeTouched()
      let found = Place(place: place, listing: listing, memberships: place.memberships())
      let new = take { state in
        state.places.append(found)
        return QueryEngine.difference(&state, touched: touched)
      }
      new.map { report(.progress($0)) }
    }
    if !state.withLock(\.isOver) { report(.gathered) }
  }

  /// Watches the folders of single documents, also those that do not exist yet.
  private func watchFolders(of files: Set<SystemPath>, _ watch: FolderWatch?) {
    for (folder, files) in Dictionary(grouping: files, by: \.parent) {
      guard let around = watch?.addWhenMade(folder) else { continue }
      state.withLock { $0.awaited[around, default: []].formUnion(files) }
    }
  }

  // MARK: Changes

  /// Called on the thread of the watch: notes changes, and reads them once the batch is complete.
  private func note(_ changes: Set<FolderWatch.Change>) {
    let isFirst = state.withLock { state in
      guard !state.isOver else { return false }
      state.dirty.formUnion(changes)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + interval) { [weak self] in self?.look() } }
  }

  private func look() {
    lookForAwaited()
    let found = take { state in
      state.isScheduled = false
      let dirty = state.dirty
      state.dirty = []
      var touched = QueryEngine.touched(state.files, dirty)
      for index in state.places.indices {
        touched.formUnion(QueryEngine.refresh(&state.places[index], dirty))
      }
      return QueryEngine.difference(&state, touched: touched)
    }
    if let found { report(.changed(found)) }
  }

  /// Watches folders of single documents that were made by now, and those that are gone.
  private func lookForAwaited() {
    let files = state.withLock { state in
      var files: Set<SystemPath> = []
      for case .folder(let folder) in state.dirty {
        files.formUnion(state.awaited.removeValue(forKey: folder) ?? [])
        let isGone = (try? FileStatus.of(folder)) == nil
        if isGone { files.formUnion(state.files.filter { $0.parent == folder }) }
      }
      state.dirty.formUnion(files.map { .folder($0.parent) })
      return files
    }
    if !files.isEmpty { watchFolders(of: files, watch.withLock { $0 }) }
  }

  /// The result of a step; `nil` if there is none, or the run has ended.
  private func take(_ step: (inout State) -> QueryDifference) -> QueryDifference? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      let difference = step(&state)
      return difference.isEmpty ? nil : difference
    }
  }

  private static func touched(
    _ files: Set<SystemPath>, _ dirty: Set<FolderWatch.Change>
  ) -> Set<SystemPath> {
    files.filter { dirty.contains(.all) || dirty.contains(.folder($0.parent)) }
  }

  /// Reads the folders with changes, and returns the documents to compare.
  private static func refresh(
    _ place: inout Place, _ dirty: Set<FolderWatch.Change>
  ) -> Set<SystemPath> {
    let stateFolders = Set(place.place.stateFolders)
    var isStateDirty = dirty.contains(.all)
    if isStateDirty {
      place.listing.refreshAll()
    } else {
      for case .folder(let folder) in dirty {
        if stateFolders.contains(folder) { isStateDirty = true }
        place.listing.refresh(folder)
      }
    }
    var touched = place.listing.takeTouched()
    let isOutdated = touched.contains { path in
      place.listing.items[path].map(place.memberships.isOutdated) ?? false
    }
    guard isStateDirty || isOutdated else { return touched }
    let old = place.memberships
    place.memberships = place.place.memberships()
    if old != place.memberships { touched.formUnion(place.listing.items.keys) }
    return touched
  }

  /// Compares documents with the last report, and notes their new state.
  private static func difference(
    _ state: inout State, touched: Set<SystemPath>
  ) -> QueryDifference {
    var difference = QueryDifference()
    for path in touched {
      let now = facts(of: path, state)
      guard now != state.last[path] else { continue }
      state.last[path] = now
      if let now { difference.present[path] = now } else { difference.gone.insert(path) }
    }
    return difference
  }

  private static func facts(of path: SystemPath, _ state: State) -> ItemFacts? {
    for place in state.places {
      if let facts = place.facts(of: path) { return facts }
    }
    return state.files.contains(path) ? single(path) : nil
  }

  /// A document that was named directly.
  private static func single(_ path: SystemPath) -> ItemFacts? {
    guard let status = try? FileStatus.of(path), status.form != .other else { return nil }
    var facts = ItemFacts(
      path: path, form: status.form, size: status.size, modified: status.modified,
      created: status.born.nanoseconds == 0 ? nil : status.born)
    if let container = UbiquityContainers.container(holding: facts.url) {
      let place = QueryPlace(root: path, container: container)
      facts.membership = place.memberships().membership(of: facts)
    }
    return facts
  }
}
