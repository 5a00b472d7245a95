import Dispatch
import DocMergePOSIX
import Glibc
import Synchronization

/// Who gets what the postman brings: the presenters of this process.
package protocol PresenterPost: AnyObject, Sendable {
  /// Somebody asks; `answer` is called once, when all presenters have answered.
  func ask(
    _ asks: [PresenterAsk], visit: UInt64, answer: @escaping @Sendable (ReportedError?) -> Void)

  /// The access that was asked for is over; without an origin its process is gone as well.
  func end(visit: UInt64, _ news: [PresenterNews], origin: NewsOrigin?)

  /// Something happened.
  func tell(_ news: [PresenterNews], origin: NewsOrigin)

  /// Something changed in a watched folder.
  func notice(_ events: [WatchEvent])

  /// Time went on.
  ///
  /// - Returns: whether to come again soon.
  func tick() -> Bool
}

/// What the kernel says about a watched folder.
package struct WatchEvent: Sendable, Hashable {
  package var watch: Int32
  package var mask: UInt32
  /// The same for both halves of a rename.
  package var cookie: UInt32
  package var name: [UInt8]
}

/// The thread of a process at which its presenters are reached, and their folders watched.
///
/// It never runs code of presenters and never waits for any, so it answers as long as the process runs.
package final class Postman: Sendable {
  private let listener: Int32
  private let watcher: Int32
  private let wakeRead: Int32
  private let wakeWrite: Int32
  private let post: any PresenterPost

  private struct Visit {
    var number: UInt64
    var link: Link
    var isAccess = false
    var isOver = false
  }

  /// What a visitor has brought; without a letter: it is gone.
  private struct Delivery {
    var visit: UInt64
    var letter: Letter?
  }

  /// Opens the door of this process and starts the thread, which lives as long as the process.
  package init(table: ClaimTable, post: any PresenterPost) throws(AccessError) {
    let folder = open(table.folder.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system("open", table.folder) }
    defer { close(folder) }
    listener = docmerge_socket()
    guard listener >= 0,
      docmerge_socket_listen(listener, folder, "\(table.me.id).socket") == 0
    else { throw .system("listen in", table.folder) }
    watcher = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    var ends: [Int32] = [-1, -1]
    guard docmerge_pipe(&ends) == 0 else {
      throw .system("make a pipe in", table.folder)
    }
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    self.post = post
    DispatchQueue(label: "docmerge.postman").async { self.run() }
  }

  /// Makes the thread look at the time.
  package func wake() { write(wakeWrite, [1], 1) }

  // MARK: Watching

  /// Watches a folder, or only where it is itself and not what is in it; `nil` when that cannot be.
  package func watch(_ folder: ItemPath, contents: Bool) -> Int32? {
    var kinds = IN_DELETE_SELF | IN_MOVE_SELF
    if contents {
      kinds |= IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
      kinds |= IN_MOVED_FROM | IN_MOVED_TO
    }
    let number = inotify_add_watch(watcher, folder.characters, UInt32(kinds) | 0x0100_0000)
    return number >= 0 ? number : nil
  }

  /// Stops to watch a folder.
  package func unwatch(_ watch: Int32) { inotify_rm_watch(watcher, watch) }

  private func events() -> [WatchEvent] {
    var events: [WatchEvent] = []
    let size = MemoryLayout<inotify_event>.size
    while true {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(watcher, &buffer, buffer.count)
      guard count > 0 else { return events }
      var position = 0
      while position + size <= count {
        let head = buffer.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        }
        let name = buffer[(position + size)..<(position + size + Int(head.len))]
        events.append(
          WatchEvent(
            watch: head.wd, mask: head.mask, cookie: head.cookie,
            name: Array(name.prefix { $0 != 0 })))
        position += size + Int(head.len)
      }
    }
  }

  // MARK: The thread

  private func run() {
    var visits: [Visit] = []
    var number: UInt64 = 0
    var isBusy = false
    while true {
      var waits = [listener, wakeRead, watcher].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      waits += visits.map { visit in
        let events = POLLIN | (visit.link.hasUnsent ? POLLOUT : 0)
        return pollfd(fd: visit.link.file ?? -1, events: Int16(events), revents: 0)
      }
      poll(&waits, nfds_t(waits.count), isBusy ? 20 : -1)
      if waits[1].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeRead, &bytes, bytes.count) > 0 {}
      }
      let events = events()
      if !events.isEmpty { post.notice(events) }
      for delivery in collect(&visits, &number) {
        for index in visits.indices where visits[index].number == delivery.visit {
          serve(delivery.letter?.frame, &visits[index])
        }
      }
      visits.removeAll(where: \.isOver)
      isBusy = post.tick()
    }
  }

  /// Takes what all visitors have brought, in the order in which it was sent.
  ///
  /// Each access and each piece of news comes on a way of its own, so looks go on until there is nothing more:
  /// whatever was sent before something that one look has found, the next one finds.
  private func collect(_ visits: inout [Visit], _ number: inout UInt64) -> [Delivery] {
    var all: [Delivery] = []
    // A process that sends without a pause must not keep the others waiting.
    for _ in 0..<16 {
      while case let file = docmerge_socket_accept(listener), file >= 0 {
        number += 1
        visits.append(Visit(number: number, link: Link(file: file)))
      }
      var found: [Delivery] = []
      for index in visits.indices where !visits[index].isOver {
        visits[index].link.flush()
        let new = visits[index].link.receive()
        // An element that is nil says that the visitor is gone.
        visits[index].isOver = new.contains { $0 == nil }
        found += new.map { Delivery(visit: visits[index].number, letter: $0) }
      }
      guard !found.isEmpty else { break }
      all += found
    }
    let moments = all.enumerated().map { ($0.element.letter?.sent ?? .max, $0.offset) }
    return zip(moments, all).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Does what a visitor asks for; without a frame it is gone.
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
