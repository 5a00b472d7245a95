/// Settings of a merge of two texts through all layers and rules.
public struct TextMergeOptions: Sendable {
  /// How far the merge goes by itself.
  public var policy: MergePolicy

  /// How conflicts are cut.
  public var style: ConflictStyle

  /// Whether conflicts come with a suggestion where bolder rules would settle them.
  ///
  /// It takes about as long again as the merge.
  public var isSuggesting: Bool

  /// Asked now and then; once it says `true`, the merge ends with ``MergeCancelled``.
  public var isCancelled: (@Sendable () -> Bool)?

  /// The effort that the rules may take; what is left then stays in conflict.
  ///
  /// It is the number of bytes of all claims that rules were tried on, and something for each claim.
  /// A text with so many conflicts has other troubles, and nobody should wait for it.
  package var effortLimit = 3 << 20

  /// What is known of the texts beyond their lines, if anything is.
  package var structure: (any MergeStructure)?

  /// Makes settings.
  public init(
    policy: MergePolicy = .balanced, style: ConflictStyle = .merge,
    isSuggesting: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.policy = policy
    self.style = style
    self.isSuggesting = isSuggesting
    self.isCancelled = isCancelled
  }
}

/// The merge was told to stop.
public struct MergeCancelled: Error, Hashable {
  /// Makes the error.
  public init() {}
}
