import FlyingFox
import Foundation

/// The access rules that keep other programs, pages and computers out.
struct PageAccess: Sendable {
  /// The port on 127.0.0.1.
  let port: UInt16
  /// The secret in the address, 192 random bits in hexadecimal.
  let token: String

  /// The most bytes of a body that are read.
  static let bodyLimit = 16 << 20

  /// Generates a token for a port.
  init(port: UInt16) {
    self.port = port
    var random = SystemRandomNumberGenerator()
    token = (0..<24).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// The address of the page.
  var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// The decision about a request.
  enum Verdict: Hashable {
    /// The resource with this name below the token.
    case allowed(String)
    /// The request is refused.
    case refused(HTTPStatusCode)
  }

  /// Decides about a request by its first line and its headers; its body is not read.
  func judge(_ request: HTTPRequest) -> Verdict {
    // A name that resolves to this computer is not enough (DNS rebinding).
    guard let host = request.headers[.host],
      request.headers.values(for: .host).count == 1,
      ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    else { return .refused(.forbidden) }
    guard let name = name(in: request.target) else { return .refused(.notFound) }
    guard Self.isEqual(name.token, token) else { return .refused(.forbidden) }
    switch request.method {
    case .GET: break
    case .POST:
      guard request.headers[HTTPHeader("Origin")] == "http://\(host)",
        Self.isJSON(request.headers[.contentType])
      else { return .refused(.forbidden) }
    default: return .refused(.methodNotAllowed)
    }
    let length = request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
    return length > Self.bodyLimit ? .refused(.payloadTooLarge) : .allowed(name.rest)
  }

  /// The body of a request; `nil` where it is too large or does not arrive.
  static func body(of request: HTTPRequest) async -> Data? {
    var data = Data()
    do {
      for try await piece in request.bodySequence {
        data.append(piece)
        guard data.count <= bodyLimit else { return nil }
      }
    } catch {
      return nil
    }
    return data
  }

  /// Splits `/TOKEN/rest`; `nil` for a path that has other spellings with the same meaning.
  private func name(in target: HTTPRequest.Target) -> (token: String, rest: String)? {
    let path = target.path()
    guard target.query().isEmpty, path.hasPrefix("/") else { return nil }
    let parts = path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = path.utf8.allSatisfy { byte in
      byte < 0x7F && byte > 0x20 && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\\")
    }
    guard isPlain, parts.count == 2, !path.contains("//"), !path.contains("..") else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// Compares in a time that does not depend on how far two texts agree.
  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let (first, second) = (Array(one.utf8), Array(other.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    let name = type.split(separator: ";").first ?? ""
    return name.lowercased() == "application/json"
  }
}
