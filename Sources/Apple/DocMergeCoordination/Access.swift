import DocMergeSystem
import Synchronization

/// One coordinated access, from the request to the end of its accessor.
///
/// It never waits by itself: ``step()`` does what can be done now, so that a thread and a task can wait in different
/// ways.
package final class Access: Sendable {
  private enum Stage: Sendable {
    case new, waiting, asking, granted, over
  }

  private struct State: Sendable {
    var stage = Stage.new
    var id: ClaimID?
    var ticket: UInt64 = 0
    var start: UInt64 = 0
    var paths: [ItemPath]
    var existed: [Bool] = []
    var moves: [(from: ItemPath, to: ItemPath)] = []
    var stopped: [ClaimID: UInt64] = [:]
    var holder: Int32?
    var attempts = 0
  }

  package let request: AccessRequest
  private let table: ClaimTable
  private let places: [Place]
  private let questions: Questions
  private let state: Mutex<State>
  private let isCancelled = Atomic(false)

  /// Prepares an access; nothing is claimed yet.
  package init(_ request: AccessRequest) throws(AccessError) {
    self.request = request
    table = try ClaimTable.current()
    let places = request.items.map(Place.init)
    self.places = places
    questions = Questions(patience: request.patience)
    state = Mutex(State(paths: places.map(\.path)))
  }

  /// The current paths of the items, once the access is granted.
  package var paths: [ItemPath] { state.withLock { $0.paths } }

  /// The claim, until the access ends.
  package var id: ClaimID? { state.withLock { $0.stage == .over ? nil : $0.id } }

  /// Whether it is granted and has not ended.
  package var isHeld: Bool { state.withLock { $0.stage == .granted } }

  /// Whether an accessor inside it may touch an item.
  package func covers(_ path: ItemPath, forWriting: Bool) -> Bool {
    guard isHeld else { return false }
    return zip(places, paths).contains { place, own in
      let own = own.resolved
      let isPart =
        path.isInside(own) && (place.item.takesContents || PackageNames.contains(own))
      return (own == path || isPart) && (place.item.isWriting || !forWriting)
    }
  }

  /// Makes the next step fail; any thread may call it at any time.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  // MARK: Getting access

  /// Does what can be done now.
  ///
  /// - Returns: whether the access is granted; otherwise call it again after ``pause``.
  package func step() throws(AccessError) -> Bool {
    do throws(AccessError) {
      return try state.withLock { state throws(AccessError) in
        if isCancelled.load(ordering: .relaxed) { throw .cancelled }
        if state.stage == .new { try enter(&state) }
        if state.stage == .waiting { try claim(&state) }
        if state.stage == .asking, try questions.areAnswered() { try hold(&state) }
        if state.stage != .granted { try checkTime(&state) }
        return state.stage == .granted
      }
    } catch {
      leave()
      throw error
    }
  }

  /// How long to wait before the next step, in nanoseconds; longer the longer it takes.
  package var pause: UInt64 {
    state.withLock { state in
      state.attempts += 1
      return min(200_000 << UInt64(min(state.attempts / 4, 5)), 5_000_000)
    }
  }

  /// The files that become readable when another step is worth while.
  package var files: [Int32] { questions.files }

  /// Joins the queue.
  private func enter(_ state: inout State) throws(AccessError) {
    state.start = Clock.now
    let start = state
    (state.id, state.ticket) = try table.change { own, others in
      let id = own.nextID(table.me.id)
      let seen =
        others.claims.map(\.ticket) + own.claims.values.map(\.ticket)
        + others.moves.map(\.ticket) + own.moves.map(\.ticket)
      let ticket = max(Clock.now, (seen.max() ?? 0) + 1)
      own.claims[id] = Claim(
        id: id, purpose: request.purpose, chain: request.chain, presenter: request.presenter,
        asked: [], phase: .waiting, ticket: ticket,
        items: zip(places, start.paths).flatMap { $0.claims(at: $1) })
      return (id, ticket)
    }
    state.stage = .waiting
  }

  private enum Attempt: Sendable {
    case blocked([Claim])
    case deadlock
    case granted([ItemPath], [(Participant, [PresenterAsk])])
  }

  /// Takes the items, if no claim is in the way.
  private func claim(_ state: inout State) throws(AccessError) {
    let (id, ticket) = (state.id, state.ticket)
    let outcome = try table.change { own, others -> Attempt in
      guard let id, var claim = own.claims[id] else { return .deadlock }
      let moves = own.moves + others.moves
      let paths = places.map { $0.current(moves, after: ticket) }
      claim.items = zip(places, paths).flatMap { $0.claims(at: $1) }
      own.claims[id] = claim
      let all = others.claims + own.claims.values
      let blockers = claim.blockers(among: all)
      guard blockers.isEmpty else {
        return claim.isYoungestOfCircle(among: all) ? .deadlock : .blocked(blockers)
      }
      let asks = request.asksPresenters ? asks(at: paths) : []
      claim.phase = asks.isEmpty ? .held : .asking
      claim.asked = asks.flatMap { $0.1.map(\.presenter) }
      own.claims[id] = claim
      return .granted(paths, asks)
    }
    switch outcome {
    case .deadlock: throw .deadlock
    case .blocked(let claims):
      for place in places { place.beginToWait() }
      state.holder = claims.first.flatMap {
        Participant(id: $0.id.process, folder: table.folder).process
      }
      takeFromStopped(claims, &state)
    case .granted(let paths, let asks):
      state.paths = paths
      state.attempts = 0
      state.stage = asks.isEmpty ? .granted : .asking
      if asks.isEmpty { state.existed = paths.map { $0.status != nil } }
      questions.send(asks)
    }
  }

  private func asks(at paths: [ItemPath]) -> [(Participant, [PresenterAsk])] {
    let items = zip(places, paths).map { place, path in
      var item = place.item
      item.path = path.resolved
      return item
    }
    return Questions.asks(for: items, except: request.presenter, in: table)
  }

  /// The presenters gave way; waits for those that still write.
  private func hold(_ state: inout State) throws(AccessError) {
    let id = state.id
    let blockers = try table.change { own, others -> [Claim] in
      guard let id, var claim = own.claims[id] else { return [] }
      let blockers = claim.blockers(among: others.claims + own.claims.values)
      if blockers.isEmpty { claim.phase = .held }
      own.claims[id] = claim
      return blockers
    }
    guard blockers.isEmpty else { return takeFromStopped(blockers, &state) }
    state.existed = state.paths.map { $0.status != nil }
    state.stage = .granted
  }

  /// Takes the claims of processes that have been stopped for long.
  private func takeFromStopped(_ claims: [Claim], _ state: inout State) {
    let now = Clock.now
    // To check a process costs more than to check claims.
    guard now - state.start > AccessLimits.stopped / 4 else { return }
    for claim in claims where claim.id.process != table.me.id {
      guard Participant(id: claim.id.process, folder: table.folder).isStopped else {
        state.stopped[claim.id] = nil
        continue
      }
      let since = state.stopped[claim.id] ?? now
      state.stopped[claim.id] = since
      if now - since > AccessLimits.stopped { table.takeAway(claim.id) }
    }
  }

  private func checkTime(_ state: inout State) throws(AccessError) {
    guard let timeout = request.timeout, Clock.now - state.start > timeout else { return }
    throw .timedOut(holder: state.holder)
  }

  private func leave() {
    _ = questions.end([], origin: origin)
    state.withLock { state in
      if let id = state.id, state.stage != .over { table.remove(id) }
      state.stage = .over
    }
  }

  // MARK: During and after the access

  /// The origin of the changes.
  package var origin: NewsOrigin { NewsOrigin(process: table.me.id, purpose: request.purpose) }

  /// Notes a rename that the accessor has made, announces it to the presenters, and claims the new path.
  ///
  /// - Returns: whether the item belongs to this access.
  package func noteMove(from: ItemPath, to: ItemPath) throws(AccessError) -> Bool {
    let (id, paths, moves) = state.withLock {
      ($0.stage == .granted ? $0.id : nil, $0.paths, $0.moves)
    }
    // An item that it has renamed before may get a further name.
    let writes = zip(places, paths).filter { $0.0.item.isWriting }.map(\.1) + moves.map(\.to)
    guard let id, writes.contains(where: { $0 == from || from.isInside($0) }) else { return false }
    try table.change { own, others in
      guard var claim = own.claims[id] else { return }
      let seen = others.claims.map(\.ticket) + own.claims.values.map(\.ticket)
      let ticket = max(Clock.now, (seen.max() ?? 0) + 1)
      own.moves = own.moves.suffix(31) + [ClaimTable.Move(from: from, to: to, ticket: ticket)]
      claim.items += claim.items.compactMap { item in
        item.path.moved(from: from, to: to).map { path in
          var item = item
          (item.path, item.whole) = (path, PackageNames.packages(around: path).last ?? path)
          return item
        }
      }
      own.claims[id] = claim
    }
    state.withLock { $0.moves.append((from, to)) }
    let news = Announcement.list(except: request.presenter, in: table) {
      PresenterRules.news(for: $0, moved: from, to: to)
    }
    questions.tell(news, origin: origin)
    return true
  }

  /// Releases the items but continues without them, for work on a copy.
  package func release() throws(AccessError) { try finish() }

  /// Ends the access: tells the presenters what happened, and lets the next access start.
  package func finish() throws(AccessError) {
    let (state, isMine) = state.withLock { state in
      defer { state.stage = .over }
      return (state, state.stage == .granted)
    }
    guard isMine, let id = state.id else { return }
    waitForNewsOfRenames()
    let rest = questions.end(news(state), origin: origin)
    Announcement.send(rest, origin: origin)
    guard table.remove(id) else { throw .claimLost }
  }

  /// Waits until all processes know the new paths of their items: the next access asks them there.
  ///
  /// The thread that receives news runs no code of presenters, so this takes no longer than a process needs to get CPU
  /// time. A stopped process is not waited for.
  private func waitForNewsOfRenames() {
    // Only questions can be refused, and those have been answered.
    while (try? questions.areAnswered()) == false {
      let files = questions.files
      FileWait.wait(for: files, nanoseconds: 5_000_000)
    }
  }

  private func news(_ state: State) -> [(Participant, [PresenterNews])] {
    let written = places.indices.compactMap { index -> (ItemPath, Bool)? in
      guard places[index].item.isWriting, state.existed.indices.contains(index) else { return nil }
      let path = state.paths[index]
      // A presenter that was told about the rename need not be told that the old path is empty.
      if state.moves.contains(where: { $0.from == path }), path.status == nil { return nil }
      return (path.resolved, state.existed[index])
    }
    guard !written.isEmpty else { return [] }
    return Announcement.list(except: request.presenter, in: table) { row in
      for (path, existed) in written {
        let news = PresenterRules.news(
          for: row, written: path, existed: existed, exists: path.status != nil)
        if let news { return news }
      }
      return nil
    }
  }
}
