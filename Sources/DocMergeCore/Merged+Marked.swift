extension Merged {
  /// The text with its conflicts between markers, byte for byte as git prints it.
  ///
  ///     <<<<<<< ours
  ///     two
  ///     =======
  ///     TWO
  ///     >>>>>>> theirs
  ///
  /// As in git, a part whose last line lacks its ending gets one, so this form cannot always be
  /// turned back; ``Markers/write(_:labels:)`` has one that can. The markers are in the encoding
  /// that ``layers`` names.
  public func marked(
    labels: ConflictLabels = ConflictLabels(ours: "ours", base: "base", theirs: "theirs"),
    markerSize: Int = 7
  ) -> [UInt8] {
    if let output = markedInEncoding(labels: labels, markerSize: markerSize) { return output }
    var output: [UInt8] = []
    for region in regions {
      switch region {
      case .agreed(let agreed): output += agreed.bytes
      case .conflict(let conflict):
        append(conflict, to: &output, labels: labels, markerSize: markerSize)
      }
    }
    return output
  }

  private func append(
    _ conflict: Region.Conflict, to output: inout [UInt8], labels: ConflictLabels, markerSize: Int
  ) {
    let ending = conflict.lineEnding.bytes
    func marker(_ marker: Marker, _ label: String?) {
      output += repeatElement(marker.byte, count: markerSize)
      if let label { output += [.blank] + Array(label.utf8) }
      output += ending
    }
    func part(_ bytes: ArraySlice<UInt8>) {
      output += bytes
      if let last = bytes.last, last != .newline { output += ending }
    }
    marker(.ours, labels.ours)
    part(conflict.ours)
    if style != .merge, let base = conflict.base {
      marker(.base, labels.base)
      part(base)
    }
    marker(.separator, nil)
    part(conflict.theirs)
    marker(.theirs, labels.theirs)
  }
}
