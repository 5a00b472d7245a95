import Glibc
import Synchronization

/// A request to end, by a signal, for verbs that must not be interrupted at an arbitrary point.
package enum Interruption {
  /// The number of the signal; 0 before one arrives.
  private static let number = Atomic<Int32>(0)
  /// The ends of a pipe that becomes readable with a signal; -1 without a listener.
  private static let ear = Atomic<Int32>(-1)
  private static let bell = Atomic<Int32>(-1)

  /// From now on, the first signal to end is recorded; a second one ends the program at once.
  static func listen() {
    makeBell()
    // A lazily created value must not be created by a handler.
    guard !isRequested else { return }
    // A parent that started this program from a thread with blocked signals passes that on.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A signal that `nohup` or a script ignores stays ignored.
      let before = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      if before == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        // It may have interrupted an allocation or a use of `errno`: it must do neither itself.
        let problem = errno
        let before = Interruption.number.exchange(number, ordering: .relaxed)
        // This wakes a thread that also waits for something else, whichever thread was interrupted.
        var sound: UInt8 = 0
        _ = write(Interruption.bell.load(ordering: .relaxed), &sound, 1)
        if before != 0 { _exit(128 + number) }
        errno = problem
      }
    }
  }

  /// A file that becomes readable with a signal.
  package static var file: Int32 { ear.load(ordering: .relaxed) }

  private static func makeBell() {
    var ends: [Int32] = [-1, -1]
    guard file < 0, pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    ear.store(ends[0], ordering: .relaxed)
    bell.store(ends[1], ordering: .relaxed)
  }

  /// The name of the signal, for people.
  static var name: String {
    switch number.load(ordering: .relaxed) {
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    default: "SIGINT"
    }
  }

  /// Whether a signal arrived.
  static var isRequested: Bool { number.load(ordering: .relaxed) != 0 }

  /// The exit status for the signal, as in a shell.
  static var status: Int32 {
    let number = number.load(ordering: .relaxed)
    // A Control-C that only reached the child, which had the terminal.
    return 128 + (number == 0 ? SIGINT : number)
  }
}
