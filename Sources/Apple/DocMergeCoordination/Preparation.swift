import DocMergeSystem
import Synchronization

/// Presenters that are asked once, for many later accesses.
package final class Preparation: Sendable {
  private let questions: Questions
  private let table: ClaimTable
  private let origin: NewsOrigin
  private let timeout: UInt64?

  /// Asks the presenters of all items, in one message to each process.
  package init(_ request: AccessRequest) throws(AccessError) {
    table = try ClaimTable.current()
    timeout = request.timeout
    origin = NewsOrigin(process: table.me.id, purpose: request.purpose)
    questions = Questions(patience: request.patience)
    let items = request.items.map { item in
      var item = item
      item.path = item.path.resolved
      return item
    }
    questions.send(Questions.asks(for: items, except: request.presenter, in: table))
  }

  /// Asks all presenters of items in a folder to save, in one message to each process.
  ///
  /// `patience` is how long a presenter may take to answer, in nanoseconds.
  package static func saving(
    in folder: ItemPath, purpose: String, patience: UInt64
  ) throws(AccessError) -> Preparation {
    let folder = folder.resolved
    let places = try ClaimTable.current().presenters().flatMap(\.rows).map(\.path)
    var request = AccessRequest(
      items: Set(places.filter { $0.isInside(folder) }).map {
        AccessItem($0, .reading(saving: true))
      }, purpose: purpose)
    request.patience = patience
    return try Preparation(request)
  }

  /// Waits for the answers.
  package func wait(isCancelled: () -> Bool) throws(AccessError) {
    let start = Clock.now
    while try !questions.areAnswered() {
      if isCancelled() { throw .cancelled }
      if let timeout, Clock.now - start > timeout { throw .timedOut(holder: nil) }
      let files = questions.files
      FileWait.wait(for: files, nanoseconds: 5_000_000)
    }
  }

  /// Lets the presenters continue.
  package func finish() { _ = questions.end([], origin: origin) }

  /// How many messages this process has sent to ask presenters.
  package static var messageCount: Int { Questions.sent.load(ordering: .relaxed) }
}
