/// The progress of a sync.
public struct SyncProgress: Sendable, Hashable {
  /// The current step.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Saving changes in the folder.
    case saving
    /// Waiting for the first response of the remote.
    case connecting
    /// The other side collects what to send, or this side does.
    case preparing
    /// Fetching what other replicas sent.
    case receiving
    /// Checking and unpacking fetched data, or the other side does.
    case checking
    /// Merging changes of other replicas.
    case joining
    /// Sending new versions.
    case sending
    /// Waiting before another try.
    case pausing
  }

  /// The remote.
  public var remote: String
  /// The current step.
  public var phase: Phase
  /// Objects so far.
  public var completed = 0
  /// Objects in total, if known.
  public var total: Int?
  /// Bytes so far; 0 if not known.
  public var bytes: Int64 = 0

  /// Makes the start of a phase.
  public init(remote: String, phase: Phase) {
    self.remote = remote
    self.phase = phase
  }

  /// From 0 to 1, if known.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(Double(completed) / Double(total), 1)
  }
}
