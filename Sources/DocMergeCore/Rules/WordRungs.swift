/// Edits of different words.
///
/// The lines must keep their number, or be few: where a side rewrote much, its words say
/// little about which parts correspond.
struct WordsWithinLines: Rung {
  let rule: MergeRule
  let isAboutWords = true
  let comparesAcrossLines = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard claim.isEditedLineByLine, !claim.insertsAtOnePlace, !claim.splitsIntoLines,
      !claim.isAddition, !claim.hasSharedLineElsewhere, !claim.addsBesideRewrittenLines,
      let words = claim.wordMerge, words.merge.isClean, words.editsBelongApart,
      words.insertsOneWord || Novelty(of: claim, in: surroundings).isApart
    else { return nil }
    return [.settled(words.bytes, claim, rule)]
  }
}

/// Edits of words where one side does all that the other does, and more.
struct SubsumedWordChanges: Rung {
  let rule: MergeRule
  let isAboutWords = true
  let comparesAcrossLines = true
  /// Whether the claim is one line in all texts, or is longer.
  let isOneLine: Bool

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard claim.isEditedLineByLine, claim.isOneLine == isOneLine, !claim.hasSharedLineElsewhere,
      let words = claim.wordMerge, words.merge.isClean,
      words.bytes[...] == claim.ours.text || words.bytes[...] == claim.theirs.text
    else { return nil }
    return [.settled(words.bytes, claim, rule)]
  }
}

extension ConflictLines {
  /// The most lines of the base that may become more or fewer and still count as edited.
  private static let fewLines = 3

  /// Whether all three texts have as many lines, or the base has few.
  fileprivate var isEditedLineByLine: Bool {
    guard !base.isBlank, !ours.isBlank, !theirs.isBlank else { return false }
    guard hasAsManyLines else { return base.count <= Self.fewLines }
    return base.count == 1 || [ours, theirs].allSatisfy(keepsLines)
  }

  /// Whether both sides only inserted something, at one place: no words separate the insertions.
  fileprivate var insertsAtOnePlace: Bool {
    func place(_ side: LineRun) -> Int? {
      base.text.withUnsafeBytes { base in
        side.text.withUnsafeBytes { side in
          let start = ByteRuns.commonCount(base, side)
          let rest = UnsafeRawBufferPointer(rebasing: base[start...])
          let end = side.suffix(rest.count)
          return side.count > base.count && ByteRuns.areEqual(rest, .init(rebasing: end))
            ? start : nil
        }
      }
    }
    guard let ours = place(ours) else { return false }
    return place(theirs) == ours
  }

  /// Whether no text has more than one line.
  fileprivate var isOneLine: Bool { max(base.count, ours.count, theirs.count) <= 1 }

  /// Whether one side changed all of several lines, and the other side only added to them, with a separator at most:
  /// the addition may need the change, too.
  fileprivate var addsBesideRewrittenLines: Bool {
    guard base.count > 1 else { return false }
    func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let text = line.trimmed
      return text.last.map { ",;".utf8.contains($0) } == true ? text.dropLast() : text
    }
    return [(ours, theirs), (theirs, ours)].contains { changed, longer in
      changed.count == base.count && longer.count > base.count
        && zip(base.lines, changed.lines).allSatisfy { $0 != $1 }
        && Set(longer.lines.map(item)).isSuperset(of: base.lines.map(item))
    }
  }

  /// Whether both sides wrote the same line, at different places: it is no edit of the line that stood there.
  fileprivate var hasSharedLineElsewhere: Bool {
    let (oursLines, theirsLines) = (ours.lines, theirs.lines)
    guard oursLines.count != theirsLines.count else { return false }
    let known = Set(base.lines)
    let added = Set(oursLines.filter { $0.holdsText && !known.contains($0) })
    guard !added.isEmpty else { return false }
    return theirsLines.enumerated().contains { place, line in
      added.contains(line) && (place >= oursLines.count || oursLines[place] != line)
    }
  }

  /// Whether a side only added lines.
  fileprivate var isAddition: Bool {
    [ours, theirs].contains { side in
      guard side.count > base.count else { return false }
      var rest = base.lines[...]
      for line in side.lines { if line == rest.first { rest.removeFirst() } }
      return rest.isEmpty
    }
  }

  /// The part of its words that a line keeps to be still the same line.
  private static let leastKept = 0.3

  /// Whether each line of a side is an edit of the line of the base in its place.
  private func keepsLines(_ side: LineRun) -> Bool {
    zip(base.lines, side.lines).allSatisfy { before, after in
      before == after || WordSequence.kept(of: before, in: after) >= Self.leastKept
    }
  }

  /// Whether the sides edited different lines, so that words need not be compared.
  fileprivate var splitsIntoLines: Bool {
    lineMerge.pieces.count > 1
  }
}

/// A merge of the words of a claim.
struct WordMerge {
  let base: WordTokens
  let ours: WordTokens
  let theirs: WordTokens
  let merge: SequenceMerge

  /// The most bytes of a text whose words are compared; a larger result could not be checked by a person.
  static let limit = 1 << 16

  init?(_ claim: ConflictLines) {
    guard max(claim.base.text.count, claim.ours.text.count, claim.theirs.text.count) <= Self.limit
    else { return nil }
    base = WordTokens(Array(claim.base.text))
    ours = WordTokens(Array(claim.ours.text))
    theirs = WordTokens(Array(claim.theirs.text))
    var numbers = PieceNumbers()
    merge = SequenceMerge(
      base: numbers.numbers(of: base), ours: numbers.numbers(of: ours),
      theirs: numbers.numbers(of: theirs), touching: .clashes, algorithm: .myers)
  }

  /// The merged text; where the sides clash, that of ours.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for piece in merge.pieces {
      switch piece.kind {
      case .theirs: bytes += theirs.bytes[theirs.offsets(of: piece.theirs)]
      default: bytes += ours.bytes[ours.offsets(of: piece.ours)]
      }
    }
    return bytes
  }

  /// Whether the changes of the two sides can be kept beside each other.
  ///
  /// Words can be combined with words, numbers with numbers, and blanks with anything. Marks belong to the words
  /// around them, and a number beside new words is often derived from them.
  var editsBelongApart: Bool {
    let kinds = Set([kind(of: .ours), kind(of: .theirs)])
    guard
      kinds.contains(.blanks)
        || !shareValue && !splitsOneValue && !changesReplacedPerson && !changesOneCondition
          && !changesModality
          && !addsOneWordTwice && !ReplacedWords(self).areKeys
          && !splitsChecksum && !putsInReplacedWord && !emptiesCalls
          && !prefixesChangedOperand
    else { return false }
    return kinds.contains(.blanks) || !kinds.contains(.marks) && !kinds.contains(.nothing)
  }

  /// Whether both sides changed a value of several words, or words beside a number.
  private var shareValue: Bool {
    let clusters = ValueClusters(base)
    func touched(_ side: ChunkKind) -> Set<Int> {
      merge.pieces.filter { $0.kind == side }.reduce(into: []) {
        $0.formUnion(clusters.touched(by: $1.base))
      }
    }
    return !touched(.ours).isDisjoint(with: touched(.theirs))
  }

  /// Whether a side changed a checksum, and the other side something else on its line.
  private var splitsChecksum: Bool {
    let edits = merge.pieces.filter { $0.kind == .ours || $0.kind == .theirs }
    return edits.contains { edit in
      let place = base.offsets(of: edit.base).lowerBound
      let start = base.bytes[..<place].lastIndex(of: .newline).map { $0 + 1 } ?? 0
      let line = base.bytes[start...].prefix { $0 != .newline }
      let label = base.bytes[max(start, place - Self.labelReach)..<place].map(\.lowercased)
      let isChecksum = Self.checksumLabels.contains { word in
        label.indices.contains { label[$0...].starts(with: word.utf8) }
      }
      guard isChecksum else { return false }
      return edits.contains {
        $0.kind != edit.kind && line.indices.contains(base.offsets(of: $0.base).lowerBound)
      }
    }
  }

  /// How many bytes before a checksum are searched for its label.
  private static let labelReach = 16

  /// What stands before a checksum.
  private static let checksumLabels = ["sha1", "sha256", "sha384", "sha512", "md5", "checksum"]

  private static let negations: Set<String> = [
    "not", "no", "never", "nor", "nicht", "kein", "keine", "nie", "ne", "pas", "non", "nunca",
  ]

  /// Whether both sides only put the same in, at different places: `const` before two parameters.
  ///
  /// An item of a list, a number or what names something would stand twice, and two negations may undo each other.
  var insertsOneWord: Bool {
    func inserted(_ side: ChunkKind) -> Set<[UInt8]>? {
      var words: Set<[UInt8]> = []
      for piece in merge.pieces where piece.kind == side {
        guard piece.base.isEmpty else { return nil }
        let bytes =
          side == .ours
          ? ours.bytes[ours.offsets(of: piece.ours)]
          : theirs.bytes[theirs.offsets(of: piece.theirs)]
        let place = base.offsets(of: piece.base).lowerBound
        // `library.` before a name is no sentence.
        let isPrefix =
          bytes.last == UInt8(ascii: ".") && bytes.count > 1 && place < base.bytes.count
          && base.bytes[place].isWordByte
        words.insert(Array(isPrefix ? bytes.trimmed.dropLast() : bytes.trimmed))
      }
      return words
    }
    guard let words = inserted(.ours), !words.isEmpty, words == inserted(.theirs) else {
      return false
    }
    return words.allSatisfy { word in
      // A sentence is put in once.
      word.split(whereSeparator: \.isWhitespace).count <= Self.mostInsertedWords
        && (word.last.map { !".?:".utf8.contains($0) } ?? true || word == [UInt8(ascii: "?")])
        && !word.contains { $0.isDigit || ",;|!".utf8.contains($0) }
        && !Self.negations.contains(String(decoding: word, as: UTF8.self).lowercased())
        && !["id=", "name=", "key="].contains { word.starts(with: $0.utf8) }
    }
  }

  /// How many words both sides may put in at two places, such as `private final`.
  private static let mostInsertedWords = 2

  private enum EditKind {
    case letters, digits, marks, blanks, nothing
  }

  /// The kind of the edits that only one side made, the weightiest first.
  private func kind(of side: ChunkKind) -> EditKind {
    var touched: [UInt8] = []
    for piece in merge.pieces where piece.kind == side {
      touched += base.bytes[base.offsets(of: piece.base)]
      touched +=
        side == .ours
        ? ours.bytes[ours.offsets(of: piece.ours)] : theirs.bytes[theirs.offsets(of: piece.theirs)]
    }
    if touched.contains(where: { $0.isWordByte && !$0.isDigit }) { return .letters }
    if touched.contains(where: \.isDigit) { return .digits }
    if touched.contains(where: { !$0.isWhitespace }) { return .marks }
    return touched.isEmpty ? .nothing : .blanks
  }
}
