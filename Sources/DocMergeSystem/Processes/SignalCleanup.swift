import Glibc
import Synchronization

/// Two files that are removed when a signal ends the program, as git removes its locks.
package enum SignalCleanup {
  private static let numbers = [SIGHUP, SIGINT, SIGTERM]
  /// The addresses of two paths, since a signal handler must not make any.
  private static let first = Atomic<UInt>(0)
  private static let second = Atomic<UInt>(0)

  /// Removes the files at the next of the signals that would end the program.
  package static func begin(_ paths: [SystemPath]) {
    for (path, place) in zip(paths, [0, 1]) {
      let address = UInt(bitPattern: strdup(path.characters))
      if place == 0 { first.store(address, ordering: .relaxed) }
      if place == 1 { second.store(address, ordering: .relaxed) }
    }
    for number in numbers where !isIgnored(number) {
      signal(number) { number in
        SignalCleanup.remove(SignalCleanup.first.load(ordering: .relaxed))
        SignalCleanup.remove(SignalCleanup.second.load(ordering: .relaxed))
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Stops removing files.
  package static func end() {
    for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) }
    for address in [
      first.exchange(0, ordering: .relaxed), second.exchange(0, ordering: .relaxed),
    ] {
      free(UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  private static func remove(_ address: UInt) {
    if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
