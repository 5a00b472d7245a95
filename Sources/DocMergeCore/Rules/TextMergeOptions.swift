/// Settings of a merge of two texts through all layers and rules.
public struct TextMergeOptions: Sendable {
  /// How far the merge goes by itself.
  public var policy: MergePolicy

  /// How conflicts are cut.
  public var style: ConflictStyle

  /// Whether conflicts have a suggestion where bolder rules would settle them.
  ///
  /// It takes about as long again as the merge.
  public var isSuggesting: Bool

  /// Called now and then; once it returns `true`, the merge ends with ``MergeCancelled``.
  public var isCancelled: (@Sendable () -> Bool)?

  /// The effort that the rules may take; after that, conflicts stay.
  ///
  /// It is the number of bytes of all claims that rules were tried on, plus a fixed amount for each claim.
  /// A text with so many conflicts has other problems, and is not worth the wait.
  package var effortLimit = 3 << 20

  /// The structure of the texts, if it is known.
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

/// The merge was cancelled.
public struct MergeCancelled: Error, Hashable {
  /// Makes the error.
  public init() {}
}
