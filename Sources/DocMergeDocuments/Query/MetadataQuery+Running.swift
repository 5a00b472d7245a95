import DocMergeStore
import Foundation
import Synchronization

extension MetadataQuery {
  /// Whether the query gathers or watches.
  public var isStarted: Bool {
    state.withLock { $0.run.phase == .gathering || $0.run.phase == .watching }
  }

  /// Whether it is still finding what there is.
  public var isGathering: Bool { state.withLock { $0.run.phase == .gathering } }

  /// Whether it was stopped.
  public var isStopped: Bool { state.withLock { $0.run.phase == .stopped } }

  /// Starts to look.
  ///
  /// - Returns: `false` when it runs already, or when the scopes make no sense.
  @discardableResult
  public func start() -> Bool {
    guard !isStarted else { return false }
    do {
      try startOrThrow()
      return true
    } catch {
      return false
    }
  }

  /// Starts to look; a query that runs already goes on.
  ///
  /// - Throws: ``MetadataQueryError``.
  public func startOrThrow() throws {
    let started = try state.withLock { state -> (Int, TimeInterval)? in
      if let problem = state.scopeProblem { throw problem }
      guard state.run.phase != .gathering, state.run.phase != .watching else { return nil }
      state.run = Run(phase: .gathering, number: state.run.number + 1)
      return (state.run.number, state.notificationBatchingInterval)
    }
    guard let (number, interval) = started else { return }
    let engine = QueryEngine(interval: interval) { [weak self] report in
      self?.onQueue { $0.take(report, run: number) }
    }
    let (scopes, items) = state.withLock { state in
      state.run.engine = engine
      return (state.scopes, state.searchItems)
    }
    onQueue { $0.post(MetadataQuery.didStartGatheringNotification, run: number) }
    if let items {
      engine.start(places: [], files: items.map { SystemPath(wrapperPath: $0) })
    } else {
      engine.start(places: scopes.flatMap(places), files: [])
    }
  }

  /// Stops looking; the results stay as they are.
  public func stop() {
    let engine = state.withLock { state -> QueryEngine? in
      guard state.run.phase != .idle else { return nil }
      state.run.phase = .stopped
      defer { state.run.engine = nil }
      return state.run.engine
    }
    engine?.stop()
  }

  /// Holds the results still until ``enableUpdates()`` was called as often.
  public func disableUpdates() {
    state.withLock { $0.run.disabledCount += 1 }
  }

  /// Lets the results change again; what happened meanwhile is told at once.
  public func enableUpdates() {
    let number = state.withLock { state -> Int? in
      precondition(state.run.disabledCount > 0, "Updates are enabled more often than disabled.")
      state.run.disabledCount -= 1
      return state.run.disabledCount == 0 && !state.run.waiting.isEmpty ? state.run.number : nil
    }
    // What was held back is added to by what comes first, this or news.
    if let number { onQueue { $0.take(.changed(QueryDifference()), run: number) } }
  }

  /// Every change of the results from now on, also the first gathering, as a sequence.
  public var updates: AsyncStream<Update> {
    let (stream, continuation) = AsyncStream<Update>.makeStream()
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  // MARK: Places

  private func places(_ scope: Scope) -> [QueryPlace] {
    switch scope {
    case .ubiquitousDocuments: containerPlaces(isExternal: false, isData: false)
    case .ubiquitousData: containerPlaces(isExternal: false, isData: true)
    case .accessibleUbiquitousExternalDocuments: containerPlaces(isExternal: true, isData: false)
    case .userHome: [MetadataQuery.place(URL(fileURLWithPath: NSHomeDirectory()))]
    case .folder(let url): [MetadataQuery.place(url)]
    }
  }

  private func containerPlaces(isExternal: Bool, isData: Bool) -> [QueryPlace] {
    containers.identifiers.compactMap { identifier in
      let isOwn = containers.ownIdentifiers?.contains(identifier) ?? true
      guard isOwn != isExternal,
        let url = containers.url(forUbiquityContainerIdentifier: identifier),
        let container = try? Container(path: url.path)
      else { return nil }
      let root = SystemPath(container.path)
      return QueryPlace(
        root: isData ? root : root.appending("Documents".utf8),
        excluded: isData ? ["Documents"] : [], container: container, isExternal: isExternal)
    }
  }

  /// A folder, with the container that it happens to lie in.
  private static func place(_ url: URL) -> QueryPlace {
    // Paths of documents in containers have no links in them.
    let path = url.resolvingSymlinksInPath().path
    return QueryPlace(root: SystemPath(path), container: try? Container.find(from: path))
  }
}
