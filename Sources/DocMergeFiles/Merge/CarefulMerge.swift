package import DocMergeCore
package import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// A merge through all layers and rules that gives up rather than return less than git's merge.
package struct CarefulMerge {
  /// How far rules go.
  package var policy: MergePolicy
  /// How conflicts are shown.
  package var style: ConflictStyle
  /// The name of the document, which shows its possible formats.
  package var path: String
  /// The format that an attribute names, if any.
  package var format: String?

  /// Makes a merge by a policy.
  package init(
    policy: MergePolicy = .balanced, style: ConflictStyle = .merge, path: String = "",
    format: String? = nil
  ) {
    self.format = format
    self.policy = policy
    self.path = path
    self.style = style
  }

  /// Whether the process ends with the merge: see ``DocumentStructure/isLast``.
  var isLast = false

  /// The outcome.
  package enum Outcome {
    /// A merge in which every change is accounted for.
    case merged(LayeredMerge)
    /// At least one text is not text.
    case binary
    /// Only the lines should be merged; the words give the reason.
    case refused(String)
  }

  /// The structure of the document by its name and the attribute.
  package var structure: DocumentStructure { DocumentStructure(path: path, formatName: format) }

  /// The most bytes of all three texts together; above it, rules would take too much memory.
  private static let sizeLimit = 1 << 26

  /// How long rules may take, in nanoseconds.
  private static let timeLimit: Int64 = 10_000_000_000

  /// With more conflicts than this the audit takes longer than the merge, and a person checks anyway.
  private static let auditLimit = 10_000

  /// Whether texts are not too large, all together.
  func takes(size: Int) -> Bool { size <= Self.sizeLimit }

  /// Why the lines of large texts are merged alone.
  static var isTooLarge: String { tr("too large for rules") }

  /// Merges three texts and checks the result.
  package func outcome(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Outcome {
    guard takes(size: base.count + ours.count + theirs.count) else {
      return .refused(Self.isTooLarge)
    }
    let end = Self.now() + Self.timeLimit
    var structure = structure
    var options = TextMergeOptions(policy: policy, style: style)
    // A program may take any time.
    if !structure.hasProgram { options.isCancelled = { Self.now() > end } }
    (structure.isLast, structure.startsPrograms) = (isLast, true)
    options.structure = structure
    guard
      let merge = try? LayeredMerge(
        base: base, ours: ours, theirs: theirs, options: options, pair: .twoThreads)
    else { return .refused(tr("rules took too long")) }
    let merged = merge.merged
    switch merged.obstacle {
    case .binary: return .binary
    case .some: return .refused(tr("encodings differ"))
    case nil: break
    }
    // A few bytes can look like UTF-16 by chance; a text that git treats as binary must be declared as text.
    let isDoubtful = [base, ours, theirs].contains { $0.prefix(8000).contains(0) }
    if isDoubtful, merged.layers?.hasByteOrderMark != true { return .binary }
    // Every rule's result was checked when it was applied; this is the second check.
    guard
      merged.conflicts.count > Self.auditLimit
        || audit(
          of: merged, base: base, ours: ours, theirs: theirs, comparison: merge.comparison,
          structure: structure
        ).isClean
    else {
      return .refused(tr("rules left a change unaccounted for"))
    }
    return .merged(merge)
  }

  private static func now() -> Int64 {
    Int64(SteadyClock.nanoseconds)
  }
}

extension Merged {
  /// The merge with its conflicts settled for a side, or for both.
  func favouring(_ favour: Favour) -> Merged {
    var settled = self
    settled.regions = regions.compactMap { region in
      guard case .conflict(let conflict) = region else { return region }
      let bytes =
        switch favour {
        case .ours: conflict.ours
        case .theirs: conflict.theirs
        case .union: both(conflict)
        }
      return bytes.isEmpty ? nil : .agreed(.init(bytes: bytes, origin: .favoured(favour)))
    }
    return settled
  }

  private func both(_ conflict: Region.Conflict) -> ArraySlice<UInt8> {
    let ending = conflict.lineEnding.bytes
    let encoded = layers?.encoding.encode(ending[...]) ?? ending
    let isFinished = conflict.ours.isEmpty || conflict.ours.suffix(encoded.count) == encoded[...]
    return (conflict.ours + (isFinished ? [] : encoded) + conflict.theirs)[...]
  }

  /// The text with its conflicts between markers of this size; labels are arbitrary bytes.
  func marked(labels: MarkerLabels, markerSize: Int) -> [UInt8] {
    func text(_ label: [UInt8]?) -> String? {
      label.map { String(decoding: $0.map { $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self) }
    }
    let labels = ConflictLabels(
      ours: text(labels.ours), base: text(labels.base), theirs: text(labels.theirs))
    return marked(labels: labels, markerSize: markerSize)
  }
}
