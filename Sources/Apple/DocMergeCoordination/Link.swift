import DocMergePOSIX
import Glibc
import Synchronization

/// One end of a connection between two processes; it never waits.
final class Link: Sendable {
  private struct State: Sendable {
    var file: Int32?
    var unsent: [UInt8] = []
    var arrived: [UInt8] = []
    var isOver = false
  }

  private let state: Mutex<State>

  /// An end that the system made; it is closed with the link.
  init(file: Int32) { state = Mutex(State(file: file)) }

  /// Connects to a process; `nil` when nobody listens there.
  convenience init?(to participant: Participant) {
    let folder = open(participant.folder.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let file = docmerge_socket()
    guard file >= 0 else { return nil }
    self.init(file: file)
    guard docmerge_socket_connect(file, folder, "\(participant.id).socket") == 0 else { return nil }
  }

  deinit { end() }

  /// The file to wait at.
  var file: Int32? { state.withLock { $0.file } }

  func end() {
    state.withLock { state in
      if let file = state.file { close(file) }
      state.file = nil
      state.isOver = true
    }
  }

  /// Whether something waits to be sent.
  var hasUnsent: Bool { state.withLock { !$0.unsent.isEmpty } }

  /// Sends as much as goes at once and keeps the rest for later.
  func send(_ frame: Frame) {
    state.withLock { state in
      state.unsent += frame.bytes
      Link.flush(&state)
    }
  }

  /// Sends more of what is left.
  func flush() { state.withLock { Link.flush(&$0) } }

  /// What has arrived; `nil` at the end of the list says that the other side is gone.
  func receive() -> [Letter?] {
    state.withLock { state in
      Link.fill(&state)
      var letters: [Letter?] = []
      do {
        while let letter = try Frame.take(from: &state.arrived) { letters.append(letter) }
      } catch {
        state.isOver = true
      }
      if state.isOver { letters.append(nil) }
      return letters
    }
  }

  private static func flush(_ state: inout State) {
    guard let file = state.file else { return state.unsent = [] }
    while !state.unsent.isEmpty {
      let count = state.unsent.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if errno != EAGAIN, errno != EINTR { state.unsent = [] }
        return
      }
      state.unsent.removeFirst(count)
    }
  }

  private static func fill(_ state: inout State) {
    guard let file = state.file else { return }
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
        let count = recv(file, buffer.baseAddress, buffer.count, 0)
        state.arrived += buffer.prefix(max(count, 0))
        return count
      }
      if count > 0 { continue }
      if count == 0 || (errno != EAGAIN && errno != EINTR) { state.isOver = true }
      return
    }
  }
}
