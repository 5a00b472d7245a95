extension WordMerge {
  /// Whether one side put another connective or a negation, and the other side put or removed one on the same line: each
  /// of them wrote its condition for another one.
  ///
  ///     base   if a and b      ours   if a and b and c      theirs   if a or b
  ///     base   may enter       ours   may not enter         theirs   may only enter
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base, for each edit.
  var changesOneCondition: Bool {
    havePair { one, other in
      one.changesLogic && other.touchesLogic || other.changesLogic && one.touchesLogic
    }
  }

  /// Whether one side changed what a sentence allows, demands or denies, and the other side something else in it.
  ///
  ///     base   must stay closed      ours   need not stay closed      theirs   must stay locked
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base, for each edit.
  var changesModality: Bool {
    !isCode && havePair { $0.changesModality || $1.changesModality }
  }

  /// Whether the line looks like program code.
  private var isCode: Bool { base.bytes.contains { ";{}=<>|&_(".utf8.contains($0) } }

  /// Whether both sides put the same adverb, at two places of a sentence; program code can need a word twice.
  var addsOneWordTwice: Bool {
    !isCode && havePair { !$0.addedAdverbs.isDisjoint(with: $1.addedAdverbs) }
  }

  /// Whether some edit of one side and some edit of the other side in the same part of a sentence fit a condition.
  private func havePair(_ fits: (WordEdit, WordEdit) -> Bool) -> Bool {
    let edits = edits
    return edits.indices.contains { index in
      for other in edits[(index + 1)...] {
        let place = edits[index].place
        let gap = base.bytes[place.upperBound..<max(place.upperBound, other.place.lowerBound)]
        if gap.contains(where: { ".;|!?\n".utf8.contains($0) }) { return false }
        if other.side != edits[index].side, fits(edits[index], other) { return true }
      }
      return false
    }
  }
}

extension WordEdit {
  /// Whether it replaces a connective by another, or puts or removes a negation.
  fileprivate var changesLogic: Bool {
    let (before, after) = (old.logic, new.logic)
    let isReplaced =
      before.connectives.count == after.connectives.count
      && before.connectives != after.connectives
    return isReplaced || before.negations != after.negations
  }

  /// Whether it puts or removes a negation, or replaces one verb such as `may` by another.
  fileprivate var changesModality: Bool {
    let (before, after) = (old.logic, new.logic)
    return before.negations != after.negations || before.modals != after.modals
  }

  /// Whether it puts or removes a connective or a negation.
  fileprivate var touchesLogic: Bool {
    let (before, after) = (old.logic, new.logic)
    return before.connectives != after.connectives || before.negations != after.negations
  }

  /// The adverbs that it puts, of which a sentence has only one.
  fileprivate var addedAdverbs: Set<String> {
    func words(_ text: ArraySlice<UInt8>) -> Set<String> {
      Set(text.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }
    let adverbs: Set = [
      "please", "only", "today", "tomorrow", "yesterday", "again", "already", "still", "now",
      "always",
      "bitte", "nur", "heute", "morgen", "gestern", "wieder", "schon", "noch", "jetzt", "immer",
    ]
    return words(new).subtracting(words(old)).intersection(adverbs)
  }
}

/// The words of a text that connect or negate.
private struct Logic {
  var connectives: [String] = []
  var negations: [String] = []
  var modals: [String] = []
}

extension ArraySlice<UInt8> {
  private static let connectives: Set<String> = [
    "and", "or", "nor", "xor", "&&", "||", "und", "oder", "AND", "OR", "AndAlso", "OrElse",
    "andalso",
    "orelse",
  ]
  private static let negations: Set<String> = [
    "not", "never", "only", "without", "except", "unless", "nicht", "nie", "nur", "ohne", "kein",
    "keine",
  ]

  private static let modals: Set<String> = [
    "must", "may", "might", "should", "shall", "can", "cannot", "need", "muss", "müssen", "darf",
    "dürfen", "soll", "sollen", "sollte", "kann", "können",
  ]

  fileprivate var logic: Logic {
    var logic = Logic()
    let words = split { !($0.isWordByte || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "|")) }
    for word in words.lazy.map({ String(decoding: $0, as: UTF8.self) }) {
      let small = word.lowercased()
      if Self.connectives.contains(word) { logic.connectives.append(word) }
      if Self.negations.contains(small) { logic.negations.append(small) }
      if Self.modals.contains(small) { logic.modals.append(small) }
    }
    return logic
  }
}
