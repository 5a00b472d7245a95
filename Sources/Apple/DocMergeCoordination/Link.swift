import DocMergeSystem
import Synchronization

/// One end of a connection between two processes; it never blocks.
final class Link: Sendable {
  private struct State: ~Copyable, Sendable {
    var socket: LocalSocket?
    var unsent: [UInt8] = []
    var arrived: [UInt8] = []
    var isOver = false

    var number: Int32? {
      switch socket {
      case .some(let socket): socket.number
      case .none: nil
      }
    }
  }

  private let state: Mutex<State>

  /// Takes an end from the system; it is closed with the link.
  init(_ socket: consuming LocalSocket) { state = Mutex(State(socket: socket)) }

  /// Connects to a process; `nil` if it does not listen.
  convenience init?(to participant: Participant) {
    guard let folder = try? OpenFile(participant.folder.system, .isFolder),
      let socket = try? LocalSocket(connectedIn: folder, "\(participant.id).socket")
    else { return nil }
    self.init(socket)
  }

  /// The file to wait for.
  var file: Int32? { state.withLock { $0.number } }

  /// Closes it.
  func end() {
    state.withLock { state in
      state.socket = nil
      state.isOver = true
    }
  }

  /// Whether data waits to be sent.
  var hasUnsent: Bool { state.withLock { !$0.unsent.isEmpty } }

  /// Sends as much as possible without waiting and keeps the rest for later.
  func send(_ frame: Frame) {
    state.withLock { state in
      state.unsent += frame.bytes
      Link.flush(&state)
    }
  }

  /// Sends more of the rest.
  func flush() { state.withLock { Link.flush(&$0) } }

  /// The received messages; `nil` at the end of the list says that the other side is gone.
  func receive() -> [ReceivedMessage?] {
    state.withLock { state in
      Link.fill(&state)
      var messages: [ReceivedMessage?] = []
      do {
        while let message = try Frame.take(from: &state.arrived) { messages.append(message) }
      } catch {
        state.isOver = true
      }
      if state.isOver { messages.append(nil) }
      return messages
    }
  }

  private static func flush(_ state: inout State) {
    switch state.socket {
    case .some(let socket): if !socket.send(&state.unsent) { state.unsent = [] }
    case .none: state.unsent = []
    }
  }

  private static func fill(_ state: inout State) {
    switch state.socket {
    case .some(let socket): if !socket.receive(&state.arrived) { state.isOver = true }
    case .none: break
    }
  }
}
