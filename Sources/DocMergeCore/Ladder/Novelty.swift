/// Whether two additions speak of the same thing.
///
/// Words that the text around them does not know are what an addition is about. Two additions that
/// share such words are two states of one thought, and a person keeps one of them; additions that
/// share none stand beside each other. The same holds for the names of entries, such as what stands
/// before a `=`.
struct Novelty {
  /// How much of the base around a claim counts as known, in bytes on either side.
  private static let horizon = 1 << 15

  private let claim: Claim
  private let near: ArraySlice<UInt8>

  init(of claim: Claim, in surroundings: Surroundings) {
    let (base, span) = (surroundings.base, claim.base.text)
    self.claim = claim
    near =
      base[max(0, span.startIndex - Self.horizon)..<min(base.count, span.endIndex + Self.horizon)]
  }

  /// Whether nothing new is in both.
  var isApart: Bool { !sharesName && !sharesWord }

  /// Whether a word is new in both.
  private var sharesWord: Bool {
    let shared = Set(Words(claim.ours.text)).intersection(Words(claim.theirs.text))
    // Long words are the least likely to be known: they settle the question soonest.
    return shared.sorted { $0.count > $1.count }.contains { !Words.occurs($0, in: near) }
  }

  /// Whether both sides bring an entry of one name, or one and the same line.
  private var sharesName: Bool {
    let shared = Self.names(claim.ours).intersection(Self.names(claim.theirs))
    return !shared.isEmpty && !shared.isSubset(of: Self.names(LineRun(near)))
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
