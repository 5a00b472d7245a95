extension MergePlan {
  /// Calls `body` with the bytes of the output, part by part, with conflicts between git's markers.
  package func forEachPart(
    of texts: TextBuffers, labels: MarkerLabels, markerSize: Int,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let writer = MarkerWriter(labels: labels, markerSize: markerSize, style: style)
    for piece in pieces {
      switch piece {
      case .agreed(let bytes, let isTheirs, _):
        body(UnsafeRawBufferPointer(rebasing: (isTheirs ? texts.theirs : texts.ours)[bytes.range]))
      case .lineEnding(let ending):
        ending.bytes.withUnsafeBytes(body)
      case .conflict(let base, let ours, let theirs, let ending):
        writer.write(
          base: UnsafeRawBufferPointer(rebasing: texts.base[base.range]),
          ours: UnsafeRawBufferPointer(rebasing: texts.ours[ours.range]),
          theirs: UnsafeRawBufferPointer(rebasing: texts.theirs[theirs.range]),
          ending: ending.bytes, body
        )
      }
    }
  }
}
