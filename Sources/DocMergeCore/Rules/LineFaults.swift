/// Looks for faults in merge results that can be seen from lines alone, without the format.
struct LineFaults {
  private let moved: MovedLines
  private let first: FirstLines
  private let emptied: EmptiedParts
  private let misplaced: MisplacedChanges
  private let imports: DoubledImports
  private let slid: SlidInsertions
  private let forms: OldForms
  private let checksums: SplitChecksums

  /// Prepares for results of a merge.
  ///
  /// - Parameters:
  ///   - comparison: The changes of both sides.
  ///   - headings: How the headings look; read when a change may be under another one.
  init(_ comparison: LineMerge, headings: @escaping () -> HeadingForm?) {
    moved = MovedLines(comparison)
    first = FirstLines(comparison)
    emptied = EmptiedParts(comparison)
    misplaced = MisplacedChanges(comparison, headings: headings)
    imports = DoubledImports(comparison)
    slid = SlidInsertions(comparison)
    forms = OldForms(comparison)
    checksums = SplitChecksums(comparison)
  }

  /// Whether there can be any faults at all.
  var arePossible: Bool {
    moved.isPossible || first.isPossible || emptied.arePossible || misplaced.arePossible
      || imports.arePossible || checksums.arePossible || slid.arePossible
      || forms.arePossible
  }

  /// The faults of a result.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where none is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    moved.faults(in: result) + first.faults(in: result) + emptied.faults(in: result)
      + misplaced.faults(in: result) + imports.faults(in: result) + checksums.faults(in: result)
      + slid.faults(in: result) + forms.faults(in: result)
  }
}
