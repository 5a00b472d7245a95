import DocMergeCoordination
import Foundation
import Synchronization

/// One step of the questions to a presenter before an access.
enum PresenterQuestion: Sendable {
  case relinquishToReader, relinquishToWriter, save, accommodateDeletion, accommodateEviction
  case accommodateSubitemDeletion(URL)

  typealias Reacquirer = @Sendable () -> Void

  /// The steps in the order in which every presenter gets them.
  static func list(of asks: [PresenterAsk]) -> [PresenterQuestion] {
    let steps = asks.reduce(into: PresenterSteps()) { $0.formUnion($1.steps) }
    var list: [PresenterQuestion] = []
    if steps.contains(.relinquishToReader) { list.append(.relinquishToReader) }
    if steps.contains(.relinquishToWriter) { list.append(.relinquishToWriter) }
    if steps.contains(.save) { list.append(.save) }
    if steps.contains(.accommodateDeletion) { list.append(.accommodateDeletion) }
    for ask in asks where ask.steps.contains(.accommodateSubitemDeletion) {
      list.append(.accommodateSubitemDeletion(ask.path.url()))
    }
    if steps.contains(.accommodateEviction) { list.append(.accommodateEviction) }
    return list
  }

  /// Asks one step after the other, until one is refused.
  static func ask(
    _ steps: ArraySlice<PresenterQuestion>, line: MessageLine,
    keep: @escaping @Sendable (Reacquirer?) -> Void,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard let step = steps.first else { return done(nil) }
    let once = Once()
    let next: @Sendable ((any Error)?) -> Void = { error in
      // Only the first answer of a presenter counts.
      guard once.take() else { return }
      if let error { return done(error) }
      ask(steps.dropFirst(), line: line, keep: keep, done: done)
    }
    line.add { presenter in
      // A presenter that is gone has no objection.
      guard let presenter else { return next(nil) }
      step.put(to: presenter, keep: keep, next: next)
    }
  }

  private func put(
    to presenter: any FilePresenter, keep: @escaping @Sendable (Reacquirer?) -> Void,
    next: @escaping @Sendable ((any Error)?) -> Void
  ) {
    switch self {
    case .relinquishToReader:
      presenter.relinquishPresentedItem(toReader: {
        keep($0)
        next(nil)
      })
    case .relinquishToWriter:
      presenter.relinquishPresentedItem(toWriter: {
        keep($0)
        next(nil)
      })
    case .save: presenter.savePresentedItemChanges(completionHandler: next)
    case .accommodateDeletion: presenter.accommodatePresentedItemDeletion(completionHandler: next)
    case .accommodateEviction: presenter.accommodatePresentedItemEviction(completionHandler: next)
    case .accommodateSubitemDeletion(let url):
      presenter.accommodatePresentedSubitemDeletion(at: url, completionHandler: next)
    }
  }
}

/// A flag that is set once.
final class Once: Sendable {
  private let flag = Atomic(false)

  /// Whether it is set.
  var isTaken: Bool { flag.load(ordering: .acquiring) }

  /// Whether this is the first call.
  func take() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }
}

/// Combines the answers of several presenters into one.
final class QuestionRound: Sendable {
  private struct State: Sendable {
    var open: Int
    var error: (any Error)?
  }

  private let state: Mutex<State>
  private let done: @Sendable ((any Error)?) -> Void

  /// `done` is called when all have answered, with the first error.
  init(count: Int, done: @escaping @Sendable ((any Error)?) -> Void) {
    state = Mutex(State(open: count))
    self.done = done
    if count == 0 { done(nil) }
  }

  func answer(_ error: (any Error)?) {
    let result = state.withLock { state -> ((any Error)?)? in
      state.open -= 1
      state.error = state.error ?? error
      return state.open == 0 ? .some(state.error) : nil
    }
    if case .some(let error) = result { done(error) }
  }
}
