/// Whether two additions speak of the same thing.
///
/// Words that the text around them does not know are what an addition is about. Two additions that
/// share such words are two states of one thought, and a person keeps one of them; additions that
/// share none stand beside each other. The same holds for the names of entries, such as what stands
/// before a `=`.
struct Novelty {
  /// How much of the base around a claim counts as known, in bytes on either side.
  private static let horizon = 1 << 15

  /// How many words are searched for one by one.
  private static let fewWords = 32

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
    if shared.count > Self.fewWords { return sharesWord(of: shared) }
    // Long words are the least likely to be known: they settle the question soonest.
    return shared.sorted { $0.count > $1.count }.contains { word in
      !Words.occurs(word, in: claim.base.text) && !Words.occurs(word, in: near)
    }
  }

  /// The same for many words, which are not searched for one by one.
  private func sharesWord(of shared: Set<ArraySlice<UInt8>>) -> Bool {
    var unknown = Set(shared.map(PieceNumbers.Key.init))
    // A word of ASCII letters and digits occurs where all of such a run is the word.
    for run in near.split(whereSeparator: { !$0.isASCIIWordByte }) {
      if unknown.isEmpty { return false }
      unknown.remove(PieceNumbers.Key(bytes: run))
    }
    if unknown.contains(where: { $0.bytes.allSatisfy(\.isASCIIWordByte) }) { return true }
    for word in Words(near) {
      if unknown.isEmpty { return false }
      unknown.remove(PieceNumbers.Key(bytes: word))
    }
    return unknown.contains { !Words.occurs($0.bytes, in: near) }
  }

  /// Whether both sides bring an entry of one name, or one and the same line.
  private var sharesName: Bool {
    var shared = Self.names(claim.ours).intersection(Self.names(claim.theirs))
    var rest = near
    while !shared.isEmpty, !rest.isEmpty {
      let line = rest.prefix { $0 != .newline }
      shared.remove(Self.name(of: line))
      rest = rest[min(line.endIndex + 1, rest.endIndex)...]
    }
    return !shared.isEmpty
  }

  private static func names(_ run: LineRun) -> Set<ArraySlice<UInt8>> {
    Set(run.lines.map(name).filter { $0.contains(where: \.isWordByte) })
  }

  /// What stands before the first separator of a line; without one, the line.
  private static func name(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") }.trimmed
  }
}
