/// The text between the items of a list, such as the comma between the members of an object.
///
/// The last item often has none. When both sides add an item at the end, one of the two is no longer
/// the last.
struct Separator {
  /// The mark after each item but the last; `nil` when there is none.
  private let mark: UInt8?
  /// How lines end.
  private let lineEnding: [UInt8]

  /// Examines the lines of both sides before the place of a claim.
  init(around claim: ConflictLines, in surroundings: InputTexts) {
    let ours = surroundings.ours[..<claim.ours.text.startIndex].last { !$0.isWhitespace }
    let theirs = surroundings.theirs[..<claim.theirs.text.startIndex].last { !$0.isWhitespace }
    mark = ours == theirs && ours == UInt8(ascii: ",") ? ours : nil
    let isWide = [claim.ours, claim.theirs].allSatisfy { side in
      side.lines.first?.suffix(2).elementsEqual([.carriageReturn, .newline]) == true
    }
    lineEnding = isWide ? [.carriageReturn, .newline] : [.newline]
  }

  /// The parts; those that lack the mark at their end follow those that have it.
  ///
  /// Otherwise a mark would have to be added in one order and not in the other, and the order of the sides
  /// would change the result.
  func ordered(_ parts: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    guard let mark else { return parts }
    return parts.filter { $0.trimmed.last == mark } + parts.filter { $0.trimmed.last != mark }
  }

  /// The parts in sequence, each on lines of its own and with the mark where it is missing.
  ///
  /// A mark is missing where no part but the last has one at its end, as in a list whose last item
  /// has none.
  func joined(_ parts: [ArraySlice<UInt8>]) -> [UInt8] {
    let goesWithout = parts.contains { $0.trimmed.last != mark }
    var bytes: [UInt8] = []
    for (number, part) in parts.enumerated() {
      guard number < parts.count - 1 else { return bytes + part }
      if let mark, goesWithout, part.trimmed.last != mark {
        let text = part.startIndex..<(part.trimmed.endIndex)
        bytes += part[text] + [mark] + part[text.upperBound...]
      } else {
        bytes += part
      }
      if bytes.last != .newline { bytes += lineEnding }
    }
    return bytes
  }
}
