/// Writes conflicts between markers, byte for byte as git does.
///
/// A part whose last line lacks its ending gets one.
struct MarkerWriter {
  let labels: MarkerLabels
  let markerSize: Int
  let style: ConflictStyle

  /// Hands the parts of a conflict to `body`; `base` is `nil` when it is unknown.
  func write(
    base: UnsafeRawBufferPointer?, ours: UnsafeRawBufferPointer, theirs: UnsafeRawBufferPointer,
    ending: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    func marker(_ marker: Marker, _ label: [UInt8]?) {
      var line = Array(repeating: marker.byte, count: markerSize)
      if let label { line += [.blank] + label }
      (line + ending).withUnsafeBytes(body)
    }
    func part(_ bytes: UnsafeRawBufferPointer) {
      body(bytes)
      if let last = bytes.last, last != .newline { ending.withUnsafeBytes(body) }
    }
    marker(.ours, labels.ours)
    part(ours)
    if style != .merge, let base {
      marker(.base, labels.base)
      part(base)
    }
    marker(.separator, nil)
    part(theirs)
    marker(.theirs, labels.theirs)
  }
}
