/// Aligns the rows of a merge in which rows of both sides came together.
///
///     let columns = ColumnAlignment(notation, base: base, ours: ours, theirs: theirs)
///     columns.aligned(lines)  // the lines, some of them with other padding
///
/// Rows that one side wrote alone stay as they are, byte for byte; so do rows that no side aligned.
struct ColumnAlignment {
  private let notation: ColumnNotation
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]

  init(_ notation: ColumnNotation, base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.notation = notation
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// The lines that change, by their place among the lines of the merge; a line that is no row ends a run.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func changes(in lines: [ArraySlice<UInt8>]) -> [Int: [UInt8]] {
    let text = ColumnText(lines, notation)
    let runs = runsOfBoth(text)
    guard !runs.isEmpty else { return [:] }
    let known = [base, ours, theirs].map { KnownRuns(ColumnText($0, notation)) }
    var changes: [Int: [UInt8]] = [:]
    for run in runs {
      let keys = text.keys[run]
      let alignment = RunAlignment(
        base: known[0].rows(around: keys), ours: known[1].rows(around: keys),
        theirs: known[2].rows(around: keys))
      guard let aligned = alignment.aligned(text.rows[run].compactMap(\.self)),
        aligned.count == run.count
      else { continue }
      for (line, row) in zip(run, aligned) {
        let bytes = row.bytes
        if !bytes.elementsEqual(lines[line]) { changes[line] = bytes }
      }
    }
    return changes
  }

  /// The runs with lines that ours lacks and lines that theirs lacks.
  private func runsOfBoth(_ text: ColumnText) -> [Range<Int>] {
    let (ours, theirs) = (Set(LineRun(ours[...]).lines), Set(LineRun(theirs[...]).lines))
    return text.runs.filter { run in
      run.count > 1 && !text.lines[run].allSatisfy(ours.contains)
        && !text.lines[run].allSatisfy(theirs.contains)
    }
  }
}

/// The runs of a text, found by their lines.
private struct KnownRuns {
  private let text: ColumnText
  /// Where a row is, by the row without its padding.
  private var places: [ArraySlice<UInt8>: [Place]] = [:]

  /// A line of a run.
  private struct Place {
    let run: Int
    let line: Int
  }

  /// The most places of one row that are counted: more of them say nothing about where it belongs.
  private static let limit = 16
  /// The longest run that is read whole.
  private static let whole = 64
  /// The rows before and behind the known ones that are read of a longer run.
  private static let margin = 8

  init(_ text: ColumnText) {
    self.text = text
    for (index, run) in text.runs.enumerated() {
      for line in run where places[text.keys[line], default: []].count < Self.limit {
        places[text.keys[line], default: []].append(Place(run: index, line: line))
      }
    }
  }

  /// The rows of the run that has the most of some rows; none where no run has any.
  ///
  /// - Complexity: O(*k*) for *k* keys, however long the run is.
  func rows(around keys: ArraySlice<ArraySlice<UInt8>>) -> [PaddedLine] {
    var lines: [Int: [Int]] = [:]
    for key in keys {
      for place in places[key] ?? [] { lines[place.run, default: []].append(place.line) }
    }
    let most = lines.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let most else { return [] }
    let run = text.runs[most.key]
    let part = run.count > Self.whole ? Self.part(of: run, around: most.value, keys.count) : run
    return text.rows[part].compactMap(\.self)
  }

  /// The part of a run around some of its lines, which is not much longer than the rows that ask for it.
  private static func part(of run: Range<Int>, around lines: [Int], _ count: Int) -> Range<Int> {
    let lines = lines.sorted()
    let middle = lines[lines.count / 2]
    let reach = 2 * (margin + count)
    let first = max(lines[0] - margin, middle - reach)
    let last = min(lines[lines.count - 1] + margin, middle + reach)
    return (first..<last + 1).clamped(to: run)
  }
}
