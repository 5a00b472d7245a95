/// When which remote is to be met: by the clock, after changes, and again after failures.
///
/// A value, so that it can be asked what it would do at any moment.
///
///     var schedule = SyncSchedule(interval: .seconds(60))
///     schedule.know(["home"], at: .zero)
///     schedule.next  // home, at once
struct SyncSchedule {
  /// Why a remote is met.
  enum Reason: String, Sendable {
    case start, interval, change, retry, resume, wake
  }

  /// A meeting with a remote that is to come.
  struct Appointment: Equatable {
    /// The remote; `nil` when changes are only to be saved, since none can be met.
    var remote: String?
    /// When, since the computer was started.
    var moment: Duration
    /// Why.
    var reason: Reason
  }

  private struct Plan {
    var moment: Duration
    var reason: Reason
    /// How often in a row the remote could not be met.
    var failures = 0
    /// When the first change happened that it was not told of.
    var changed: Duration?
  }

  /// So long nothing must happen after a change before it is synced.
  static let quiet = Duration.seconds(1)
  /// So long a change waits at the most, while others follow.
  static let patience = Duration.seconds(15)
  /// The pause after the first failure; each further one doubles it, up to the interval.
  static let firstPause = Duration.seconds(5)
  /// A network needs a moment after the computer slept.
  static let awakening = Duration.seconds(3)

  /// How long nothing happens by itself.
  let interval: Duration
  private var plans: [String: Plan] = [:]
  /// When changes are saved that cannot be sent.
  private var saving: Duration?

  init(interval: Duration) {
    self.interval = interval
  }

  /// The appointment that comes first; remotes of one moment by name.
  var next: Appointment? {
    let saving = saving.map { Appointment(moment: $0, reason: .change) }
    return
      (plans.map { Appointment(remote: $0, moment: $1.moment, reason: $1.reason) }
      + [saving].compactMap { $0 })
      .min { ($0.moment, $0.remote ?? "") < ($1.moment, $1.remote ?? "") }
  }

  /// Takes over which remotes there are: new ones are met at once, others keep their time.
  mutating func know(_ remotes: [String], at now: Duration) {
    plans = plans.filter { remotes.contains($0.key) }
    for remote in remotes where plans[remote] == nil {
      plans[remote] = Plan(moment: now, reason: .start)
    }
  }

  /// Something changed here, which remotes are told once nothing follows for a while.
  mutating func noteChange(at now: Duration) {
    if plans.values.allSatisfy({ $0.failures > 0 }) {
      saving = saving ?? now + min(Self.quiet, interval)
    }
    for (remote, plan) in plans where plan.failures == 0 {
      let first = plan.changed ?? now
      let moment = min(now + min(Self.quiet, interval), first + min(Self.patience, interval))
      plans[remote]?.changed = first
      guard moment < plan.moment || plan.changed != nil else { continue }
      plans[remote]?.moment = moment
      plans[remote]?.reason = .change
    }
  }

  /// A remote has not got what another brought.
  mutating func noteWaiting(for remote: String, at now: Duration) {
    guard let plan = plans[remote], plan.failures == 0, now < plan.moment else { return }
    plans[remote]?.moment = now
    plans[remote]?.reason = .change
  }

  /// What changed is saved.
  mutating func noteSaved() { saving = nil }

  /// A remote was met.
  mutating func noteMet(_ remote: String, at now: Duration) {
    guard plans[remote] != nil else { return }
    saving = nil
    plans[remote] = Plan(moment: now + interval, reason: .interval)
  }

  /// A remote could not be met.
  mutating func noteFailure(of remote: String, at now: Duration) {
    guard let plan = plans[remote] else { return }
    let pause = Self.firstPause * (1 << min(plan.failures, 20))
    plans[remote] = Plan(
      moment: now + min(pause, interval), reason: .retry, failures: plan.failures + 1)
  }

  /// All remotes are to be met again: the computer woke up, or a pause is over.
  mutating func startAnew(_ reason: Reason, at now: Duration) {
    let moment = reason == .wake ? now + min(Self.awakening, interval) : now
    for remote in plans.keys { plans[remote] = Plan(moment: moment, reason: reason) }
  }
}
