import FlyingFox
import FlyingSocks

/// The empty body of a response after which the connection is closed.
///
/// Where a request is refused, its body is still being sent; reading it as the next request would do harm. A
/// part of it is read and discarded, so that the other end gets the response before the connection ends.
struct ClosingBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The body of the request.
  let request: HTTPBodySequence

  /// The body of a response to a request.
  static func after(_ request: HTTPRequest) -> HTTPBodySequence {
    HTTPBodySequence(from: ClosingBody(request: request.bodySequence), count: 0)
  }

  func makeAsyncIterator() -> Iterator { Iterator(request: request) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let request: HTTPBodySequence

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      await withTaskGroup(of: Void.self) { [request] group in
        group.addTask {
          var left = 1 << 20
          do {
            for try await piece in request where left > 0 {
              left -= piece.count
              if left <= 0 { return }
            }
          } catch {
            // The connection is being closed either way.
          }
        }
        group.addTask { try? await Task.sleep(for: .seconds(1)) }
        await group.next()
        group.cancelAll()
      }
      // The only way to make the server close a connection.
      throw SocketError.disconnected
    }
  }
}
