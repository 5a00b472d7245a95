/// Combines the changes of both sides, from the start of the base to its end.
struct CombinedChangesBuilder {
  /// Hunks of both sides that change the same pieces of the base, or add at the same place.
  private struct Cluster {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
  }

  private let base: TokenizedText
  private let ours: TokenizedText
  private let theirs: TokenizedText
  private let level: CombinedChanges.Level
  private let algorithm: DiffAlgorithm
  private let oursHunks: [Hunk]
  private let theirsHunks: [Hunk]

  init(
    _ base: TokenizedText, _ ours: TokenizedText, _ theirs: TokenizedText,
    _ level: CombinedChanges.Level, _ algorithm: DiffAlgorithm
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.level = level
    self.algorithm = algorithm
    oursHunks = TokenizedText.hunks(base, ours, algorithm)
    theirsHunks = TokenizedText.hunks(base, theirs, algorithm)
  }

  /// The steps, or `nil` when both sides changed the same words.
  mutating func built() -> [CombinedChanges.Element]? {
    var steps: [CombinedChanges.Element] = []
    var piece = 0
    var (oursIndex, theirsIndex) = (0, 0)
    while let cluster = nextCluster(&oursIndex, &theirsIndex) {
      steps.append(.text(base.text(piece..<cluster.base.lowerBound)))
      guard let inside = self.steps(for: cluster) else { return nil }
      steps += inside
      piece = cluster.base.upperBound
    }
    return steps + [.text(base.text(piece..<base.count))]
  }

  /// The next hunks that cannot be separated from one another.
  private func nextCluster(_ oursIndex: inout Int, _ theirsIndex: inout Int) -> Cluster? {
    var cluster = Cluster(
      base: 0..<0, ours: oursIndex..<oursIndex, theirs: theirsIndex..<theirsIndex)
    guard let first = earlier(at(oursHunks, oursIndex), at(theirsHunks, theirsIndex)) else {
      return nil
    }
    cluster.base = first
    while true {
      if let hunk = at(oursHunks, cluster.ours.upperBound), meets(hunk.base, cluster.base) {
        cluster.base = first.lowerBound..<max(cluster.base.upperBound, hunk.base.upperBound)
        cluster.ours = oursIndex..<cluster.ours.upperBound + 1
      } else if let hunk = at(theirsHunks, cluster.theirs.upperBound),
        meets(hunk.base, cluster.base)
      {
        cluster.base = first.lowerBound..<max(cluster.base.upperBound, hunk.base.upperBound)
        cluster.theirs = theirsIndex..<cluster.theirs.upperBound + 1
      } else {
        break
      }
    }
    (oursIndex, theirsIndex) = (cluster.ours.upperBound, cluster.theirs.upperBound)
    return cluster
  }

  private func at(_ hunks: [Hunk], _ index: Int) -> Hunk? {
    index < hunks.count ? hunks[index] : nil
  }

  /// The one that starts first; an addition before a line precedes a replacement of the line.
  private func earlier(_ ours: Hunk?, _ theirs: Hunk?) -> Range<Int>? {
    guard let ours, let theirs else { return (ours ?? theirs)?.base }
    let isOurs =
      (ours.base.lowerBound, ours.base.count) <= (theirs.base.lowerBound, theirs.base.count)
    return isOurs ? ours.base : theirs.base
  }

  private func meets(_ hunk: Range<Int>, _ cluster: Range<Int>) -> Bool {
    hunk.lowerBound < cluster.upperBound || hunk == cluster
  }

  private func steps(for cluster: Cluster) -> [CombinedChanges.Element]? {
    let added = (
      ours: cluster.ours.flatMap { ours.text(oursHunks[$0].other) },
      theirs: cluster.theirs.flatMap { theirs.text(theirsHunks[$0].other) }
    )
    if cluster.theirs.isEmpty { return [.text(added.ours[...])] }
    if cluster.ours.isEmpty { return [.text(added.theirs[...])] }
    let sides = (
      ours: text(of: cluster, in: ours, oursHunks, cluster.ours),
      theirs: text(of: cluster, in: theirs, theirsHunks, cluster.theirs)
    )
    if sides.ours == sides.theirs { return [.text(sides.ours)] }
    if added.ours.isEmpty || added.theirs.isEmpty {
      return [.text((added.ours + added.theirs)[...])]
    }
    guard level == .lines else { return nil }
    return [
      .either(choices(cluster, added.ours, added.theirs, Array(sides.ours), Array(sides.theirs)))
    ]
  }

  /// The text of a side in place of the cluster's part of the base.
  private func text(
    of cluster: Cluster, in side: TokenizedText, _ hunks: [Hunk], _ indices: Range<Int>
  ) -> ArraySlice<UInt8> {
    let (first, last) = (hunks[indices.lowerBound], hunks[indices.upperBound - 1])
    let start = first.other.lowerBound - (first.base.lowerBound - cluster.base.lowerBound)
    let end = last.other.upperBound + cluster.base.upperBound - last.base.upperBound
    return side.text(start..<end)
  }

  /// The lines of both sides in either order, with shared ones once; or the words of both sides.
  private func choices(
    _ cluster: Cluster, _ oursAdded: [UInt8], _ theirsAdded: [UInt8], _ ours: [UInt8],
    _ theirs: [UInt8]
  ) -> [[CombinedChanges.Element]] {
    var choices = [CombinedChangesBuilder.joined(oursAdded, theirsAdded, algorithm)]
    let base = Array(base.text(cluster.base))
    if !base.isEmpty, base.count + ours.count + theirs.count <= CombinedChanges.wordLimit,
      let words = CombinedChanges(
        TokenizedText(wordsOf: base), TokenizedText(wordsOf: ours), TokenizedText(wordsOf: theirs),
        .words, .myers)
    {
      choices.append(words.steps)
    }
    return choices
  }

  private static func joined(
    _ ours: [UInt8], _ theirs: [UInt8], _ algorithm: DiffAlgorithm
  ) -> [CombinedChanges.Element] {
    let (oursCut, theirsCut) = (TokenizedText(linesOf: ours), TokenizedText(linesOf: theirs))
    var steps: [CombinedChanges.Element] = []
    var piece = 0
    for hunk in TokenizedText.hunks(oursCut, theirsCut, algorithm) {
      steps.append(.text(oursCut.text(piece..<hunk.base.lowerBound)))
      let (first, second) = (oursCut.text(hunk.base), theirsCut.text(hunk.other))
      steps.append(.either([row(first, second), row(second, first)]))
      piece = hunk.base.upperBound
    }
    return steps + [.text(oursCut.text(piece..<oursCut.count))]
  }

  /// The two in sequence; a last line without an ending gets one if more follows.
  private static func row(
    _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
  ) -> [CombinedChanges.Element] {
    guard let last = first.last, last != .newline, !second.isEmpty else {
      return [.text(first), .text(second)]
    }
    let endings = LineEnding.allCases.map { [CombinedChanges.Element.text($0.bytes[...])] }
    return [.text(first), .either(endings), .text(second)]
  }
}
