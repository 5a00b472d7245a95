import DocMergePOSIX
import Glibc

/// A pipe: bytes are written at one end, and read at the other.
package struct Pipe: ~Copyable, Sendable {
  package let reading: OpenFile
  package let writing: OpenFile

  /// Makes a pipe with blocking ends.
  ///
  /// Calls `pipe2`.
  package init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    try Errno.check(docmerge_pipe(&ends))
    for end in ends { _ = fcntl(end, F_SETFL, 0) }
    reading = OpenFile(owning: ends[0])
    writing = OpenFile(owning: ends[1])
  }
}
