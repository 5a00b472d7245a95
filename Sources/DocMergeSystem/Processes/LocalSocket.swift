import DocMergePOSIX
import Glibc

/// One end of a connection between two processes of this computer; it never blocks.
package struct LocalSocket: ~Copyable, Sendable {
  private let file: OpenFile

  /// The open file, to wait for.
  package var number: Int32 { file.number }

  private init(_ file: consuming OpenFile) { self.file = file }

  /// Listens under a name in a folder.
  ///
  /// Calls `socket`, `bind` and `listen`.
  package init(listeningIn folder: borrowing OpenFile, _ name: String) throws(Errno) {
    let file = OpenFile(owning: try Errno.check(docmerge_socket()))
    try Errno.check(docmerge_socket_listen(file.number, folder.number, name))
    self.file = file
  }

  /// Connects to the process that listens under a name in a folder.
  ///
  /// Calls `socket` and `connect`.
  package init(connectedIn folder: borrowing OpenFile, _ name: String) throws(Errno) {
    let file = OpenFile(owning: try Errno.check(docmerge_socket()))
    try Errno.check(docmerge_socket_connect(file.number, folder.number, name))
    self.file = file
  }

  /// Takes the next connection; `nil` when there is none.
  ///
  /// Calls `accept4`.
  package func accept() -> LocalSocket? {
    let file = docmerge_socket_accept(number)
    return file >= 0 ? LocalSocket(OpenFile(owning: file)) : nil
  }

  /// Sends as much as possible without waiting.
  ///
  /// Calls `send` without `SIGPIPE`.
  ///
  /// - Parameter bytes: the bytes to send; the sent ones are removed.
  /// - Returns: whether the other end still exists, as far as is known.
  package func send(_ bytes: inout [UInt8]) -> Bool {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return errno == EAGAIN || errno == EINTR }
      bytes.removeFirst(count)
    }
    return true
  }

  /// Appends the received bytes.
  ///
  /// Calls `recv`.
  ///
  /// - Parameter bytes: the buffer.
  /// - Returns: whether the other end still exists.
  package func receive(_ bytes: inout [UInt8]) -> Bool {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
        let count = recv(number, buffer.baseAddress, buffer.count, 0)
        bytes += buffer.prefix(max(count, 0))
        return count
      }
      if count > 0 { continue }
      return count < 0 && (errno == EAGAIN || errno == EINTR)
    }
  }
}
