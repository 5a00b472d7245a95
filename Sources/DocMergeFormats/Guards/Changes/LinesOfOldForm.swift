import DocMergeCore
import DocMergeLanguage

/// Lines that one side added in a form which the other side replaced by another one.
struct LinesOfOldForm: Sendable {
  /// The lines, without the blanks around them.
  var lines: Set<ArraySlice<UInt8>> = []

  /// The lines of the result among them.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !lines.isEmpty else { return [] }
    return Lines(result).places.filter { lines.contains(result[$0].trimmed) }.map { place in
      let text = result[place].trimmed.excerpt
      return StructureFault(
        places: [place], reason: tr("“\(text)” would have another form than the lines beside it"))
    }
  }
}
