import DocMergeCore
import Testing

struct TimestampTests {
  @Test(arguments: [
    (nanoseconds: Int64(0), seconds: Int64(0), subsecond: Int64(0)),
    (nanoseconds: 1_500_000_000, seconds: 1, subsecond: 500_000_000),
    (nanoseconds: -1, seconds: -1, subsecond: 999_999_999),
    (nanoseconds: -1_000_000_000, seconds: -1, subsecond: 0),
  ])
  func `splits into seconds and the rest`(nanoseconds: Int64, seconds: Int64, subsecond: Int64) {
    let moment = Timestamp(nanoseconds: nanoseconds)
    #expect(moment.seconds == seconds)
    #expect(moment.subsecond == subsecond)
    #expect(Timestamp(seconds: seconds, nanoseconds: subsecond) == moment)
  }

  @Test func `clamps what does not fit`() {
    #expect(Timestamp(seconds: .max).nanoseconds == .max)
    #expect(Timestamp(seconds: .min).nanoseconds == .min)
    #expect(Timestamp(nanoseconds: .min).seconds == -9_223_372_037)
  }
}
