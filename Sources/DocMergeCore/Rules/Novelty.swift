/// Whether two additions are about the same thing.
///
/// The subject of an addition is the words that the text around it does not have. Two additions that
/// share such words are two versions of one change, and a person keeps one of them; additions that
/// share none can be kept together. The same holds for the names of entries, such as the text
/// before a `=`.
struct Novelty {
  private let claim: ConflictLines
  private let vocabulary: Vocabulary
  /// The fewest bytes of a word that can be a subject.
  private let shortest: Int

  /// Prepares for a claim; with options, a letter alone may be that of an option which both sides give.
  init(of claim: ConflictLines, in surroundings: InputTexts, hasOptions: Bool = false) {
    self.claim = claim
    shortest = hasOptions ? 2 : 1
    vocabulary = surroundings.vocabulary
  }

  /// Whether nothing new is in both.
  var isApart: Bool { !sharesName && !sharesWord }

  /// Whether a word is new in both.
  private var sharesWord: Bool {
    let shared = Set(WordSequence(claim.ours.text)).intersection(WordSequence(claim.theirs.text))
    // Long words are the least likely to be known: they settle the question soonest.
    return shared.sorted { $0.count > $1.count }.contains { word in
      word.count >= shortest && !vocabulary.knows(word: word, near: claim.base.text.indices)
    }
  }

  /// Whether both sides add an entry of one name, or the same line.
  private var sharesName: Bool {
    Self.names(claim.ours).intersection(Self.names(claim.theirs)).contains { name in
      !vocabulary.knows(name: name, near: claim.base.text.indices)
    }
  }

  private static func names(_ run: LineRun) -> Set<ArraySlice<UInt8>> {
    Set(run.lines.map(Vocabulary.name).filter { $0.contains(where: \.isWordByte) })
  }
}
