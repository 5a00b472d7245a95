/// Looks for faults in results of a merge that lose no change of a side.
package struct ResultFaults {
  private let structure: any ReadStructure
  private let blocks: DoubledBlocks?
  private let lines: LineFaults

  init(_ structure: any ReadStructure, _ comparison: LineMerge) {
    self.structure = structure
    blocks = structure.isKeyed || structure.repeatsLines ? nil : DoubledBlocks(comparison)
    lines = LineFaults(comparison) { structure.headings }
  }

  /// Prepares for results of a merge of three texts.
  ///
  /// - Complexity: That of a comparison of their lines, and of reading their structure.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], structure: any MergeStructure
  ) {
    self.init(
      structure.read(base: base, ours: ours, theirs: theirs),
      LineMerge(base: base, ours: ours, theirs: theirs, profile: .gitMerge.hasty))
  }

  /// Whether there can be any faults at all.
  var arePossible: Bool {
    structure.hasGuards || blocks?.isPossible == true || lines.arePossible
  }

  /// Looks for doubled lines that both sides inserted, doubled keys, and a broken structure.
  ///
  /// - Parameters:
  ///   - result: The text; where conflicts are left it holds ours.
  ///   - isWhole: Whether nothing is left in conflict.
  /// - Returns: The faults of the result.
  package func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault] {
    let doubled = (blocks?.faults(in: result) ?? []) + lines.faults(in: result)
    return structure.hasGuards ? doubled + structure.faults(in: result, isWhole: isWhole) : doubled
  }
}
