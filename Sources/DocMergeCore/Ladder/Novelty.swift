/// How far two additions speak of the same thing.
///
/// Words that the text around them does not know are what an addition is about. Two additions that
/// share such words are two states of one thought, and a person keeps one of them; additions that
/// share none stand beside each other. The same holds for the names of entries, such as what stands
/// before a `=`.
enum Novelty: Comparable {
  /// Nothing new is in both.
  case apart
  /// Some new words are in both.
  case related
  /// Much of what is new is in both.
  case same

  /// How much of the base around a claim counts as known, in bytes on either side.
  private static let horizon = 1 << 15

  /// Compares what the sides of a claim add.
  init(of claim: Claim, in surroundings: Surroundings) {
    let base = surroundings.base
    let span = claim.base.text
    let near = LineRun(
      base[max(0, span.startIndex - Self.horizon)..<min(base.count, span.endIndex + Self.horizon)])
    if Self.shareName(claim.ours, claim.theirs, unknownTo: near) {
      self = .same
      return
    }
    let known = Set(Words(near.text))
    let ours = Set(Words(claim.ours.text)).subtracting(known)
    let theirs = Set(Words(claim.theirs.text)).subtracting(known)
    let shared = ours.intersection(theirs).count
    let least = max(1, min(ours.count, theirs.count))
    self = shared == 0 ? .apart : shared * 10 < least * 3 ? .related : .same
  }

  /// Whether both sides bring an entry of one name, or one and the same line.
  private static func shareName(_ ours: LineRun, _ theirs: LineRun, unknownTo near: LineRun) -> Bool
  {
    let shared = names(ours).intersection(names(theirs))
    return !shared.isEmpty && !shared.isSubset(of: names(near))
  }

  /// What stands before the first separator of each line; without one, the line.
  private static func names(_ run: LineRun) -> Set<ArraySlice<UInt8>> {
    var names: Set<ArraySlice<UInt8>> = []
    for line in run.lines {
      let name = line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }.trimmed
      if name.contains(where: \.isWordByte) { names.insert(name) }
    }
    return names
  }
}
