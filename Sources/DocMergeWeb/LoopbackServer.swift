import DocMergeDecisions
import FlyingFox
import FlyingSocks

/// A server that only this computer can reach, for one page.
struct LoopbackServer: Sendable {
  /// The time without an open page, after there was one, that ends the run.
  var patience: Duration = .seconds(5)
  /// How long a connection may be silent.
  var silenceLimit: Duration = .seconds(20)

  /// Serves a page until the person leaves it, or the last one is closed.
  ///
  /// - Parameters:
  ///   - page: The model of the page.
  ///   - announce: Called with the address of the page, once it can be opened.
  ///   - handler: Makes the handler of requests.
  /// - Returns: How the person left.
  /// - Throws: The errors of opening a port, or of serving.
  func run<Page: LivePage>(
    _ page: Page, announce: @Sendable (String) -> Void,
    handler: (PageAccess) -> any HTTPHandler
  ) async throws -> SessionEnding {
    let server = HTTPServer(
      config: .init(
        address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 15,
        // Equal limits: only the handler that needs a large body reads it.
        sharedRequestBufferSize: 4096, sharedRequestReplaySize: 4096,
        pool: TimedSocketPool(limit: silenceLimit), logger: .disabled))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await server.run() }
      do {
        let access = PageAccess(port: try await Self.port(of: server))
        await server.appendRoute("*", to: handler(access))
        announce(access.address)
      } catch {
        // The error to report is that of the server, not that of waiting for it.
        try await group.next()
        throw error
      }
      group.addTask { [patience] in await page.watch(patience: patience) }
      let ending = await page.ending()
      // The response to the last request is being sent.
      await server.stop(timeout: 0.5)
      return ending
    }
  }

  private static func port(of server: HTTPServer) async throws -> UInt16 {
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw SessionPageError.noPort
    }
    return port
  }
}

/// Why a page cannot be served.
enum SessionPageError: Error {
  /// The server has no port of its own.
  case noPort
}
