import FlyingFox
import Foundation

/// The responses to requests, with the headers that isolate a page.
enum PageAnswer {
  private static let json = "application/json; charset=utf-8"
  private static let policy = HTTPHeader("Content-Security-Policy")

  /// The headers of every response.
  static func headers(type: String) -> HTTPHeaders {
    [
      .contentType: type, .cacheControl: "no-store",
      policy: """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """,
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    ]
  }

  /// A file of the page.
  static func file(_ file: PageFiles.File) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers(type: file.contentType), body: Data(file.bytes))
  }

  /// An image; opened by itself, it may load and run nothing either.
  static func image(_ bytes: [UInt8], _ type: ImageType) -> HTTPResponse {
    var headers = headers(type: type.rawValue)
    headers[policy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(bytes))
  }

  /// A report; `nil` where there is none.
  static func report(
    _ report: (some Encodable)?, status: HTTPStatusCode = .ok
  ) -> HTTPResponse? {
    guard let report, let body = try? JSONEncoder().encode(report) else { return nil }
    return HTTPResponse(statusCode: status, headers: headers(type: json), body: body)
  }

  /// The server-sent events of a page.
  static func events(of page: any LivePage) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers(type: "text/event-stream"),
      body: HTTPBodySequence(from: PresenceBody(page: page)))
  }

  /// The response to a command that ends the session.
  static var done: HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers(type: json), body: Data("{}".utf8))
  }

  /// A refusal has no content, and ends the connection.
  static func refusal(_ status: HTTPStatusCode, of request: HTTPRequest) -> HTTPResponse {
    var headers = headers(type: "text/plain")
    headers[.connection] = "close"
    return HTTPResponse(statusCode: status, headers: headers, body: ClosingBody.after(request))
  }
}
