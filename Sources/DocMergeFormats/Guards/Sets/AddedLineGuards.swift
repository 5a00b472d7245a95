import DocMergeCore

/// The guards that compare the lines which a side added, changed or removed with all others of a text.
struct AddedLineGuards {
  private let lost: LostLineGuard?
  private let absorbed: AbsorbedLineGuard?
  private let flags: RemovedFlagGuard
  private let values: ComposedValueGuard?
  private let forms: LineFormGuard?
  private let insertions: SameInsertionGuard?
  private let sentences: SameSentenceGuard?
  private let numbers: NextNumberGuard?
  private let slots: SameSlotGuard?
  private let names: SiblingNameGuard?
  private let prefixes: KeyPrefixGuard?
  private let subjects: SameSubjectGuard?
  private let ranges: RangeGuard
  private let heads: SameHeadGuard?
  private let reserved: ReservedNumberGuard?
  private let parts: LabelledPartGuard?

  /// The kind of a text.
  struct Kind {
    let isCode: Bool
    let isProse: Bool
    let isPage: Bool
    /// Whether its lines are rows or patterns, whose forms say nothing.
    let isList: Bool
    /// Whether it is prose with commands in it, as in TeX.
    let isTypeset: Bool
    /// Whether its sections are known by their first lines only.
    let hasHeads: Bool
    /// Whether it declares messages with numbered fields.
    let hasMessages: Bool
    /// How lines name what they say something of; `nil` where that is not known.
    let subjects: LineSubject.Notation?

    fileprivate var ofNames: NameHead.Kind? {
      isCode ? .code : isProse ? .prose : isPage || isList ? nil : .plain
    }

    fileprivate var ofInsertions: SameInsertionGuard.Kind? {
      isTypeset || isProse && !isCode ? .prose : isCode ? .code : isPage ? .page : nil
    }
  }

  /// Compares the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  init(_ changes: InputChanges, _ kind: Kind) {
    let (inputs, added) = (changes.inputs, changes.addedLines)
    lost = changes.haveCommonLines.removed ? LostLineGuard(inputs) : nil
    absorbed = changes.haveCommonLines.written ? AbsorbedLineGuard(changes) : nil
    flags = RemovedFlagGuard(inputs, added)
    values = kind.isProse ? nil : ComposedValueGuard(inputs, added, isCode: kind.isCode)
    forms =
      kind.isList
      ? nil
      : LineFormGuard(inputs, changes.ownAddedLines, isCode: kind.isCode, isProse: kind.isProse)
    prefixes = kind.isCode || kind.isProse ? nil : KeyPrefixGuard(inputs, added)
    sentences =
      kind.isProse ? SameSentenceGuard(inputs, added) : nil
    numbers = kind.isPage ? nil : NextNumberGuard(inputs, added)
    slots = kind.isPage ? nil : SameSlotGuard(added, isCode: kind.isCode)
    names = kind.ofNames.flatMap { SiblingNameGuard(inputs, added, $0) }
    subjects = kind.subjects.flatMap { SameSubjectGuard(inputs, added, $0) }
    ranges = RangeGuard(inputs, added)
    heads = kind.hasHeads ? SameHeadGuard(inputs, added, isProse: kind.isProse) : nil
    parts = kind.isProse || kind.hasHeads ? LabelledPartGuard(changes) : nil
    reserved = kind.hasMessages ? ReservedNumberGuard(inputs, added) : nil
    insertions = kind.ofInsertions.map { SameInsertionGuard(inputs, added, $0) }
  }

  /// The lines of a result that are wrong beside the others.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults = (lost?.faults(in: result) ?? []) + flags.faults(in: result)
    faults += absorbed?.faults(in: result) ?? []
    faults += values?.faults(in: result) ?? []
    faults += forms?.faults(in: result) ?? []
    faults += names?.faults(in: result) ?? []
    faults += sentences?.faults(in: result) ?? []
    faults += numbers?.faults(in: result) ?? []
    faults += slots?.faults(in: result) ?? []
    faults += prefixes?.faults(in: result) ?? []
    faults += subjects?.faults(in: result) ?? []
    faults += ranges.faults(in: result)
    faults += heads?.faults(in: result) ?? []
    faults += reserved?.faults(in: result) ?? []
    faults += parts?.faults(in: result) ?? []
    return faults + (insertions?.faults(in: result) ?? [])
  }
}
