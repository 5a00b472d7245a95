/// How many more brackets, tags and fences of each kind a text opens than it closes.
///
/// A merge of texts that are balanced must be balanced: a line such as `}` that both sides added looks
/// like one change, though each side needs its own.
struct Nesting: Equatable {
  /// The brackets `()`, `[]` and `{}`, then lines that start with three backquotes, and with tildes,
  /// then tags.
  private var counts = SIMD8<Int32>()

  private static let fences: [UInt8] = [UInt8(ascii: "`"), UInt8(ascii: "~")]

  init(_ text: some Sequence<UInt8>) {
    var (isAtStart, run) = (true, 0)
    var last: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "("): counts[0] += 1
      case UInt8(ascii: ")"): counts[0] -= 1
      case UInt8(ascii: "["): counts[1] += 1
      case UInt8(ascii: "]"): counts[1] -= 1
      case UInt8(ascii: "{"): counts[2] += 1
      case UInt8(ascii: "}"): counts[2] -= 1
      case UInt8(ascii: "/") where last == UInt8(ascii: "<"): counts[5] -= 1
      case UInt8(ascii: ">") where last == UInt8(ascii: "/"): counts[5] -= 1
      default: if last == UInt8(ascii: "<"), UInt8.isLetter(byte) { counts[5] += 1 }
      }
      if isAtStart, let fence = Self.fences.firstIndex(of: byte) {
        run = byte == last ? run + 1 : 1
        if run == 3 { counts[3 + fence] += 1 }
      } else if byte != .blank {
        isAtStart = byte == .newline
        run = 0
      }
      last = byte
    }
  }

  private init(counts: SIMD8<Int32>) {
    self.counts = counts
  }

  /// Whether everything that is opened is closed; a fence closes the previous one.
  var isClosed: Bool {
    counts[3] % 2 == 0 && counts[4] % 2 == 0
      && [0, 1, 2, 5].allSatisfy { counts[$0] == 0 }
  }

  /// Whether a merge of two texts can have this nesting: both have it, or it is the sum of both changes.
  func fits(base: Nesting, ours: Nesting, theirs: Nesting) -> Bool {
    let both = Nesting(counts: ours.counts &+ theirs.counts &- base.counts)
    return self == both || self == ours && self == theirs
  }
}

extension ConflictLines {
  /// Whether a merge of the claim keeps the balance of brackets and fences that both sides have.
  ///
  /// A merge that leaves parts to a person is not judged, and a side that was taken as a whole is as
  /// its author meant it.
  func isNested(_ steps: [Step]) -> Bool {
    var merged: [UInt8] = []
    for step in steps {
      switch step {
      case .agreed(let bytes, _): merged += bytes
      case .settled(let bytes, _, _): merged += bytes
      case .left: return true
      }
    }
    if merged[...] == ours.text || merged[...] == theirs.text { return true }
    return Nesting(merged).fits(
      base: Nesting(base.text), ours: Nesting(ours.text), theirs: Nesting(theirs.text))
  }
}
