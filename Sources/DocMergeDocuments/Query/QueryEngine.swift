import DocMergeCore
import DocMergeStore
import Foundation
import Synchronization

/// Looks through the places of one run of a query, and then waits for changes.
///
/// All work is done on one background queue; what was found goes to `report` from there.
final class QueryEngine: Sendable {
  enum Report: Sendable {
    /// The documents of another place were found.
    case progress([SystemPath: ItemFacts])
    /// Everything was found; from now on only changes are reported.
    case gathered([SystemPath: ItemFacts])
    /// This is how everything is now.
    case changed([SystemPath: ItemFacts])
  }

  private struct State {
    var places: [(place: QueryPlace, listing: ItemListing, memberships: QueryPlace.Memberships)] =
      []
    var files: Set<SystemPath> = []
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

  /// Starts to look through places, or at single documents.
  func start(places: [QueryPlace], files: [SystemPath]) {
    queue.async { [self] in
      // A computer without free watches can still answer once.
      let watch = try? FolderWatch { [weak self] changes in self?.note(changes) }
      self.watch.withLock { $0 = watch }
      gather(places, files, watch)
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
    for folder in Set(files.map(\.parent)) { watch?.add(folder) }
    for place in places {
      var listing = ItemListing(root: place.root, excluded: place.excluded, watch: watch)
      for folder in place.stateFolders { watch?.add(folder) }
      listing.refreshAll()
      let memberships = place.memberships()
      let found = state.withLock { state in
        state.places.append((place, listing, memberships))
        return state.isOver ? nil : QueryEngine.all(state)
      }
      guard let found else { return }
      report(.progress(found))
    }
    let found = state.withLock { state in
      state.last = QueryEngine.all(state)
      return state.isOver ? nil : state.last
    }
    if let found { report(.gathered(found)) }
  }

  // MARK: Changes

  /// Called on the thread of the watch: remembers, and looks once the batch is complete.
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
    let found = state.withLock { state -> [SystemPath: ItemFacts]? in
      state.isScheduled = false
      guard !state.isOver else { return nil }
      let dirty = state.dirty
      state.dirty = []
      for index in state.places.indices { QueryEngine.refresh(&state.places[index], dirty) }
      let now = QueryEngine.all(state)
      guard now != state.last else { return nil }
      state.last = now
      return now
    }
    if let found { report(.changed(found)) }
  }

  private static func refresh(
    _ place:
      inout (
        place: QueryPlace, listing: ItemListing, memberships: QueryPlace.Memberships
      ), _ dirty: Set<FolderWatch.Change>
  ) {
    let stateFolders = Set(place.place.stateFolders)
    var isStateDirty = dirty.contains(.all)
    if dirty.contains(.all) {
      place.listing.refreshAll()
    } else {
      for case .folder(let folder) in dirty {
        if stateFolders.contains(folder) { isStateDirty = true }
        place.listing.refresh(folder)
      }
    }
    if isStateDirty { place.memberships = place.place.memberships() }
  }

  /// Everything that is known now.
  private static func all(_ state: State) -> [SystemPath: ItemFacts] {
    var result: [SystemPath: ItemFacts] = [:]
    for (_, listing, memberships) in state.places {
      for (path, facts) in listing.items {
        var facts = facts
        facts.membership = memberships.membership(of: path)
        result[path] = facts
      }
    }
    for path in state.files { result[path] = single(path) }
    return result
  }

  /// A document that was named by itself.
  private static func single(_ path: SystemPath) -> ItemFacts? {
    guard let status = try? FileStatus.of(path), status.form != .other else { return nil }
    var facts = ItemFacts(
      path: path, form: status.form, size: status.size, modified: status.modified,
      created: status.born.nanoseconds == 0 ? nil : status.born)
    let url = facts.url
    if let container = UbiquityContainers.container(holding: url) {
      let place = QueryPlace(root: path, container: container)
      facts.membership = place.memberships().membership(of: path)
    }
    return facts
  }
}
