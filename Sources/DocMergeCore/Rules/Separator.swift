/// What stands between the items of a list, such as the comma between the members of an object.
///
/// The last item often goes without. When both sides add an item at the end, one of the two is the
/// last no more.
struct Separator {
  /// The mark after each item but the last; `nil` when there is none.
  private let mark: UInt8?
  /// How lines end.
  private let lineEnding: [UInt8]

  /// Looks at what both sides have before the place of a claim.
  init(around claim: ConflictLines, in surroundings: InputTexts) {
    let ours = surroundings.ours[..<claim.ours.text.startIndex].last { !$0.isWhitespace }
    let theirs = surroundings.theirs[..<claim.theirs.text.startIndex].last { !$0.isWhitespace }
    mark = ours == theirs && ours == UInt8(ascii: ",") ? ours : nil
    let isWide = [claim.ours, claim.theirs].allSatisfy { side in
      side.lines.first?.suffix(2).elementsEqual([.carriageReturn, .newline]) == true
    }
    lineEnding = isWide ? [.carriageReturn, .newline] : [.newline]
  }

  /// The parts with those that lack the mark at their end behind those that have it.
  ///
  /// Otherwise a mark would have to be added in one order and not in the other, and whose text comes
  /// first would decide over what it says.
  func ordered(_ parts: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    guard let mark else { return parts }
    return parts.filter { $0.trimmed.last == mark } + parts.filter { $0.trimmed.last != mark }
  }

  /// The parts one after the other, each on lines of its own and with the mark where it is missing.
  ///
  /// A mark is missing where no part but the last has one at its end, as in a list whose last item
  /// goes without.
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
