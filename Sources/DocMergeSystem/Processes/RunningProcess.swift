import Glibc

/// Other processes of this computer, by their numbers.
package enum RunningProcess {
  /// Asks a process to end; a process that is gone already is fine.
  ///
  /// Calls `kill` with `SIGTERM`.
  package static func end(_ process: Int32) throws(Errno) {
    if kill(process, SIGTERM) != 0, errno != ESRCH { throw .current }
  }

  /// Whether a process has not ended yet.
  ///
  /// An ended process stays in the list until its parent reads its status, which may be never: its state, behind its
  /// name in proc(5), shows it. A process of another user is alive.
  package static func isAlive(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 || errno == EPERM else { return false }
    // Without `/proc`, nothing else is known.
    guard let facts = try? Files.readUnsized("/proc/\(process)/stat") else { return true }
    let state = facts.split(separator: UInt8(ascii: ")")).last?.dropFirst().first
    return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
  }
}
