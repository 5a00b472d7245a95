/// Whether two additions speak of the same thing.
///
/// Words that the text around them does not know are what an addition is about. Two additions that
/// share such words are two states of one thought, and a person keeps one of them; additions that
/// share none stand beside each other. The same holds for the names of entries, such as what stands
/// before a `=`.
struct Novelty {
  private let claim: ConflictLines
  private let vocabulary: Vocabulary

  init(of claim: ConflictLines, in surroundings: InputTexts) {
    self.claim = claim
    vocabulary = surroundings.vocabulary
  }

  /// Whether nothing new is in both.
  var isApart: Bool { !sharesName && !sharesWord }

  /// Whether a word is new in both.
  private var sharesWord: Bool {
    let shared = Set(WordSequence(claim.ours.text)).intersection(WordSequence(claim.theirs.text))
    // Long words are the least likely to be known: they settle the question soonest.
    return shared.sorted { $0.count > $1.count }.contains { word in
      !vocabulary.knows(word: word, near: claim.base.text.indices)
    }
  }

  /// Whether both sides bring an entry of one name, or one and the same line.
  private var sharesName: Bool {
    Self.names(claim.ours).intersection(Self.names(claim.theirs)).contains { name in
      !vocabulary.knows(name: name, near: claim.base.text.indices)
    }
  }

  private static func names(_ run: LineRun) -> Set<ArraySlice<UInt8>> {
    Set(run.lines.map(Vocabulary.name).filter { $0.contains(where: \.isWordByte) })
  }
}
