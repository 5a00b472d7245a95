extension Markers {
  /// Writes a merge with its conflicts, in a form that reads back as the same sections.
  ///
  /// Neighbouring regions without a conflict become one section, since no marker separates them.
  public static func write(_ merged: Merged, labels: ConflictLabels) -> MarkedText {
    write(merged.sections(labels: labels))
  }

  /// Writes sections in a form that reads back unchanged, except for line breaks in labels.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public static func write(_ sections: [MarkedSection]) -> MarkedText {
    var text = MarkedText(bytes: [], markerSize: size(for: sections, joiningTexts: true))
    text.bytes.reserveCapacity(sections.reduce(0) { $0 + roughSize(of: $1, text.markerSize) })
    for section in sections {
      switch section {
      case .text(let bytes): text.bytes += bytes
      case .conflict(let conflict, let labels):
        let writer = MarkerWriter(
          labels: MarkerLabels(labels.onOneLine), markerSize: text.markerSize, style: .diff3,
          hasNotes: true)
        let followsOpenLine = text.bytes.last.map { $0 != .newline } ?? false
        writer.append(conflict, followsOpenLine: followsOpenLine, to: &text.bytes)
      }
    }
    return text
  }

  /// The approximate number of bytes that a section takes.
  private static func roughSize(of section: MarkedSection, _ markerSize: Int) -> Int {
    switch section {
    case .text(let bytes): return bytes.count
    case .conflict(let conflict, let labels):
      let names = [labels.ours, labels.base, labels.theirs].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      return conflict.ours.count + conflict.theirs.count + (conflict.base?.count ?? 0)
        + 4 * (markerSize + 3) + names
    }
  }

  /// The sections without empty ones, neighbouring texts joined, a blank for each line break in a
  /// label, no reasons: the result of ``parse(_:)``.
  public static func normalized(_ sections: [MarkedSection]) -> [MarkedSection] {
    var result: [MarkedSection] = []
    var text: [UInt8] = []
    for section in sections {
      switch section {
      case .text(let bytes): text += bytes
      case .conflict(var conflict, let labels):
        if !text.isEmpty { result.append(.text(text[...])) }
        text = []
        conflict.reason = nil
        result.append(.conflict(conflict, labels.onOneLine))
      }
    }
    return text.isEmpty ? result : result + [.text(text[...])]
  }
}

extension ConflictLabels {
  /// The labels with a blank for each line break, since a marker is one line.
  fileprivate var onOneLine: ConflictLabels {
    func line(_ label: String?) -> String? {
      label.map { label in
        guard label.utf8.contains(where: { $0 == .newline || $0 == .carriageReturn }) else {
          return label
        }
        let bytes = label.utf8.map { $0 == .newline || $0 == .carriageReturn ? .blank : $0 }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return ConflictLabels(ours: line(ours), base: line(base), theirs: line(theirs))
  }
}
