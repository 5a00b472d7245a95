import DocMergeStore
import Foundation
import Synchronization

extension MetadataQuery {
  /// Runs on the queue of the notifications, in the order of the calls.
  func onQueue(_ body: @escaping @Sendable (MetadataQuery) -> Void) {
    let queue = state.withLock(\.operationQueue) ?? .main
    queue.addOperation { [weak self] in
      if let self { body(self) }
    }
  }

  /// Takes in what a run reports; what comes from an earlier run, or after a stop, is dropped.
  func take(_ report: QueryEngine.Report, run: Int) {
    let isHeld = state.withLock { state -> Bool? in
      guard state.run.number == run, state.run.phase != .stopped else { return nil }
      guard state.run.disabledCount > 0 else { return false }
      if case .gathered = report { return false }
      state.run.waiting = report
      return true
    }
    guard isHeld == false else { return }
    switch report {
    case .progress(let facts):
      let update = apply(facts)
      if !update.isEmpty {
        post(MetadataQuery.gatheringProgressNotification, update, run: run)
      }
    case .gathered(let facts):
      _ = apply(facts)
      state.withLock { $0.run.phase = .watching }
      let all = Update(added: items, changed: [], removed: [])
      post(MetadataQuery.didFinishGatheringNotification, all, run: run)
    case .changed(let facts):
      let update = apply(facts)
      if !update.isEmpty { post(MetadataQuery.didUpdateNotification, update, run: run) }
    }
  }

  /// Makes the results follow the facts.
  ///
  /// Filters and the delegate are asked outside of the lock: they may ask the query in turn.
  private func apply(_ facts: [SystemPath: ItemFacts]) -> Update {
    let (old, filter, predicate) = state.withLock { ($0.run, $0.filter, $0.predicate) }
    let wereResults = Set(old.results.map(ObjectIdentifier.init))
    var known = old.known
    var update = Update(added: [], changed: [], removed: [])
    var results: [MetadataItem] = []
    for (path, new) in facts.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      let item = known[path] ?? MetadataItem(new)
      let isChanged = old.facts[path] != new
      if isChanged { item.update(new) }
      known[path] = item
      let wasResult = wereResults.contains(ObjectIdentifier(item))
      let isResult =
        (filter?.matches(item) ?? true) && (predicate?.value.evaluate(with: item) ?? true)
      if isResult { results.append(item) }
      if isResult, !wasResult { update.added.append(item) }
      if isResult, wasResult, isChanged { update.changed.append(item) }
      if !isResult, wasResult { update.removed.append(item) }
    }
    for (path, item) in old.known where facts[path] == nil {
      known[path] = nil
      if wereResults.contains(ObjectIdentifier(item)) { update.removed.append(item) }
    }
    results = sorted(results)
    let replacements = replacements(for: results, keeping: old.replacements)
    state.withLock { state in
      state.run.known = known
      state.run.facts = facts
      state.run.results = results
      state.run.replacements = replacements
    }
    return update
  }

  private func sorted(_ items: [MetadataItem]) -> [MetadataItem] {
    let (descriptors, order) = state.withLock { ($0.sortDescriptors, $0.sortOrder) }
    guard !descriptors.isEmpty || !order.isEmpty else { return items }
    // The items come by path and sorting is stable, so that is the last word.
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
    for items: [MetadataItem], keeping old: [ObjectIdentifier: Untouched<Any>]
  ) -> [ObjectIdentifier: Untouched<Any>] {
    guard let delegate else { return [:] }
    var result: [ObjectIdentifier: Untouched<Any>] = [:]
    for item in items {
      let id = ObjectIdentifier(item)
      result[id] =
        old[id]
        ?? Untouched(value: delegate.metadataQuery(self, replacementObjectForResultObject: item))
    }
    return result
  }

  /// Posts a notification, unless the run is over.
  func post(_ name: Notification.Name, _ update: Update? = nil, run: Int) {
    let listeners = state.withLock { state -> [AsyncStream<Update>.Continuation]? in
      guard state.run.number == run, state.run.phase != .stopped else { return nil }
      return Array(state.listeners.values)
    }
    guard let listeners else { return }
    // What finishes a gathering was told while it went on: Apple's notification carries nothing.
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

  /// What stands for items among the results.
  func objects(for items: [MetadataItem]) -> [Any] {
    let replacements = state.withLock(\.run.replacements)
    return items.map { replacements[ObjectIdentifier($0)]?.value ?? $0 }
  }
}
