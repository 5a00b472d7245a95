import DocMergeFork
import Glibc

/// The work of a copy of this process, and the report that it wrote before it ended.
package struct ChildRun: Sendable {
  /// Its report, as bytes; incomplete when it died.
  package var told: [UInt8]
  /// Its exit status, or 128 and the number of the signal that ended it.
  package var status: Int32

  /// A copy of this process that has been started.
  package struct Running: Sendable {
    fileprivate var id: Int32
    fileprivate var end: Int32

    /// Waits until it has told everything, and has ended.
    package func finish() -> ChildRun {
      var told: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(end, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        told += chunk[..<count]
      }
      close(end)
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      return ChildRun(told: told, status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }
  }

  /// Runs `body` in a copy of this process, which ends with the status that it returns.
  ///
  /// Only processes with one thread can be copied. Nothing is tidied up in the copy when it ends.
  package static func start(_ body: (_ tell: ([UInt8]) -> Void) -> Int32) -> Running {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe: \(errno)")
    fflush(nil)
    let id = docmerge_fork()
    precondition(id >= 0, "no process: \(errno)")
    if id == 0 {
      close(ends[0])
      let status = body { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
          guard count > 0 else { _exit(99) }
          rest = rest.dropFirst(count)
        }
      }
      _exit(status)
    }
    close(ends[1])
    return Running(id: id, end: ends[0])
  }
}
