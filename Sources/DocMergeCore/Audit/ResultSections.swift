/// Finds the conflicts in a result whose markers are of unknown length.
enum ResultSections {
  /// The sections of `result`; a single text when it has only markers that the inputs have, or none.
  static func sections(of result: [UInt8], inputs: [[UInt8]]) -> [MarkedSection] {
    let found = openings(in: result)
    guard !found.isEmpty else { return [.text(result[...])] }
    let known = inputs.map(openings)
    for (size, count) in found.sorted(by: { $0.key > $1.key })
    where !known.contains(where: { $0[size, default: 0] >= count }) {
      let sections = try? Markers.parse(MarkedText(bytes: result, markerSize: size))
      let hasConflict = sections?.contains { section in
        if case .conflict = section { return true }
        return false
      }
      if let sections, hasConflict == true { return sections }
    }
    return [.text(result[...])]
  }

  /// How many lines could open a conflict, by the length of the marker.
  private static func openings(in bytes: [UInt8]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      var isLineStart = true
      while index < bytes.count {
        guard isLineStart, bytes[index] == Marker.ours.byte else {
          isLineStart = bytes[index] == .newline
          index += 1
          continue
        }
        let start = index
        while index < bytes.count, bytes[index] == Marker.ours.byte { index += 1 }
        let next = index < bytes.count ? bytes[index] : .newline
        let isMarker = next == .blank || next == .newline || next == .carriageReturn
        if isMarker, index - start > 1 { counts[index - start, default: 0] += 1 }
        isLineStart = false
      }
    }
    return counts
  }
}
