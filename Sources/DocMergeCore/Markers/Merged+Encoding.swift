extension Merged {
  /// The text with its conflicts between markers, all in the encoding of the text; `nil` if that is
  /// UTF-8.
  ///
  /// Characters of a label that the encoding lacks are spelled out.
  func markedInEncoding(labels: ConflictLabels, markerSize: Int) -> [UInt8]? {
    guard let encoding = layers?.encoding, encoding != .utf8, let decoded = decoded(from: encoding)
    else { return nil }
    let labels = labels.writable(in: encoding)
    return encoding.encode(decoded.marked(labels: labels, markerSize: markerSize)[...])
  }

  /// The text with its conflicts between markers as ``Markers/write(_:)`` writes them, in the encoding
  /// of the text.
  ///
  /// - Parameters:
  ///   - labels: The labels of the markers.
  ///   - sections: Cuts the merge, in UTF-8, into the sections to write.
  /// - Returns: the text in the encoding that ``layers`` names.
  package func written(
    labels: ConflictLabels, sections: (Merged, ConflictLabels) -> [MarkedSection]
  ) -> [UInt8] {
    guard let encoding = layers?.encoding, encoding != .utf8, let decoded = decoded(from: encoding)
    else { return Markers.write(sections(self, labels)).bytes }
    var parts = sections(decoded, labels.writable(in: encoding))
    // The mark precedes everything, and is no text after which a marker would need a new line.
    var mark: [UInt8] = []
    if case .text(let first) = parts.first, first.starts(with: TextEncoding.utf8.byteOrderMark) {
      mark = encoding.byteOrderMark
      parts[0] = .text(first.dropFirst(TextEncoding.utf8.byteOrderMark.count))
    }
    let written = encoding.encode(Markers.write(parts).bytes[...])
    return written.map { mark + $0 } ?? Markers.write(sections(self, labels)).bytes
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

extension ConflictLabels {
  /// The labels with `\u{65E5}` in place of a character that the encoding lacks.
  fileprivate func writable(in encoding: TextEncoding) -> ConflictLabels {
    func writable(_ label: String?) -> String? {
      label?.unicodeScalars.map { scalar in
        let bytes = Array(String(scalar).utf8)
        guard encoding.encode(bytes[...]) == nil else { return String(scalar) }
        return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }.joined()
    }
    return ConflictLabels(ours: writable(ours), base: writable(base), theirs: writable(theirs))
  }
}
