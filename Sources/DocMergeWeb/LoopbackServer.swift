import DocMergeDecisions
import FlyingFox
import FlyingSocks

/// A server that only this computer can reach, for one page.
struct LoopbackServer: Sendable {
  /// How long no page may be open, once one was, before the run ends.
  var patience: Duration = .seconds(5)
  /// How long a connection may be silent.
  var silenceLimit: Duration = .seconds(20)

  /// Serves a page until the person leaves it, or the last one is closed.
  ///
  /// - Parameters:
  ///   - page: What is shown.
  ///   - announce: Gets the address of the page, once it can be opened.
  ///   - handler: Answers the requests.
  /// - Returns: How the person left.
  /// - Throws: What opening a port, or serving, throws.
  func run<Page: LivePage>(
    _ page: Page, announce: @Sendable (String) -> Void,
    handler: (PageAccess) -> any HTTPHandler
  ) async throws -> SessionEnding {
    let server = HTTPServer(
      config: .init(
        address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 15,
        // Equal limits: a large body is read by the one who asks for it, or by nobody.
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
        // What went wrong is what the server says; that nobody could wait for it is no news.
        try await group.next()
        throw error
      }
      group.addTask { [patience] in await page.watch(patience: patience) }
      let ending = await page.ending()
      // The answer to the last request is on its way.
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
