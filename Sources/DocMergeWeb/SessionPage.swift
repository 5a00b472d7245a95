public import DocMergeDecisions
import FlyingFox
import FlyingSocks

/// Shows a decision session as a page in a browser, served to this computer only.
///
///     let page = SessionPage(session, host: host, title: "docmerge resolve")
///     let (ending, decided) = try await page.run { address in print("Open \(address)") }
///     // Open http://127.0.0.1:40213/5f0c…/
///
/// Nothing is written: the caller carries out what was decided once the run has ended.
public struct SessionPage: Sendable {
  private let session: DecisionSession
  private let host: SessionHost
  private let title: String
  /// How long no page may be open, once one was, before the run ends.
  var patience: Duration = .seconds(5)
  /// How long a connection may be silent.
  var silenceLimit: Duration = .seconds(20)

  /// Describes a page that is not served yet.
  ///
  /// - Parameters:
  ///   - session: The documents in conflict.
  ///   - host: What the page asks of the program that shows it.
  ///   - title: What is being decided, such as `docmerge resolve`.
  public init(_ session: DecisionSession, host: SessionHost, title: String) {
    self.session = session
    self.host = host
    self.title = title
  }

  /// Serves the page until the person applies or leaves, or the last page is closed.
  ///
  /// Cancelling the task ends it as leaving does. The session is kept after each step, and at the end.
  ///
  /// - Parameter announce: Gets the address of the page, once it can be opened.
  /// - Returns: How the person left, and what is decided.
  /// - Throws: What opening a port, or serving, throws.
  public func run(
    announce: @Sendable (String) -> Void
  ) async throws -> (SessionEnding, DecisionSession) {
    let shared = SharedSession(session, host: host, title: title)
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
        await server.appendRoute("*", to: PageHandler(access: access, shared: shared))
        announce(access.address)
      } catch {
        // What went wrong is what the server says; that nobody could wait for it is no news.
        try await group.next()
        throw error
      }
      group.addTask { [patience] in await shared.watch(patience: patience) }
      let ending = await shared.ending()
      // The answer to the last request is on its way.
      await server.stop(timeout: 0.5)
      return (ending, await shared.session)
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
