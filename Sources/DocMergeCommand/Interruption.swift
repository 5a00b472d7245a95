import Glibc
import Synchronization

/// A request to end that comes as a signal, for verbs that must not be cut off just anywhere.
enum Interruption {
  /// The number of the signal; 0 while none came.
  private static let number = Atomic<Int32>(0)

  /// From now on, the first signal to end is noted; a second one ends the program at once.
  static func listen() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What `nohup` and scripts turned off stays off.
      let before = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      if before == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        let before = Interruption.number.exchange(number, ordering: .relaxed)
        if before != 0 { _exit(128 + number) }
      }
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
