extension WordMerge {
  /// Whether one side put another connective or a negation, and the other side put or removed one on the same line: each
  /// of them wrote its condition for another one.
  ///
  ///     base   if a and b      ours   if a and b and c      theirs   if a or b
  ///     base   may enter       ours   may not enter         theirs   may only enter
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base, for each edit.
  var changesOneCondition: Bool {
    pairsOnOneLine.contains { one, other in
      one.changesLogic && other.touchesLogic || other.changesLogic && one.touchesLogic
    }
  }

  /// Whether both sides put the same word, at two places of a sentence; program code can need it twice.
  var addsOneWordTwice: Bool {
    !base.bytes.contains { ";{}=<>|&_(".utf8.contains($0) }
      && pairsOnOneLine.contains { one, other in
        !one.addedWords.isDisjoint(with: other.addedWords)
      }
  }

  /// The edits of one side with each edit of the other side on the same line.
  private var pairsOnOneLine: [(WordEdit, WordEdit)] {
    let edits = edits
    return edits.indices.flatMap { index in
      edits[(index + 1)...].filter { other in
        let place = edits[index].place
        guard other.side != edits[index].side else { return false }
        let gap = place.upperBound..<max(place.upperBound, other.place.lowerBound)
        return !base.bytes[gap].contains(.newline)
      }.map { (edits[index], $0) }
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

  /// Whether it puts or removes a connective or a negation.
  fileprivate var touchesLogic: Bool { old.logic != new.logic }

  /// The shortest word that is not put twice, in bytes.
  private static var shortestWord: Int { 4 }

  /// The words that it puts, in lowercase, without those that sentences have anyway.
  fileprivate var addedWords: Set<String> {
    func words(_ text: ArraySlice<UInt8>) -> [String] {
      text.split { !$0.isWordByte }.filter { word in
        word.count >= Self.shortestWord && !word.contains(where: \.isDigit)
      }.map { String(decoding: $0, as: UTF8.self).lowercased() }
    }
    guard new.count > old.count else { return [] }
    let common = ["with", "from", "that", "this", "their", "they", "have", "will", "been", "were"]
    return Set(words(new)).subtracting(words(old)).subtracting(common)
  }
}

/// The words of a text that connect or negate.
private struct Logic: Equatable {
  var connectives: [String] = []
  var negations: [String] = []
}

extension ArraySlice<UInt8> {
  private static let connectives: Set<String> = [
    "and", "or", "nor", "xor", "&&", "||", "und", "oder", "et", "ou", "y", "o", "AND", "OR",
    "AndAlso",
    "OrElse", "andalso", "orelse",
  ]
  private static let negations: Set<String> = [
    "not", "never", "only", "without", "except", "unless", "no", "nicht", "nie", "nur", "ohne",
    "kein", "keine", "pas", "sans", "sauf", "nunca", "sin",
  ]

  fileprivate var logic: Logic {
    var logic = Logic()
    let words = split { !($0.isWordByte || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "|")) }
    for word in words.lazy.map({ String(decoding: $0, as: UTF8.self) }) {
      let small = word.lowercased()
      if Self.connectives.contains(word) { logic.connectives.append(word) }
      if Self.negations.contains(small) { logic.negations.append(small) }
    }
    return logic
  }
}
