/// Writes conflicts between git's four markers.
///
/// A part whose last line lacks its ending gets one.
struct MarkerWriter {
  let labels: MarkerLabels
  let markerSize: Int
  let style: ConflictStyle
  /// Whether markers have notes on what git's form loses, so that it can be read back; see ``Markers``.
  var hasNotes = false

  /// Passes the parts of a conflict to `body`; `base` is `nil` when it is unknown.
  ///
  /// A conflict that follows a line without an ending starts with that ending.
  func write(
    base: UnsafeRawBufferPointer?, ours: UnsafeRawBufferPointer, theirs: UnsafeRawBufferPointer,
    ending: [UInt8], followsOpenLine: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    func marker(_ marker: Marker, _ label: [UInt8]?, before part: UnsafeRawBufferPointer?) {
      var notes: [Markers.Note] = []
      if marker == .ours, followsOpenLine { notes.append(.noNewlineBefore) }
      if let part, isUnfinished(part) { notes.append(.noFinalNewline) }
      let line = MarkerLine.bytes(
        marker.byte, size: markerSize, label: label, notes: hasNotes ? notes : nil, ending: ending)
      line.withUnsafeBytes(body)
    }
    func part(_ bytes: UnsafeRawBufferPointer) {
      body(bytes)
      if isUnfinished(bytes) { ending.withUnsafeBytes(body) }
    }
    if followsOpenLine { ending.withUnsafeBytes(body) }
    marker(.ours, labels.ours, before: ours)
    part(ours)
    if style != .merge, let base {
      marker(.base, labels.base, before: base)
      part(base)
    }
    marker(.separator, labels.separator, before: nil)
    part(theirs)
    marker(.theirs, labels.theirs, before: theirs)
  }

  /// Adds a conflict to `text`.
  func append(
    _ conflict: Region.Conflict, followsOpenLine: Bool = false, to text: inout [UInt8]
  ) {
    conflict.ours.withUnsafeBytes { ours in
      conflict.theirs.withUnsafeBytes { theirs in
        (conflict.base ?? []).withUnsafeBytes { base in
          write(
            base: conflict.base == nil ? nil : base, ours: ours, theirs: theirs,
            ending: conflict.lineEnding.bytes, followsOpenLine: followsOpenLine
          ) { text += $0 }
        }
      }
    }
  }

  private func isUnfinished(_ part: UnsafeRawBufferPointer) -> Bool {
    part.last.map { $0 != .newline } ?? false
  }
}
