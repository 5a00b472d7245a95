import Synchronization

/// The questions to the presenters of all processes before one access, and the news of renames that each process has to
/// receive before the access ends.
final class Questions: Sendable {
  private struct Question: Sendable {
    var participant: Participant
    var link: Link
    /// How many pieces of news on this connection are not received yet; `nil` for a question.
    var news: Int?
    var start = Clock.now
    var isNoticed = false
    var isAnswered = false
    var stoppedSince: UInt64?
  }

  private struct State: Sendable {
    var questions: [Question] = []
    var checked: UInt64 = 0
  }

  private let state = Mutex(State())
  private let patience: UInt64

  /// How many messages with questions were sent: one for each process and access.
  static let sent = Atomic<Int>(0)

  init(patience: UInt64) { self.patience = patience }

  /// The questions for these items, by process.
  static func asks(
    for items: [AccessItem], except presenter: String?, in table: ClaimTable
  ) -> [(Participant, [PresenterAsk])] {
    table.presenters().compactMap { participant, rows in
      let asks = items.flatMap { item in
        rows.compactMap { row -> PresenterAsk? in
          let steps = PresenterRules.steps(for: row.path, item)
          guard row.id != presenter, !steps.isEmpty else { return nil }
          return PresenterAsk(presenter: row.id, steps: steps, path: item.path)
        }
      }
      return asks.isEmpty ? nil : (participant, asks)
    }
  }

  /// Sends the questions.
  func send(_ asks: [(Participant, [PresenterAsk])]) {
    state.withLock { state in
      state.checked = Clock.now
      for (participant, asks) in asks {
        // The process does not listen: it is just ending.
        guard let link = Link(to: participant) else { continue }
        Questions.sent.wrappingAdd(1, ordering: .relaxed)
        link.send(.ask(asks))
        state.questions.append(Question(participant: participant, link: link))
      }
    }
  }

  /// Sends news that has to be received before the access ends.
  func tell(_ news: [(Participant, [PresenterNews])], origin: NewsOrigin) {
    state.withLock { state in
      state.checked = Clock.now
      for (participant, news) in news {
        // All news to one process uses one connection, however many renames there are.
        let known = state.questions.firstIndex {
          $0.news != nil && $0.participant.id == participant.id
        }
        guard let index = known ?? addWay(to: participant, &state) else { continue }
        state.questions[index].link.send(.tell(news, origin))
        state.questions[index].news? += 1
        state.questions[index].start = Clock.now
        state.questions[index].isAnswered = false
      }
    }
  }

  private func addWay(to participant: Participant, _ state: inout State) -> Int? {
    guard let link = Link(to: participant) else { return nil }
    state.questions.append(Question(participant: participant, link: link, news: 0))
    return state.questions.count - 1
  }

  /// Whether all have answered, and news was received, or cannot be.
  func areAnswered() throws(AccessError) -> Bool {
    let refusal = state.withLock { state -> ReportedError? in
      for index in state.questions.indices where !state.questions[index].isAnswered {
        if let error = Questions.look(at: &state.questions[index]) { return error }
      }
      checkTime(&state)
      return nil
    }
    if let refusal { throw .refused(refusal) }
    return state.withLock { $0.questions.allSatisfy(\.isAnswered) }
  }

  private static func look(at question: inout Question) -> ReportedError? {
    question.link.flush()
    for message in question.link.receive() {
      switch message?.frame {
      case .received:
        question.isNoticed = true
        question.news? -= 1
        if question.news == 0 { question.isAnswered = true }
      case .answer(let error):
        question.isAnswered = true
        if let error { return error }
      case nil: question.isAnswered = true
      default: break
      }
    }
    return nil
  }

  /// Gives up on processes that are stopped, do not respond at all, or take too long.
  private func checkTime(_ state: inout State) {
    let now = Clock.now
    guard now - state.checked > 50_000_000 else { return }
    state.checked = now
    for index in state.questions.indices where !state.questions[index].isAnswered {
      let question = state.questions[index]
      let isStopped = question.participant.isStopped
      let since = isStopped ? question.stoppedSince ?? now : nil
      state.questions[index].stoppedSince = since
      let isLost =
        since.map { now - $0 > AccessLimits.stopped } ?? false
        || (!question.isNoticed && now - question.start > AccessLimits.notice)
        || now - question.start > patience
      if isLost { state.questions[index].isAnswered = true }
    }
  }

  /// The files that answers arrive at.
  var files: [Int32] {
    state.withLock { $0.questions.filter { !$0.isAnswered }.compactMap(\.link.file) }
  }

  /// Reports the end of the access, and its changes.
  ///
  /// - Returns: the news for processes that were not asked before.
  func end(
    _ news: [(Participant, [PresenterNews])], origin: NewsOrigin
  ) -> [(Participant, [PresenterNews])] {
    state.withLock { state in
      var rest = news
      for question in state.questions where question.news == nil {
        let index = rest.firstIndex { $0.0.id == question.participant.id }
        let mine = index.map { rest.remove(at: $0).1 } ?? []
        question.link.send(.end(mine, origin))
      }
      for question in state.questions { question.link.end() }
      state.questions = []
      return rest
    }
  }
}
