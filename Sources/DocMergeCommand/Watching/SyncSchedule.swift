/// The schedule of syncs with remotes: at intervals, after changes, and again after failures.
///
/// It is a value, so that its decision at any moment can be queried.
///
///     var schedule = SyncSchedule(interval: .seconds(60))
///     schedule.know(["home"], at: .zero)
///     schedule.next  // home, at once
struct SyncSchedule {
  /// The reason for a sync.
  enum Reason: String, Sendable {
    case start, interval, change, retry, resume, wake
  }

  /// A planned sync with a remote.
  struct Appointment: Equatable {
    /// The remote; `nil` when changes are only saved, since none can be reached.
    var remote: String?
    /// Its time, since the computer was started.
    var moment: Duration
    /// Why.
    var reason: Reason
  }

  private struct Plan {
    var moment: Duration
    var reason: Reason
    /// How often in a row the remote could not be reached.
    var failures = 0
    /// The time of the first change that was not sent to it.
    var changed: Duration?
  }

  /// How long nothing must happen after a change before it is synced.
  static let quiet = Duration.seconds(1)
  /// How long a change waits at the most, while others follow.
  static let patience = Duration.seconds(15)
  /// The pause after the first failure; each further one doubles it, up to the interval.
  static let firstPause = Duration.seconds(5)
  /// The time that a network needs after the computer slept.
  static let awakening = Duration.seconds(3)

  /// The interval without other reasons.
  let interval: Duration
  private var plans: [String: Plan] = [:]
  /// The time to save changes that cannot be sent.
  private var saving: Duration?

  init(interval: Duration) {
    self.interval = interval
  }

  /// The next appointment; remotes of the same moment are sorted by name.
  var next: Appointment? {
    let saving = saving.map { Appointment(moment: $0, reason: .change) }
    return
      (plans.map { Appointment(remote: $0, moment: $1.moment, reason: $1.reason) }
      + [saving].compactMap { $0 })
      .min { ($0.moment, $0.remote ?? "") < ($1.moment, $1.remote ?? "") }
  }

  /// Updates the list of remotes: new ones are synced at once, others keep their time.
  mutating func know(_ remotes: [String], at now: Duration) {
    plans = plans.filter { remotes.contains($0.key) }
    for remote in remotes where plans[remote] == nil {
      plans[remote] = Plan(moment: now, reason: .start)
    }
  }

  /// Records a local change, which is sent to remotes once nothing follows for a while.
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

  /// Records that a remote lacks versions from another one.
  mutating func noteWaiting(for remote: String, at now: Duration) {
    guard let plan = plans[remote], plan.failures == 0, now < plan.moment else { return }
    plans[remote]?.moment = now
    plans[remote]?.reason = .change
  }

  /// Records that changes were saved.
  mutating func noteSaved() { saving = nil }

  /// Records a sync with a remote.
  mutating func noteMet(_ remote: String, at now: Duration) {
    guard plans[remote] != nil else { return }
    saving = nil
    plans[remote] = Plan(moment: now + interval, reason: .interval)
  }

  /// Records a failed sync with a remote.
  mutating func noteFailure(of remote: String, at now: Duration) {
    guard let plan = plans[remote] else { return }
    let pause = Self.firstPause * (1 << min(plan.failures, 20))
    plans[remote] = Plan(
      moment: now + min(pause, interval), reason: .retry, failures: plan.failures + 1)
  }

  /// Plans syncs with all remotes again: the computer woke up, or a pause is over.
  mutating func startAnew(_ reason: Reason, at now: Duration) {
    let moment = reason == .wake ? now + min(Self.awakening, interval) : now
    for remote in plans.keys { plans[remote] = Plan(moment: moment, reason: reason) }
  }
}
