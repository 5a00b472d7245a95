import DocMergeLanguage

/// Finds lines that one side added in a form which the other side changed in the lines beside them.
///
///     base      ours      theirs    fault
///     - tea     * tea     - tea     * tea
///     - jam     * jam     - oil     - oil
///                         - jam     * jam
///
/// The form is what stands before the first letter: indentation, the mark of an item, a number.
struct OldForms {
  /// A line that one side added, and a line beside it in its new form.
  private struct Suspect {
    let added: ArraySlice<UInt8>
    let beside: ArraySlice<UInt8>
    let isAbove: Bool
  }

  private let suspects: [Suspect]

  /// How far a line in a new form is looked for from its old place.
  private static let reach = 32

  /// - Complexity: O(*h*), *h* being the number of hunks, and the length of those that touch insertions.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    let (ours, theirs) = (comparison.oursHunks, comparison.theirsHunks)
    suspects =
      Self.suspects(ours, lines.ours, changed: theirs, lines.theirs, lines.base)
      + Self.suspects(theirs, lines.theirs, changed: ours, lines.ours, lines.base)
  }

  /// Whether a result can have such a line.
  var arePossible: Bool { !suspects.isEmpty }

  /// The lines in the old form that stand beside lines in the new form.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where none is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let suspects = Dictionary(grouping: suspects, by: \.added)
    return lines.indices.compactMap { line in
      let isFault = suspects[lines[line]]?.contains { suspect in
        let beside = suspect.isAbove ? line - 1 : line + 1
        return lines.indices.contains(beside) && lines[beside] == suspect.beside
      }
      guard isFault == true else { return nil }
      let text = String(decoding: lines[line].trimmed.prefix(60), as: UTF8.self)
      return StructureFault(
        places: [lines.starts[line]..<lines.starts[line + 1]],
        reason: tr("“\(text)” would have another form than the lines beside it"))
    }
  }

  private static func suspects(
    _ added: [Hunk], _ side: Lines, changed: [Hunk], _ other: Lines, _ base: Lines
  ) -> [Suspect] {
    var suspects: [Suspect] = []
    var next = 0
    for hunk in added where hunk.base.isEmpty && !hunk.other.isEmpty {
      let place = hunk.base.lowerBound
      while next < changed.count, changed[next].base.upperBound < place { next += 1 }
      guard next < changed.count else { break }
      let near = changed[next...].prefix { $0.base.lowerBound <= place }
      func reformed(_ line: Int) -> ArraySlice<UInt8>? {
        guard base.indices.contains(line), let hunk = near.first(where: { $0.base.contains(line) })
        else { return nil }
        // A changed form moves a line by a few lines at most.
        let guess = hunk.other.lowerBound + line - hunk.base.lowerBound
        let window = (guess - reach..<guess + reach).clamped(to: hunk.other)
        return window.lazy.map { other[$0] }.first { base[line].isReformed($0) }
      }
      func isBoundary(_ line: Int, of added: ArraySlice<UInt8>?) -> Bool {
        guard base.indices.contains(line), let added else { return true }
        return base[line].trimmed.isEmpty || base[line].indentation < added.indentation
      }
      // Both neighbours have the new form, or the only one within the container of the addition.
      let (above, below) = (reformed(place - 1), reformed(place))
      guard above != nil || isBoundary(place - 1, of: hunk.other.first.map { side[$0] }),
        below != nil || isBoundary(place, of: hunk.other.last.map { side[$0] })
      else { continue }
      if let above, let first = hunk.other.first, side[first].form == base[place - 1].form {
        suspects.append(Suspect(added: side[first], beside: above, isAbove: true))
      }
      if let below, let last = hunk.other.last, side[last].form == base[place].form {
        suspects.append(Suspect(added: side[last], beside: below, isAbove: false))
      }
    }
    return suspects
  }
}

extension ArraySlice<UInt8> {
  /// What stands before the first letter, with one digit for all of them.
  fileprivate var form: [UInt8] {
    prefix { !UInt8.isLetter($0) }.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
  }

  /// Whether a line has the same text in another form.
  fileprivate func isReformed(_ other: ArraySlice<UInt8>) -> Bool {
    let (text, otherText) = (drop { !UInt8.isLetter($0) }, other.drop { !UInt8.isLetter($0) })
    return !text.isEmpty && text == otherText && form != other.form
  }
}
