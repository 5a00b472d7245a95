import DocMergeLanguage

/// Finds results whose first line is not the one that a side put on top of the text, where both sides added there.
///
///     base            ours                  theirs            fault
///     import a        # frozen: true        import b          import b
///                     import a              import a          # frozen: true
///                                                             import a
///
/// Directives, licences and encodings count on the first line only.
struct FirstLines {
  /// The first lines that one of the sides put before the base.
  private let added: [ArraySlice<UInt8>]

  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    guard let ours = comparison.oursHunks.first, let theirs = comparison.theirsHunks.first,
      ours.base.isEmpty, theirs.base.isEmpty, ours.base.lowerBound == 0,
      theirs.base.lowerBound == 0, !lines.base.isEmpty,
      lines.ours[0] != lines.theirs[0]
    else {
      added = []
      return
    }
    added = [lines.ours[0], lines.theirs[0]].filter(\.isDirective)
  }

  /// Whether a result can have such a fault.
  var isPossible: Bool { !added.isEmpty }

  /// The line that should be the first of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard let line = added.first, !result.isEmpty else { return [] }
    let first = result.firstIndex(of: .newline).map { $0 + 1 } ?? result.count
    guard !added.contains(result[..<first]) else { return [] }
    let text = String(decoding: line.trimmed.prefix(60), as: UTF8.self)
    return [
      StructureFault(places: [0..<first], reason: tr("“\(text)” would not be the first line"))
    ]
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line is a comment or a directive.
  fileprivate var isDirective: Bool {
    let text = trimmed
    // Includes are a set.
    if text.first == UInt8(ascii: "#") {
      return text.dropFirst().first.map { !UInt8.isLetter($0) } ?? false
    }
    return ["//", "/*", "--", ";", "<!", "<?", "%", "\"use ", "'use ", "from __future__"]
      .contains { text.starts(with: $0.utf8) }
  }
}
