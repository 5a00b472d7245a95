/// Settings of a merge of two texts through all layers and rules.
public struct TextMergeOptions: Sendable {
  /// How far the merge goes by itself.
  public var policy: MergePolicy

  /// How conflicts are cut.
  public var style: ConflictStyle

  /// Asked now and then; once it says `true`, the merge ends with ``MergeCancelled``.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Makes settings.
  public init(
    policy: MergePolicy = .balanced, style: ConflictStyle = .merge,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.policy = policy
    self.style = style
    self.isCancelled = isCancelled
  }
}

/// The merge was told to stop.
public struct MergeCancelled: Error, Hashable {
  /// Makes the error.
  public init() {}
}
