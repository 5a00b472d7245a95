/// Merges two texts that were made from the same base, line by line.
///
///     let merged = merge(
///       base: Array("one\ntwo\n".utf8),
///       ours: Array("ONE\ntwo\n".utf8),
///       theirs: Array("one\ntwo\nthree\n".utf8))
///     merged.isClean  // false: there is no line between the two changes
///
/// The texts must not be binary, see ``isBinary(_:)``: a merge of binary texts ends, but
/// its lines mean nothing. The method is that of "A Formal Investigation of Diff3" (Sanjeev Khanna,
/// Keshav Kunal, Benjamin C. Pierce, 2007), with git's rules for which hunks touch and how far
/// conflicts are split.
///
/// - Complexity: That of two comparisons, see ``diffLines(base:other:options:)``, and of one more
///   within each conflict.
public func merge(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: MergeOptions = MergeOptions()
) -> Merged {
  LineMerge(base: base, ours: ours, theirs: theirs, profile: options.profile)
    .merged(style: options.style, favour: options.favour)
}

/// Three texts that have been compared once and can be merged in every style.
public struct LineMerge: Sendable {
  /// How the texts were compared.
  public let profile: MergeProfile

  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private(set) var compared: MergeTexts

  /// Compares both sides with the base.
  ///
  /// - Complexity: As ``diffLines(base:other:options:)``, twice.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], profile: MergeProfile = .gitMergeFile
  ) {
    self.init(base: base, ours: ours, theirs: theirs, profile: profile, pair: .oneByOne)
  }

  /// Compares both sides with the base; `pair` lends a second thread, if there is one.
  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], profile: MergeProfile, pair: PairRunner
  ) {
    self.profile = profile
    self.base = base
    self.ours = ours
    self.theirs = theirs
    compared = Self.lend(base, ours, theirs) { texts in
      MergeTexts(texts, profile: profile, pair: pair)
    }
  }

  /// Compares the texts of another merge in another way, without splitting them into lines again.
  ///
  /// Both profiles must use the same whitespace rule.
  init(_ other: LineMerge, profile: MergeProfile, pair: PairRunner) {
    self.profile = profile
    (base, ours, theirs) = (other.base, other.ours, other.theirs)
    compared = MergeTexts(other.compared, profile: profile, pair: pair)
  }

  /// Makes all changes within some stretches of the base overlap, so that they are conflicts.
  mutating func join(over stretches: [Range<Int>]) { compared.join(over: stretches) }

  /// The changes that ours made to the base.
  public var oursHunks: [Hunk] { compared.oursHunks }

  /// The changes that theirs made to the base.
  public var theirsHunks: [Hunk] { compared.theirsHunks }

  /// The three texts, cut into lines.
  var lines: (base: Lines, ours: Lines, theirs: Lines) {
    (
      Lines(base, starts: compared.base.starts), Lines(ours, starts: compared.ours.starts),
      Lines(theirs, starts: compared.theirs.starts)
    )
  }

  /// The merge, cut for one style.
  ///
  /// - Complexity: O(*n*), *n* being the number of lines, and one comparison within each conflict
  ///   in ``ConflictStyle/merge`` style.
  public func merged(style: ConflictStyle = .merge, favour: Favour? = nil) -> Merged {
    merged(plan(style: style, favour: favour))
  }

  /// The same, without regions yet.
  func plan(style: ConflictStyle, favour: Favour? = nil) -> MergePlan {
    Self.lend(base, ours, theirs) { texts in
      MergePlan(compared, texts, profile: profile, style: style, favour: favour)
    }
  }

  /// The regions of a plan of this merge.
  func merged(_ plan: MergePlan) -> Merged {
    Merged(regions: plan.pieces.map(region), style: plan.style)
  }

  private func region(of piece: MergePlan.Piece) -> Region {
    switch piece {
    case .agreed(let bytes, let isTheirs, let origin):
      return .agreed(.init(bytes: (isTheirs ? theirs : ours)[bytes.range], origin: origin))
    case .lineEnding(let ending):
      return .agreed(.init(bytes: ending.bytes[...], origin: .favoured(.union)))
    case .conflict(let baseBytes, let oursBytes, let theirsBytes, let ending):
      return .conflict(
        .init(
          base: base[baseBytes.range], ours: ours[oursBytes.range],
          theirs: theirs[theirsBytes.range], lineEnding: ending))
    }
  }

  private static func lend<Result>(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ body: (TextBuffers) -> Result
  ) -> Result {
    base.withUnsafeBytes { base in
      ours.withUnsafeBytes { ours in
        theirs.withUnsafeBytes { theirs in
          body(TextBuffers(base: base, ours: ours, theirs: theirs))
        }
      }
    }
  }
}
