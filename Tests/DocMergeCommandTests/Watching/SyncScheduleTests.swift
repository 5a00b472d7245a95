import Testing

@testable import DocMergeCommand

/// When a process that syncs all the time does so.
struct SyncScheduleTests {
  private var schedule = SyncSchedule(interval: .seconds(60))

  init() {
    schedule.know(["home"], at: .zero)
  }

  private func seconds(_ number: Int) -> Duration { .seconds(number) }

  @Test func `a remote is met at once, and after each interval`() {
    var schedule = schedule
    #expect(schedule.next == .init(remote: "home", moment: .zero, reason: .start))
    schedule.noteMet("home", at: seconds(3))
    #expect(schedule.next == .init(remote: "home", moment: seconds(63), reason: .interval))
  }

  @Test func `a change is synced once nothing follows, or after a while`() {
    var schedule = schedule
    schedule.noteMet("home", at: .zero)
    schedule.noteChange(at: seconds(10))
    #expect(schedule.next == .init(remote: "home", moment: seconds(11), reason: .change))
    for second in 11...30 { schedule.noteChange(at: seconds(second)) }
    #expect(schedule.next?.moment == seconds(25))
    schedule.noteMet("home", at: seconds(26))
    #expect(schedule.next?.reason == .interval)
  }

  @Test func `failures are tried again after longer and longer pauses, up to the interval`() {
    var schedule = schedule
    var pauses: [Duration] = []
    for _ in 0..<6 {
      schedule.noteFailure(of: "home", at: .zero)
      pauses += (schedule.next?.moment).map { [$0] } ?? []
    }
    #expect(pauses == [5, 10, 20, 40, 60, 60].map(seconds))
    #expect(schedule.next?.reason == .retry)
    schedule.noteMet("home", at: .zero)
    schedule.noteFailure(of: "home", at: .zero)
    #expect(schedule.next?.moment == seconds(5))
  }

  @Test func `a change that can be sent nowhere is saved, and hastens no sync`() {
    var schedule = schedule
    for _ in 0..<3 { schedule.noteFailure(of: "home", at: .zero) }
    schedule.noteChange(at: seconds(1))
    #expect(schedule.next == .init(remote: nil, moment: seconds(2), reason: .change))
    schedule.noteSaved()
    #expect(schedule.next == .init(remote: "home", moment: seconds(20), reason: .retry))
  }

  @Test func `a remote that fails does not hold others up`() {
    var schedule = schedule
    schedule.know(["drive", "home"], at: .zero)
    schedule.noteFailure(of: "drive", at: .zero)
    schedule.noteMet("home", at: .zero)
    schedule.noteChange(at: seconds(1))
    #expect(schedule.next == .init(remote: "home", moment: seconds(2), reason: .change))
    schedule.noteMet("home", at: seconds(2))
    #expect(schedule.next == .init(remote: "drive", moment: seconds(5), reason: .retry))
    schedule.know(["home"], at: seconds(3))
    #expect(schedule.next?.remote == "home")
  }

  @Test func `after a sleep all remotes are met soon, failed or not`() {
    var schedule = schedule
    for _ in 0..<9 { schedule.noteFailure(of: "home", at: .zero) }
    schedule.startAnew(.wake, at: seconds(7))
    #expect(schedule.next == .init(remote: "home", moment: seconds(10), reason: .wake))
  }

  @Test func `the clock tells a sleep from time that passes, once`() {
    var clock = SleepClock(.init(all: seconds(100), awake: seconds(100)))
    let answers = [(5000, 5000), (9000, 5010), (9001, 5011)].map {
      clock.hasSlept(.init(all: seconds($0), awake: seconds($1)))
    }
    #expect(answers == [false, true, false])
  }

  @Test func `the kernel's clocks go on, and with the same speed while the computer is awake`() {
    let (one, two) = (SleepClock.Reading.now, SleepClock.Reading.now)
    #expect(one.all <= two.all && one.awake <= two.awake)
    // One is read after the other.
    #expect(one.all + .seconds(1) > one.awake)
  }
}
