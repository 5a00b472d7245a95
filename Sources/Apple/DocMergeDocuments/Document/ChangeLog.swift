/// The current position of a document in the history of its edits, and the saved one.
///
/// Counting up and down is not enough: after an undo, a new edit leads to the same count but to other contents. So each
/// step has a unique name.
struct ChangeLog: Sendable {
  /// A position in the history.
  struct Token: Sendable, Hashable {
    fileprivate var step: UInt64
  }

  private var steps: [UInt64] = [0]
  private var index = 0
  private var newest: UInt64 = 0
  private var saved: UInt64 = 0

  private static let limit = 10_000

  var isDirty: Bool { steps[index] != saved }

  var token: Token { Token(step: steps[index]) }

  mutating func noteSaved(_ token: Token) { saved = token.step }

  mutating func note(_ kind: Document.ChangeKind) {
    switch kind {
    case .done:
      steps.removeSubrange((index + 1)...)
      append()
    case .redone:
      if index + 1 < steps.count { index += 1 } else { append() }
    case .undone:
      if index > 0 {
        index -= 1
      } else {
        // The position before the document was opened has no name yet.
        newest += 1
        steps.insert(newest, at: 0)
      }
    case .cleared: saved = steps[index]
    }
  }

  /// Goes back by one step, so that the next change takes its place; the position in between is never reached again.
  mutating func continueLast() {
    if index > 0 { index -= 1 }
  }

  private mutating func append() {
    newest += 1
    steps.append(newest)
    index += 1
    guard steps.count > ChangeLog.limit else { return }
    steps.removeFirst(ChangeLog.limit / 2)
    index -= ChangeLog.limit / 2
  }
}
