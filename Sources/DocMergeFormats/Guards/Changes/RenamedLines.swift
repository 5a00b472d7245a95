/// The lines of a side, in which a name of the base may have become another one.
struct RenamedLines {
  private let lines: [ArraySlice<UInt8>]
  private let known: Set<ArraySlice<UInt8>>
  private let isPart: (UInt8) -> Bool
  /// How many uses are examined for the new name.
  private static let attempts = 4
  /// The most lines of the base that are compared for a name.
  private static let mostLines = 200

  /// Prepares for the lines of a text, in whose names hyphens can be.
  init(_ text: [UInt8], joinedByHyphens: Bool) {
    isPart = joinedByHyphens ? \.isPartOfNameOrHyphen : \.isPartOfName
    lines = text.split(separator: 0x0A)
    known = Set(lines)
  }

  /// The name that the side has in place of a name on most lines of the base; `nil` where there is none.
  func newName(
    for name: ArraySlice<UInt8>, at places: [Range<Int>], in base: [UInt8]
  ) -> ArraySlice<UInt8>? {
    var candidates: [ArraySlice<UInt8>] = []
    for place in places.prefix(Self.attempts) {
      for new in replacements(of: place, in: base) where new != name && !candidates.contains(new) {
        candidates.append(new)
      }
    }
    return candidates.first { new in
      var line = 0..<0
      var (checked, renamed) = (0, 0)
      for place in places where !line.contains(place.lowerBound) && checked < Self.mostLines {
        line = base.line(around: place.lowerBound)
        checked += 1
        if known.contains(base[line].replacing(name, with: new, isPart)[...]) { renamed += 1 }
      }
      // Some of the lines can be changed otherwise, too.
      return renamed * 2 > checked
    }
  }

  /// The names in place of another one on lines that are the same otherwise, in the order of the text.
  private func replacements(of place: Range<Int>, in base: [UInt8]) -> [ArraySlice<UInt8>] {
    let line = base.line(around: place.lowerBound)
    let before = base[line.lowerBound..<place.lowerBound]
    let after = base[place.upperBound..<line.upperBound]
    // What follows up to the next name is the same.
    let next = after.prefix { !isPart($0) }
    return lines.compactMap { candidate in
      guard candidate.count > before.count, candidate.starts(with: before) else { return nil }
      let rest = candidate.dropFirst(before.count)
      let new = rest.prefix(while: isPart)
      guard !new.isEmpty, rest.dropFirst(new.count).starts(with: next) else { return nil }
      let others = after.replacing(base[place], with: new, isPart)
      return rest.dropFirst(new.count).elementsEqual(others) ? new : nil
    }
  }
}

extension [UInt8] {
  /// The line around a place, without its end.
  func line(around place: Int) -> Range<Int> {
    let start = self[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return start..<(self[place...].firstIndex(of: 0x0A) ?? count)
  }
}

extension Collection where Element == UInt8 {
  /// The text with one word in place of each use of another.
  fileprivate func replacing(
    _ word: ArraySlice<UInt8>, with new: ArraySlice<UInt8>, _ isPart: (UInt8) -> Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(self)[...]
    while let next = rest.first {
      let run = rest.prefix(while: isPart)
      if run.isEmpty {
        bytes.append(next)
        rest = rest.dropFirst()
      } else {
        bytes += run == word ? new : run
        rest = rest.dropFirst(run.count)
      }
    }
    return bytes
  }
}
