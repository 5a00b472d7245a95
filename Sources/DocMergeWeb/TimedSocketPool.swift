import FlyingFox
import FlyingSocks
import Glibc

/// A pool that ends connections which are silent for too long; the listening socket has no limit.
struct TimedSocketPool: AsyncSocketPool {
  /// How long a connection may be silent.
  let limit: Duration
  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

  init(limit: Duration) {
    self.limit = limit
  }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard !Self.isListening(socket) else {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup(of: Void.self) { [limit, pool] group in
      group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(for: limit)
        throw SocketError.disconnected
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private static func isListening(_ socket: Socket) -> Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(socket.file.rawValue, SOL_SOCKET, SO_ACCEPTCONN, &value, &size)
    return status == 0 && value != 0
  }
}
