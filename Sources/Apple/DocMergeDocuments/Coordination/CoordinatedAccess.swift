import DocMergeCoordination
import Foundation
import Synchronization

/// One access of a coordinator, with everything that has to happen around it.
struct CoordinatedAccess: Sendable {
  let coordinator: FileCoordinator
  let intents: [FileAccessIntent]
  let access: Access
  private let isPrepared: Bool

  /// Prepares an access, which an enclosing accessor waits for, unless another `chain` is given.
  init(
    _ coordinator: FileCoordinator, _ intents: [FileAccessIntent],
    chain: [ClaimID] = AccessWindow.chain
  ) throws {
    self.coordinator = coordinator
    self.intents = intents
    let presenter = coordinator.presenterID
    let items = try intents.map { intent in
      var item = try intent.item()
      if let presenter { item.path = PresenterRegistry.shared.current(item.path, for: presenter) }
      return item
    }
    var request = AccessRequest(
      items: items, purpose: coordinator.purposeIdentifier, presenter: presenter,
      chain: chain)
    let prepared = coordinator.state.withLock { state in
      request.timeout = state.timeout?.nanoseconds
      request.patience = state.presenterTimeout.nanoseconds
      return state.prepared
    }
    isPrepared = items.allSatisfy { prepared.contains($0.path.resolved) }
    request.asksPresenters = !isPrepared
    access = try CoordinatedAccess.translate { () throws(AccessError) in try Access(request) }
    let isCancelled = coordinator.state.withLock { [access] state in
      state.accesses[ObjectIdentifier(access)] = access
      return state.isCancelled
    }
    if isCancelled { access.cancel() }
  }

  /// Translates errors into the form for programs.
  static func translate<Result>(_ body: () throws(AccessError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw error.publicError
    }
  }

  // MARK: Waiting

  /// Joins the queue without waiting.
  func enter() throws {
    do throws(AccessError) {
      _ = try access.step()
    } catch {
      forget()
      throw error.publicError
    }
  }

  /// Waits on this thread.
  func wait() throws {
    do throws(AccessError) {
      // Documents may need this very thread to give way.
      try access.wait(meanwhile: MainThread.runBlocksIfCurrent)
    } catch {
      forget()
      throw error.publicError
    }
    begin()
  }

  /// Waits in a task.
  func wait() async throws {
    do {
      try await access.wait()
    } catch {
      forget()
      if Task.isCancelled, !coordinator.isCancelled { throw CancellationError() }
      throw (error as? AccessError)?.publicError ?? error
    }
    begin()
  }

  private func begin() {
    if let id = access.request.presenter { PresenterRegistry.shared.begin(id) }
    for (index, intent) in intents.enumerated() {
      let path = access.paths[index]
      let given = access.request.items[index].path
      let isSame = path == given || (path == given.real && !intent.resolvesLink)
      // A URL that is still right is passed on as it was written.
      if !isSame || ItemPath(file: intent.url) != given { intent.move(to: path.url()) }
    }
  }

  // MARK: The accessor

  /// Downloads contents that are elsewhere and that the accessor needs.
  func bringContents() throws {
    // Other programs may be asked during the download, and must be able to use this access.
    try AccessWindow.$current.withValue(AccessWindow.current + [access]) {
      for intent in intents where intent.needsContents { try Downloads.shared.bring(intent.url) }
    }
  }

  /// Runs the accessor, and ends the access in any case.
  func run<Result>(_ body: ([URL]) throws -> Result) throws -> Result {
    try wait()
    var copies: UploadCopies?
    let result: Result
    do {
      try bringContents()
      copies = try UploadCopies(self)
      let urls = copies?.urls ?? intents.map(\.url)
      result = try AccessWindow.$current.withValue(AccessWindow.current + [access]) {
        try body(urls)
      }
    } catch {
      copies?.remove()
      try? finish()
      throw error
    }
    copies?.remove()
    try finish()
    return result
  }

  /// Runs the accessor of a task, and ends the access in any case.
  func run<Result: Sendable>(
    _ body: @Sendable ([URL]) async throws -> Result
  ) async throws -> Result {
    try await wait()
    var copies: UploadCopies?
    let result: Result
    do {
      try await AccessWindow.$current.withValue(AccessWindow.current + [access]) {
        for intent in intents where intent.needsContents {
          try await Downloads.shared.bring(intent.url)
        }
      }
      copies = try UploadCopies(self)
      let urls = copies?.urls ?? intents.map(\.url)
      result = try await AccessWindow.$current.withValue(AccessWindow.current + [access]) {
        try await body(urls)
      }
    } catch {
      copies?.remove()
      try? finish()
      throw error
    }
    copies?.remove()
    try finish()
    return result
  }

  /// Ends the access.
  func finish() throws {
    defer { forget() }
    // What others write while the presenter reads is news to it.
    let written = zip(access.request.items, access.paths).filter(\.0.isWriting).map(\.1)
    defer { if let id = access.request.presenter { PresenterRegistry.shared.end(id, written) } }
    try CoordinatedAccess.translate { () throws(AccessError) in try access.finish() }
  }

  private func forget() {
    _ = coordinator.state.withLock { [access] in
      $0.accesses.removeValue(forKey: ObjectIdentifier(access))
    }
  }
}

extension Duration {
  /// The whole nanoseconds; the maximum if there are more.
  var nanoseconds: UInt64 {
    let (seconds, rest) = components
    guard seconds >= 0, seconds < 1 << 33 else { return seconds < 0 ? 0 : 1 << 62 }
    return UInt64(seconds) * 1_000_000_000 + UInt64(max(rest, 0) / 1_000_000_000)
  }
}
