/// Merges two texts that were made from the same base, line by line.
///
///     let merged = merge(
///       base: Array("one\ntwo\n".utf8),
///       ours: Array("ONE\ntwo\n".utf8),
///       theirs: Array("one\ntwo\nthree\n".utf8))
///     merged.isClean  // false: nothing lies between the two changes
///
/// The texts must not be binary, see ``isBinary(_:)``: a merge of binary texts comes to an end, but
/// its lines mean nothing. The method is that of "A Formal Investigation of Diff3" (Sanjeev Khanna,
/// Keshav Kunal, Benjamin C. Pierce, 2007), with git's rules for what touches and for how far
/// conflicts are cut up.
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

  private let texts: MergeTexts

  /// Compares both sides with the base.
  ///
  /// - Complexity: As ``diffLines(base:other:options:)``, twice.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], profile: MergeProfile = .gitMergeFile
  ) {
    self.profile = profile
    texts = MergeTexts(
      base: Lines(base), ours: Lines(ours), theirs: Lines(theirs), algorithm: profile.algorithm)
  }

  /// What ours did to the base.
  public var oursHunks: [Hunk] { texts.oursHunks }

  /// What theirs did to the base.
  public var theirsHunks: [Hunk] { texts.theirsHunks }

  /// The merge, cut for one style.
  ///
  /// - Complexity: O(*n*), *n* being the number of lines, and one comparison within each conflict
  ///   in ``ConflictStyle/merge`` style.
  public func merged(style: ConflictStyle = .merge, favour: Favour? = nil) -> Merged {
    var combiner = ChangeCombiner(texts)
    var changes = combiner.combined()
    let refiner = ConflictRefiner(texts: texts, algorithm: profile.algorithm)
    if style == .zdiff3 {
      changes = refiner.trimmed(changes)
    } else if style == .merge, profile.zeal >= .zealous {
      changes = refiner.joined(
        refiner.cutApart(changes), overLinesWithoutText: profile.zeal == .zealousAlphanumeric)
    }
    var builder = RegionBuilder(texts: texts, favour: favour)
    return Merged(regions: builder.regions(for: changes), style: style)
  }
}
