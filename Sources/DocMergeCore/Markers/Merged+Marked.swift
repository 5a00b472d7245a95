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
  /// read back; that of ``Markers/write(_:labels:)`` can. The markers are in the encoding
  /// of ``layers``.
  public func marked(
    labels: ConflictLabels = ConflictLabels(ours: "ours", base: "base", theirs: "theirs"),
    markerSize: Int = 7
  ) -> [UInt8] {
    if let output = markedInEncoding(labels: labels, markerSize: markerSize) { return output }
    let writer = MarkerWriter(
      labels: MarkerLabels(labels), markerSize: markerSize, style: style)
    var output: [UInt8] = []
    for region in regions {
      switch region {
      case .agreed(let agreed): output += agreed.bytes
      case .conflict(let conflict): writer.append(conflict, to: &output)
      }
    }
    return output
  }
}
