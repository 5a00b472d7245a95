import DocMergeDecisions
import FlyingFox
import Foundation

/// Answers the requests of the page: its files, the state of the session, and what the person does.
///
/// | request | answer |
/// |---|---|
/// | GET `` , `page.css`, `page.js`, … | the page |
/// | GET `events` | server-sent events: the number of the state, and the end |
/// | GET `state` | ``StateReport`` |
/// | GET `document/N` | ``DocumentReport`` |
/// | GET `place/N/M` | ``PlaceReport`` |
/// | GET `preview/N` | ``PreviewReport`` |
/// | POST `step` | takes a ``PageCommand``: ``StateReport``, with status 409 where the page was behind |
/// | POST `apply`, `leave` | ends the session |
struct PageHandler: HTTPHandler {
  let access: PageAccess
  let shared: SharedSession

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch access.judge(request) {
    case .refused(let status): return Self.refusal(status, of: request)
    case .allowed(let name):
      let answer =
        request.method == .POST ? await post(name, request) : await get(name)
      return answer ?? Self.refusal(.notFound, of: request)
    }
  }

  // MARK: - Reading

  private func get(_ name: String) async -> HTTPResponse? {
    if let file = PageFiles.file(named: name) {
      return Self.answer(body: Data(file.bytes), type: file.contentType)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Int($0) ?? -1 }
    switch (parts[0], numbers.count) {
    case ("events", 0):
      return HTTPResponse(
        statusCode: .ok, headers: Self.headers(type: "text/event-stream"),
        body: HTTPBodySequence(from: PresenceBody(shared: shared)))
    case ("state", 0): return Self.answer(await shared.state())
    case ("document", 1): return Self.answer(await shared.document(numbers[0]))
    case ("place", 2): return Self.answer(await shared.place(numbers[0], numbers[1]))
    case ("preview", 1): return Self.answer(await shared.preview(numbers[0]))
    default: return nil
    }
  }

  // MARK: - Deciding

  private func post(_ name: String, _ request: HTTPRequest) async -> HTTPResponse? {
    guard ["step", "apply", "leave"].contains(name) else { return nil }
    guard let body = await Self.body(of: request) else {
      return Self.refusal(.payloadTooLarge, of: request)
    }
    switch name {
    case "apply": return await end(.apply)
    case "leave": return await end(.leave)
    default:
      guard let command = try? JSONDecoder().decode(PageCommand.self, from: body) else {
        return Self.refusal(.badRequest, of: request)
      }
      let (state, isCurrent) = await shared.take(command)
      return Self.answer(state, status: isCurrent ? .ok : .conflict)
    }
  }

  private func end(_ ending: SessionEnding) async -> HTTPResponse? {
    await shared.end(ending)
    return Self.answer(body: Data("{}".utf8), type: Self.json)
  }

  /// The body of a request; `nil` where it is too large or does not arrive.
  private static func body(of request: HTTPRequest) async -> Data? {
    var data = Data()
    do {
      for try await piece in request.bodySequence {
        data.append(piece)
        guard data.count <= PageAccess.bodyLimit else { return nil }
      }
    } catch {
      return nil
    }
    return data
  }

  // MARK: - Answers

  private static let json = "application/json; charset=utf-8"

  private static func headers(type: String) -> HTTPHeaders {
    [
      .contentType: type, .cacheControl: "no-store",
      HTTPHeader("Content-Security-Policy"): """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """,
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    ]
  }

  private static func answer(
    body: Data, type: String, status: HTTPStatusCode = .ok
  ) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers(type: type), body: body)
  }

  private static func answer(
    _ report: (some Encodable)?, status: HTTPStatusCode = .ok
  ) -> HTTPResponse? {
    guard let report, let body = try? JSONEncoder().encode(report) else { return nil }
    return answer(body: body, type: json, status: status)
  }

  /// A refusal says nothing, and ends the connection.
  private static func refusal(_ status: HTTPStatusCode, of request: HTTPRequest) -> HTTPResponse {
    var headers = headers(type: "text/plain")
    headers[.connection] = "close"
    return HTTPResponse(statusCode: status, headers: headers, body: ClosingBody.after(request))
  }
}
