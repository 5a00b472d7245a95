import Foundation
import Glibc

/// A connection to a server on this computer that sends exactly the given bytes.
///
/// It waits on threads of its own: the server under test runs on the few that tasks share.
final class RawClient: Sendable {
  private let file: Int32

  init(port: UInt16) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw ClientError(number: errno) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(file) }

  /// Sends text; `false` where the other end is gone.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// The bytes received until the connection ends, or until a text is in them.
  func receive(until mark: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait(until: mark)) }
    }
  }

  private func wait(until mark: String?) -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer[..<count]
      if let mark, received.firstRange(of: Array(mark.utf8)) != nil { break }
    }
    return String(decoding: received, as: UTF8.self)
  }

  /// The status of the answer to one request; 0 where there is none.
  static func status(of text: String, port: UInt16) async throws -> Int {
    try await answer(to: text, port: port).status
  }

  /// The answer to one request, which asks for the connection to be closed.
  static func answer(to text: String, port: UInt16) async throws -> (status: Int, text: String) {
    let client = try RawClient(port: port)
    client.send(text)
    let answer = await client.receive()
    let words = answer.split(separator: " ", maxSplits: 2)
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0, answer)
  }
}

/// Why there is no connection.
struct ClientError: Error {
  let number: Int32
}
