import Glibc
import Synchronization

/// A request to end that comes as a signal, for verbs that must not be cut off just anywhere.
package enum Interruption {
  /// The number of the signal; 0 while none came.
  private static let number = Atomic<Int32>(0)
  /// The ends of a pipe that can be read from once a signal came; -1 while nobody listens.
  private static let ear = Atomic<Int32>(-1)
  private static let bell = Atomic<Int32>(-1)

  /// From now on, the first signal to end is noted; a second one ends the program at once.
  static func listen() {
    makeBell()
    // A value that is made at its first use must not be made by a handler.
    guard !isRequested else { return }
    // A program that started this one from a thread without signals hands that on.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What `nohup` and scripts turned off stays off.
      let before = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      if before == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        // It may have cut off an allocation or a look at `errno`: it must do neither itself.
        let problem = errno
        let before = Interruption.number.exchange(number, ordering: .relaxed)
        // Whoever waits for something else as well is woken by this, whichever thread was hit.
        var sound: UInt8 = 0
        _ = write(Interruption.bell.load(ordering: .relaxed), &sound, 1)
        if before != 0 { _exit(128 + number) }
        errno = problem
      }
    }
  }

  /// A file that can be read once a signal came.
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

  /// The name of the signal that came, for people.
  static var name: String {
    switch number.load(ordering: .relaxed) {
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    default: "SIGINT"
    }
  }

  /// Whether a signal came.
  static var isRequested: Bool { number.load(ordering: .relaxed) != 0 }

  /// The exit status that says so, as a shell tells it.
  static var status: Int32 {
    let number = number.load(ordering: .relaxed)
    // A Control-C that only the child got, which had the terminal.
    return 128 + (number == 0 ? SIGINT : number)
  }
}
