/// A point in time, in nanoseconds since 1970-01-01 00:00:00 UTC, without leap seconds.
///
/// One unit everywhere: dates of file systems (nanoseconds), of git (seconds) and of the clock all
/// fit, and a comparison never depends on how they were rounded.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Nanoseconds since the epoch; negative before 1970.
  public var nanoseconds: Int64

  /// Makes the point in time `nanoseconds` after the epoch.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a point in time from whole seconds and the nanoseconds beyond them.
  ///
  /// Seconds that do not fit (beyond the year 2262) are clamped, since they are from other
  /// people's clocks and must not stop the program.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowToo) = product.addingReportingOverflow(nanoseconds)
    self.nanoseconds = overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
  }

  /// Whole seconds since the epoch, rounded towards the past.
  public var seconds: Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? whole - 1 : whole
  }

  /// The nanoseconds beyond ``seconds``: 0 ..< 1 000 000 000.
  public var subsecond: Int64 {
    let rest = nanoseconds % 1_000_000_000
    return rest < 0 ? rest + 1_000_000_000 : rest
  }

  /// Earlier times are less.
  public static func < (earlier: Timestamp, later: Timestamp) -> Bool {
    earlier.nanoseconds < later.nanoseconds
  }
}
