import DocMergeCore

/// The guards that compare the lines which each side replaced one by one, or moved.
struct ReplacedLineGuards: Sendable {
  private let quantities: QuantityGuard
  private let moved: MovedLineGuard
  private let heads: ReplacedHeadGuard?
  private let scaled: ScaledValueGuard
  private let records: TextRecordGuard?
  private let dates: RepeatedDateGuard?
  private let labels: ReplacedLabelGuard?
  private let blocks: RenamedBlockGuard?

  /// Compares the base, ours and theirs: prose, plain lines, other texts with labels before values or with blocks of
  /// settings, or something else.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed.
  init(
    _ changes: InputChanges, isProse: Bool, isPlain: Bool, hasLabels: Bool, hasBlocks: Bool
  ) {
    let replaced = changes.replacedLines
    quantities = QuantityGuard(changes, replaced)
    moved = MovedLineGuard(changes)
    scaled = ScaledValueGuard(changes, replaced)
    heads = isProse ? nil : ReplacedHeadGuard(changes, replaced)
    let isText = isProse || isPlain
    records = isText ? TextRecordGuard(changes, replaced) : nil
    labels = hasLabels ? ReplacedLabelGuard(changes, replaced) : nil
    blocks = hasBlocks ? RenamedBlockGuard(changes, replaced) : nil
    dates = isText ? RepeatedDateGuard(changes, replaced) : nil
  }

  /// The lines that contradict each other.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    quantities.faults(in: result) + moved.faults(in: result) + scaled.faults(in: result)
      + (heads?.faults(in: result) ?? [])
      + (records?.faults(in: result) ?? []) + (dates?.faults(in: result) ?? [])
      + (labels?.faults(in: result) ?? []) + (blocks?.faults(in: result) ?? [])
  }
}
