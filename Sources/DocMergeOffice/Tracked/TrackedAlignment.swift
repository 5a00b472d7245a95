import DocMergeCore

/// The characters of three versions of a paragraph in one order, with the change that each is of.
///
/// Characters of the base stay where they are; what a side inserted stands behind what it replaced.
struct TrackedAlignment {
  /// A character, where it stands in each version, and the change that it is of.
  struct Piece {
    var base: Int?
    var ours: Int?
    var theirs: Int?
    var change: TrackedChange?
  }

  private(set) var pieces: [Piece] = []

  /// Lays three versions over each other.
  ///
  /// - Parameters:
  ///   - base: what both sides were made from.
  ///   - ours: our version; `nil` where ours deleted the paragraph.
  ///   - theirs: their version; `nil` where theirs deleted it.
  init(base: Paragraph, ours: Paragraph?, theirs: Paragraph?) {
    let old = Tokens(base)
    let (mine, other) = (Edits(old, ours), Edits(old, theirs))
    for place in 0...old.count {
      let (one, two) = (mine.insertion(at: place), other.insertion(at: place))
      if let one, let two, one.isSame(as: two) {
        for (index, partner) in zip(one.glyphs, two.glyphs) {
          pieces.append(
            Piece(ours: index, theirs: partner, change: TrackedChange(.insertion, by: .both)))
        }
      } else {
        for index in one?.glyphs ?? 0..<0 {
          pieces.append(Piece(ours: index, change: TrackedChange(.insertion, by: .ours)))
        }
        for index in two?.glyphs ?? 0..<0 {
          pieces.append(Piece(theirs: index, change: TrackedChange(.insertion, by: .theirs)))
        }
      }
      guard place < old.count else { break }
      let starts = (ours: mine.partners[place], theirs: other.partners[place])
      let change = TrackedChange(
        deletedByOurs: starts.ours == nil, byTheirs: starts.theirs == nil)
      for (offset, index) in old.ranges[place].enumerated() {
        pieces.append(
          Piece(
            base: index, ours: starts.ours.map { $0 + offset },
            theirs: starts.theirs.map { $0 + offset }, change: change))
      }
    }
  }

  /// The words of a paragraph, each other character, and each object.
  private struct Tokens {
    let ranges: [Range<Int>]
    let values: [Token]
    var count: Int { ranges.count }

    struct Token: Hashable {
      var scalars: [Unicode.Scalar]
      var object: TextObject?
    }

    init(_ paragraph: Paragraph?) {
      let scalars = paragraph?.scalars ?? []
      ranges = GlyphMatch.words(of: scalars)
      values = ranges.map { range in
        Token(
          scalars: Array(scalars[range]),
          object: paragraph.flatMap { $0.object(of: $0.glyphs[range.lowerBound]) })
      }
    }
  }

  /// What a side did with the words of the base.
  private struct Edits {
    struct Insertion {
      var replaced: Range<Int>
      var values: ArraySlice<Tokens.Token>
      var glyphs: Range<Int>

      func isSame(as other: Insertion) -> Bool {
        replaced == other.replaced && values == other.values
      }
    }

    /// For each word of the base where it starts in the side; `nil` for a deleted one.
    private(set) var partners: [Int?]
    private var insertions: [Int: Insertion] = [:]

    init(_ base: Tokens, _ side: Paragraph?) {
      let tokens = Tokens(side)
      partners = Array(repeating: nil, count: base.count)
      let hunks = diff(base: base.values, other: tokens.values)
      var (word, partner) = (0, 0)
      for hunk in hunks + [Hunk(base: base.count..<base.count, other: tokens.count..<tokens.count)]
      {
        while word < hunk.base.lowerBound {
          partners[word] = tokens.ranges[partner].lowerBound
          (word, partner) = (word + 1, partner + 1)
        }
        (word, partner) = (hunk.base.upperBound, hunk.other.upperBound)
        guard let first = hunk.other.first, let last = hunk.other.last else { continue }
        insertions[hunk.base.upperBound] = Insertion(
          replaced: hunk.base, values: tokens.values[hunk.other],
          glyphs: tokens.ranges[first].lowerBound..<tokens.ranges[last].upperBound)
      }
    }

    /// What the side has behind the words of the base before a place.
    func insertion(at place: Int) -> Insertion? { insertions[place] }
  }
}
