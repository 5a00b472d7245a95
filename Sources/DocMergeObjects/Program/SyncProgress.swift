/// How far a sync is.
public struct SyncProgress: Sendable, Hashable {
  /// What is being done.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Saving what is new in the folder.
    case saving
    /// Waiting for the first words of the remote.
    case connecting
    /// The other side collects what is to be sent, or this side does.
    case preparing
    /// Fetching what other replicas sent.
    case receiving
    /// Checking and unpacking what came, or the other side does.
    case checking
    /// Taking in what other replicas did.
    case joining
    /// Sending what is new here.
    case sending
    /// Waiting before another try.
    case pausing
  }

  /// The remote.
  public var remote: String
  /// What is being done.
  public var phase: Phase
  /// Objects so far.
  public var completed = 0
  /// Objects in all, if it is known.
  public var total: Int?
  /// Bytes so far; 0 if it is not known.
  public var bytes: Int64 = 0

  /// Makes the start of a phase.
  public init(remote: String, phase: Phase) {
    self.remote = remote
    self.phase = phase
  }

  /// From 0 to 1, if it is known.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(Double(completed) / Double(total), 1)
  }
}
