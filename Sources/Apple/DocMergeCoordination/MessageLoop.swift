import Dispatch
package import DocMergeSystem
import Synchronization

/// The receiver of the messages of a ``MessageLoop``: the presenters of this process.
package protocol PresenterPost: AnyObject, Sendable {
  /// Asks presenters; `answer` is called once, when all presenters have answered.
  func ask(
    _ asks: [PresenterAsk], visit: UInt64, answer: @escaping @Sendable (ReportedError?) -> Void)

  /// The access of the questions has ended; without an origin its process is gone as well.
  func end(visit: UInt64, _ news: [PresenterNews], origin: NewsOrigin?)

  /// Reports events to presenters.
  func tell(_ news: [PresenterNews], origin: NewsOrigin)

  /// Reports events in watched folders.
  func notice(_ events: [FolderEvent])

  /// Called after each round.
  ///
  /// - Returns: whether to call again soon.
  func tick() -> Bool
}

/// The thread of a process that receives messages for its presenters, and watches their folders.
///
/// It never runs code of presenters and never waits for any, so it answers as long as the process runs.
package final class MessageLoop: Sendable {
  private let listener: LocalSocket
  private let watcher: FolderEventQueue?
  private let waker: ThreadWaker
  private let post: any PresenterPost

  private struct Visit {
    var number: UInt64
    var link: Link
    var isAccess = false
    var isOver = false
  }

  /// A message of a visitor; without one the visitor is gone.
  private struct Delivery {
    var visit: UInt64
    var message: ReceivedMessage?
  }

  /// Listens for messages and starts the thread, which runs until the process ends.
  package init(table: ClaimTable, post: any PresenterPost) throws(AccessError) {
    let folder = try AccessError.trying("open", table.folder) { () throws(Errno) in
      try OpenFile(table.folder.system, .isFolder)
    }
    listener = try AccessError.trying("listen in", table.folder) { () throws(Errno) in
      try LocalSocket(listeningIn: folder, "\(table.me.id).socket")
    }
    do throws(Errno) {
      watcher = try FolderEventQueue()
    } catch {
      WatchShortage.tell(error)
      watcher = nil
    }
    waker = try AccessError.trying("make a pipe in", table.folder) { () throws(Errno) in
      try ThreadWaker()
    }
    self.post = post
    DispatchQueue(label: "docmerge.messages").async { self.run() }
  }

  /// Wakes the thread.
  package func wake() { waker.wake() }

  // MARK: Watching

  /// Watches a folder, or only its own path and not its contents; `nil` if that is not possible.
  package func watch(_ folder: ItemPath, contents: Bool) -> Int32? {
    do throws(Errno) {
      return try watcher?.watch(folder.system, contents ? [.itself, .contents] : .itself)
    } catch {
      if error == .noSpace { WatchShortage.tell(error) }
      return nil
    }
  }

  /// Stops watching a folder.
  package func unwatch(_ watch: Int32) { watcher?.unwatch(watch) }

  // MARK: The thread

  private func run() {
    var visits: [Visit] = []
    var number: UInt64 = 0
    var isBusy = false
    while true {
      var waits = [listener.number, waker.number, watcher?.number ?? -1].map { FileWait.Entry($0) }
      waits += visits.map { FileWait.Entry($0.link.file ?? -1, isForWriting: $0.link.hasUnsent) }
      FileWait.wait(for: &waits, milliseconds: isBusy ? 20 : -1)
      if waits[1].isReady { waker.reset() }
      let events = watcher?.events() ?? []
      if !events.isEmpty { post.notice(events) }
      for delivery in collect(&visits, &number) {
        for index in visits.indices where visits[index].number == delivery.visit {
          serve(delivery.message?.frame, &visits[index])
        }
      }
      visits.removeAll(where: \.isOver)
      isBusy = post.tick()
    }
  }

  /// Takes the messages of all visitors, in the order in which they were sent.
  ///
  /// Each access and each piece of news uses its own connection, so the connections are read until there is nothing
  /// more: a message that was sent before one that was read is found in the next round.
  private func collect(_ visits: inout [Visit], _ number: inout UInt64) -> [Delivery] {
    var all: [Delivery] = []
    // A process that sends without a pause must not keep the others waiting.
    for _ in 0..<16 {
      while let socket = listener.accept() {
        number += 1
        visits.append(Visit(number: number, link: Link(socket)))
      }
      var found: [Delivery] = []
      for index in visits.indices where !visits[index].isOver {
        visits[index].link.flush()
        let new = visits[index].link.receive()
        // An element that is nil says that the visitor is gone.
        visits[index].isOver = new.contains { $0 == nil }
        found += new.map { Delivery(visit: visits[index].number, message: $0) }
      }
      guard !found.isEmpty else { break }
      all += found
    }
    let moments = all.enumerated().map { ($0.element.message?.sent ?? .max, $0.offset) }
    return zip(moments, all).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Handles a message of a visitor; without a frame the visitor is gone.
  private func serve(_ frame: Frame?, _ visit: inout Visit) {
    switch frame {
    case .ask(let asks):
      visit.isAccess = true
      visit.link.send(.received)
      let link = visit.link
      post.ask(asks, visit: visit.number) { link.send(.answer($0)) }
    case .tell(let news, let origin):
      post.tell(news, origin: origin)
      visit.link.send(.received)
    case .end(let news, let origin):
      post.end(visit: visit.number, news, origin: origin)
      visit.isAccess = false
    case nil:
      if visit.isAccess { post.end(visit: visit.number, [], origin: nil) }
      visit.link.end()
    case .received, .answer: break
    }
  }
}
