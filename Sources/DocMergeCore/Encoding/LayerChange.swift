/// A layer that a side changed: its value in the three texts and in the result.
package struct LayerChange: Sendable, Hashable {
  /// A layer, by its name in reports.
  package enum Layer: String, Sendable, Hashable {
    case encoding = "encoding"
    case byteOrderMark = "byte-order mark"
    case lineEndings = "line endings"
    case finalNewline = "final newline"
  }

  /// The layer.
  package let layer: Layer
  /// Its value in the base, in words; `nil` where the text is too empty to tell.
  package let base: String?
  /// Its value in ours.
  package let ours: String?
  /// Its value in theirs.
  package let theirs: String?
  /// Its value in the result; `nil` also while conflicts leave it open.
  package let result: String?
}

extension LayeredTexts {
  /// The layers that differ among the three texts, with their values in a merge of these.
  package func changes(in merged: Merged) -> [LayerChange] {
    guard let restorer else { return [] }
    let texts = [restorer.base, restorer.ours, restorer.theirs]
    let result = merged.clean.flatMap { bytes in
      TextLayers(bytes, FoundEncoding(in: bytes), merged.layers?.encoding)
    }
    func row(_ layer: LayerChange.Layer, _ value: (TextLayers) -> String?) -> LayerChange? {
      let values = texts.map { $0.isEmpty ? nil : value($0) }
      guard Set(values.compactMap(\.self)).count > 1 else { return nil }
      return LayerChange(
        layer: layer, base: values[0], ours: values[1], theirs: values[2],
        result: result.flatMap { $0.isEmpty ? nil : value($0) })
    }
    return [
      row(.encoding) { $0.encoding.rawValue },
      row(.byteOrderMark) { $0.hasByteOrderMark ? "yes" : "no" },
      row(.lineEndings) { $0.lines.endingName },
      row(.finalNewline) { $0.lines.hasFinalNewline.map { $0 ? "yes" : "no" } },
    ].compactMap(\.self)
  }
}

extension LineLayers {
  /// How the lines end, in a word; `nil` when there is no line that ends.
  fileprivate var endingName: String? {
    switch uniform {
    case .lineFeed: "LF"
    case .carriageReturnLineFeed: "CRLF"
    case .carriageReturn: "CR"
    default: isMixed ? "mixed" : nil
    }
  }
}
