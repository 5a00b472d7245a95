import DocMerge
import DocMergeSystem
import Foundation
import Glibc
import Synchronization

extension MetadataQuery {
  /// Runs on the queue of the notifications, in the order of the calls.
  func onQueue(_ body: @escaping @Sendable (MetadataQuery) -> Void) {
    let queue = state.withLock(\.operationQueue) ?? .main
    queue.addOperation { [weak self] in
      if let self { body(self) }
    }
  }

  /// Discards the results of a query that runs, and starts it with the new settings.
  func startAnew() {
    guard isStarted else { return }
    stop()
    start()
  }

  /// Takes a report of a run; reports of an earlier run, or after a stop, are dropped.
  func take(_ report: QueryEngine.Report, run: Int) {
    guard let report = state.withLock({ MetadataQuery.admit(report, run, &$0.run) }) else { return }
    switch report {
    case .progress(let difference):
      let update = apply(difference)
      if !update.isEmpty {
        post(MetadataQuery.gatheringProgressNotification, update, run: run)
      }
    case .gathered:
      state.withLock { $0.run.phase = .watching }
      let all = Update(added: items, changed: [], removed: [])
      post(MetadataQuery.didFinishGatheringNotification, all, run: run)
    case .changed(let difference):
      let update = apply(difference)
      if !update.isEmpty { post(MetadataQuery.didUpdateNotification, update, run: run) }
    }
  }

  /// The changes to apply now, including those that were held back; `nil` for none.
  private static func admit(
    _ report: QueryEngine.Report, _ number: Int, _ run: inout Run
  ) -> QueryEngine.Report? {
    guard run.number == number, run.phase != .stopped else { return nil }
    guard case .progress(let difference) = report else {
      guard case .changed(let difference) = report else { return report }
      return hold(difference, &run).map { .changed($0) }
    }
    return hold(difference, &run).map { .progress($0) }
  }

  /// Adds to the held changes, and takes all of them unless updates are disabled.
  private static func hold(_ difference: QueryDifference, _ run: inout Run) -> QueryDifference? {
    run.waiting.add(difference)
    guard run.disabledCount == 0 else { return nil }
    defer { run.waiting = QueryDifference() }
    return run.waiting
  }

  /// Updates the results from the facts.
  ///
  /// Filters and the delegate are called outside of the lock: they may read the query in turn. Only one thread at a
  /// time is here, since it is the queue of the notifications.
  private func apply(_ difference: QueryDifference) -> Update {
    var (run, filter, predicate) = state.withLock { ($0.run, $0.filter, $0.predicate) }
    var update = Update(added: [], changed: [], removed: [])
    for (path, facts) in difference.present {
      let item = run.known[path] ?? MetadataItem(facts)
      item.update(facts)
      run.known[path] = item
      let wasResult = run.resultIDs.contains(ObjectIdentifier(item))
      let isResult =
        (filter?.matches(item) ?? true) && (predicate?.value.evaluate(with: item) ?? true)
      if isResult, !wasResult { update.added.append(item) }
      if isResult, wasResult { update.changed.append(item) }
      if !isResult, wasResult { update.removed.append(item) }
    }
    for path in difference.gone {
      guard let item = run.known.removeValue(forKey: path) else { continue }
      if run.resultIDs.contains(ObjectIdentifier(item)) { update.removed.append(item) }
    }
    (update.added, update.changed, update.removed) = (
      byPath(update.added), byPath(update.changed), byPath(update.removed)
    )
    run.resultIDs.formUnion(update.added.map { ObjectIdentifier($0) })
    run.resultIDs.subtract(update.removed.map { ObjectIdentifier($0) })
    let ids = run.resultIDs
    run.results = sorted(
      run.results.filter { ids.contains(ObjectIdentifier($0)) } + update.added)
    run.replacements = replacements(for: run.results, keeping: run.replacements)
    state.withLock { [run] state in
      state.run.known = run.known
      state.run.results = run.results
      state.run.resultIDs = run.resultIDs
      state.run.replacements = run.replacements
    }
    return update
  }

  private func byPath(_ items: [MetadataItem]) -> [MetadataItem] {
    items.sorted { strcmp($0.place.characters, $1.place.characters) < 0 }
  }

  private func sorted(_ items: [MetadataItem]) -> [MetadataItem] {
    let (descriptors, order) = state.withLock { ($0.sortDescriptors, $0.sortOrder) }
    // Sorting is stable, so the path decides where nothing else does.
    let items = byPath(items)
    guard !descriptors.isEmpty || !order.isEmpty else { return items }
    return items.sorted { one, other in
      for descriptor in descriptors {
        let result = descriptor.value.compare(one, to: other)
        if result != .orderedSame { return result == .orderedAscending }
      }
      for descriptor in order {
        let result = descriptor.compare(one, other)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return false
    }
  }

  private func replacements(
    for items: [MetadataItem], keeping old: [ObjectIdentifier: UncheckedSendable<Any>]
  ) -> [ObjectIdentifier: UncheckedSendable<Any>] {
    guard let delegate else { return [:] }
    var result: [ObjectIdentifier: UncheckedSendable<Any>] = [:]
    for item in items {
      let id = ObjectIdentifier(item)
      result[id] =
        old[id]
        ?? UncheckedSendable(delegate.metadataQuery(self, replacementObjectForResultObject: item))
    }
    return result
  }

  /// Posts a notification, unless the run has ended.
  func post(_ name: Notification.Name, _ update: Update? = nil, run: Int) {
    let listeners = state.withLock { state -> [AsyncStream<Update>.Continuation]? in
      guard state.run.number == run, state.run.phase != .stopped else { return nil }
      return Array(state.listeners.values)
    }
    guard let listeners else { return }
    // The results at the end of a gathering were reported before: Apple's notification has no content.
    let told = name == MetadataQuery.didFinishGatheringNotification ? nil : update
    let userInfo = told.map { update in
      [
        MetadataQuery.updateAddedItemsKey: objects(for: update.added),
        MetadataQuery.updateChangedItemsKey: objects(for: update.changed),
        MetadataQuery.updateRemovedItemsKey: objects(for: update.removed),
      ]
    }
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    guard let update, name != MetadataQuery.gatheringProgressNotification else { return }
    for listener in listeners { listener.yield(update) }
  }

  /// The objects that represent items among the results.
  func objects(for items: [MetadataItem]) -> [Any] {
    let replacements = state.withLock(\.run.replacements)
    return items.map { replacements[ObjectIdentifier($0)]?.value ?? $0 }
  }
}
