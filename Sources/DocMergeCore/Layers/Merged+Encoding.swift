extension Merged {
  /// The text with its conflicts between markers, all in the encoding of the text, unless that is
  /// UTF-8 or lacks a character of the labels.
  func markedInEncoding(labels: ConflictLabels, markerSize: Int) -> [UInt8]? {
    guard let encoding = layers?.encoding, encoding != .utf8, let decoded = decoded(from: encoding)
    else { return nil }
    return encoding.encode(decoded.marked(labels: labels, markerSize: markerSize)[...])
  }

  /// How long markers must be to be told from the lines of the text, whatever its encoding.
  package var markerSizeInText: Int {
    let merged = layers.flatMap { decoded(from: $0.encoding) } ?? self
    return Markers.size(for: merged.sections(labels: ConflictLabels()))
  }

  /// The same regions in UTF-8, a byte-order mark included.
  private func decoded(from encoding: TextEncoding) -> Merged? {
    var decoded = Merged(regions: [], style: style)
    for region in regions {
      switch region {
      case .agreed(var agreed):
        guard let bytes = encoding.decode(agreed.bytes) else { return nil }
        agreed.bytes = bytes[...]
        decoded.regions.append(.agreed(agreed))
      case .conflict(var conflict):
        guard let ours = encoding.decode(conflict.ours),
          let theirs = encoding.decode(conflict.theirs)
        else { return nil }
        (conflict.ours, conflict.theirs) = (ours[...], theirs[...])
        conflict.base = conflict.base.flatMap { encoding.decode($0)?[...] }
        decoded.regions.append(.conflict(conflict))
      }
    }
    return decoded
  }
}
