extension Markers {
  /// Writes a merge with its conflicts, in a form that gives the same sections again.
  ///
  /// Neighbouring regions without a conflict become one section, since no marker parts them.
  public static func write(_ merged: Merged, labels: ConflictLabels) -> MarkedText {
    write(merged.sections(labels: labels))
  }

  /// Writes sections in a form that gives them back, but for line breaks in labels.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public static func write(_ sections: [MarkedSection]) -> MarkedText {
    var text = MarkedText(bytes: [], markerSize: size(for: sections, joiningTexts: true))
    text.bytes.reserveCapacity(sections.reduce(0) { $0 + roughSize(of: $1, text.markerSize) })
    for section in sections {
      switch section {
      case .text(let bytes): text.bytes += bytes
      case .conflict(let conflict, let labels): append(conflict, labels.onOneLine, to: &text)
      }
    }
    return text
  }

  /// About how many bytes a section takes.
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
  /// label: what ``parse(_:)`` gives.
  public static func normalized(_ sections: [MarkedSection]) -> [MarkedSection] {
    var result: [MarkedSection] = []
    var text: [UInt8] = []
    for section in sections {
      switch section {
      case .text(let bytes): text += bytes
      case .conflict(let conflict, let labels):
        if !text.isEmpty { result.append(.text(text[...])) }
        text = []
        result.append(.conflict(conflict, labels.onOneLine))
      }
    }
    return text.isEmpty ? result : result + [.text(text[...])]
  }

  private static func append(
    _ conflict: Region.Conflict, _ labels: ConflictLabels, to text: inout MarkedText
  ) {
    let ending = conflict.lineEnding.bytes
    let followsLine = text.bytes.isEmpty || text.bytes.last == .newline
    if !followsLine { text.bytes += ending }
    func marker(_ marker: Marker, _ label: String?, before part: ArraySlice<UInt8>?) {
      text.bytes += repeatElement(marker.byte, count: text.markerSize)
      text.bytes += labelled(label)
      if marker == .ours, !followsLine { text.bytes += Note.noNewlineBefore.rawValue.utf8 }
      if let part, isUnfinished(part) { text.bytes += Note.noFinalNewline.rawValue.utf8 }
      text.bytes += ending
    }
    func part(_ bytes: ArraySlice<UInt8>) {
      text.bytes += bytes
      if isUnfinished(bytes) { text.bytes += ending }
    }
    marker(.ours, labels.ours, before: conflict.ours)
    part(conflict.ours)
    if let base = conflict.base {
      marker(.base, labels.base, before: base)
      part(base)
    }
    marker(.separator, nil, before: nil)
    part(conflict.theirs)
    marker(.theirs, labels.theirs, before: conflict.theirs)
  }

  private static func isUnfinished(_ part: ArraySlice<UInt8>) -> Bool {
    part.last.map { $0 != .newline } ?? false
  }

  /// The label as it stands behind a marker, on one line and safe from being taken for a note.
  private static func labelled(_ label: String?) -> [UInt8] {
    guard let label else { return [] }
    let bytes = [.blank] + Array(label.utf8)
    let looksLikeNote = Note.allCases.contains { bytes.ends(with: $0) }
    return looksLikeNote ? bytes + Array(Note.endOfLabel.rawValue.utf8) : bytes
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

extension BidirectionalCollection<UInt8> {
  /// Whether the bytes end with a note.
  func ends(with note: Markers.Note) -> Bool {
    reversed().starts(with: note.rawValue.utf8.reversed())
  }
}
