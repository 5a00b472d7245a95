package import DocMergeDecisions

/// Shows a decision session as a page in a browser, served to this computer only.
///
///     let page = SessionPage(session, host: host, title: "docmerge resolve")
///     let (ending, decided) = try await page.run { address in print("Open \(address)") }
///     // Open http://127.0.0.1:40213/5f0c…/
///
/// Nothing is written: the caller carries out the decisions once the run has ended.
package struct SessionPage: Sendable {
  private let session: DecisionSession
  private let host: SessionHost
  private let title: String
  /// The server of the page.
  var server = LoopbackServer()

  /// Describes a page that is not served yet.
  ///
  /// - Parameters:
  ///   - session: The documents in conflict.
  ///   - host: The services of the program for the page.
  ///   - title: The title, such as `docmerge resolve`.
  package init(_ session: DecisionSession, host: SessionHost, title: String) {
    self.session = session
    self.host = host
    self.title = title
  }

  /// Serves the page until the person applies or leaves, or the last page is closed.
  ///
  /// Cancelling the task ends it as leaving does. The session is saved after each step, and at the end.
  ///
  /// - Parameter announce: Called with the address of the page, once it can be opened.
  /// - Returns: How the person left, and the decisions.
  /// - Throws: The errors of opening a port, or of serving.
  package func run(
    announce: @Sendable (String) -> Void
  ) async throws -> (SessionEnding, DecisionSession) {
    let shared = SharedSession(session, host: host, title: title)
    let ending = try await server.run(shared, announce: announce) {
      PageHandler(access: $0, shared: shared)
    }
    return (ending, await shared.session)
  }
}
