import DocMergeLanguage

/// Finds changes of one side that a merge would put into a part of the text that the other side added.
///
///     base            ours              theirs           merged lines
///     - name: Ann     - name: Ann       - name: Ann      - name: Ann
///       role: dev       role: lead        role: dev        role: lead
///                     - name: Cy          mail: a@x      - name: Cy
///                       role: dev                          role: dev
///                                                          mail: a@x      it is Ann's
///
/// The part that holds a line starts with the last line before it that is indented less, with the head of its
/// paragraph where lines are `Key: value`, or with its heading.
struct MisplacedChanges {
  /// A change, and the part that it may be put into by mistake.
  struct Suspect {
    /// The first line with text of the change.
    let line: ArraySlice<UInt8>
    /// The first lines of the part that holds the change on its side.
    let own: [ArraySlice<UInt8>]
    /// As many lines of the part that the other side added; they differ.
    let added: [ArraySlice<UInt8>]
  }

  /// All suspects of both sides.
  let suspects: [Suspect]

  /// The most lines from a change back to the start of the part that holds it.
  static let partLimit = 400

  /// Looks for changes behind parts that the other side added.
  ///
  /// - Complexity: O(*h*), *h* being the number of hunks, each with a limited number of lines.
  init(_ merge: LineMerge, headings: @escaping () -> HeadingForm?) {
    let (_, ours, theirs) = merge.lines
    suspects =
      ChangedSide(
        side: theirs, hunks: merge.theirsHunks, other: ours, otherHunks: merge.oursHunks,
        headings: headings
      ).suspects
      + ChangedSide(
        side: ours, hunks: merge.oursHunks, other: theirs, otherHunks: merge.theirsHunks,
        headings: headings
      ).suspects
  }

  /// Whether a result can have a change in a wrong part.
  var arePossible: Bool { !suspects.isEmpty }

  /// The changes that a result has in the part that the other side added.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and a limited number of lines for each suspect.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let wanted = Set(suspects.map(\.line))
    var places: [ArraySlice<UInt8>: [Int]] = [:]
    for line in lines.indices where wanted.contains(lines[line]) {
      places[lines[line], default: []].append(line)
    }
    return suspects.compactMap { suspect in
      guard let found = places[suspect.line], found.count == 1, let line = found.first else {
        return nil
      }
      func starts(_ part: [ArraySlice<UInt8>], at line: Int) -> Bool {
        part.indices.allSatisfy { line + $0 < lines.count && lines[line + $0] == part[$0] }
      }
      let start = (max(0, line - Self.partLimit)..<line).reversed().first {
        starts(suspect.own, at: $0) || starts(suspect.added, at: $0)
      }
      guard let start, starts(suspect.added, at: start) else { return nil }
      let text = [suspect.line, suspect.added.last ?? []].map {
        String(decoding: $0.trimmed.prefix(60), as: UTF8.self)
      }
      return StructureFault(
        places: [lines.starts[line]..<lines.starts[line + 1]],
        reason: tr("“\(text[0])” would stand in another part, “\(text[1])”"))
    }
  }
}
