import DocMergeLanguage

/// Finds imports that both sides added, at different places, so that a result has them twice.
struct DoubledImports {
  /// The lines that both sides added.
  private let added: Set<ArraySlice<UInt8>>

  /// - Complexity: O(*n*), *n* being the number of lines that the sides added.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    func imports(_ hunks: [Hunk], _ side: Lines) -> Set<ArraySlice<UInt8>> {
      Set(hunks.lazy.flatMap(\.other).map { side[$0] }.filter(\.isImport))
    }
    let ours = imports(comparison.oursHunks, lines.ours)
    added = ours.isEmpty ? [] : ours.intersection(imports(comparison.theirsHunks, lines.theirs))
  }

  /// Whether a result can have such an import.
  var arePossible: Bool { !added.isEmpty }

  /// The lines that stand twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where none is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let places = Dictionary(grouping: lines.indices.filter { added.contains(lines[$0]) }) {
      lines[$0]
    }
    return places.filter { $0.value.count > 1 }.map { line, places in
      let text = String(decoding: line.trimmed.prefix(60), as: UTF8.self)
      return StructureFault(
        places: places.map { lines.starts[$0]..<lines.starts[$0 + 1] },
        reason: tr("`\(text)` would stand twice"))
    }
  }
}

extension ArraySlice<UInt8> {
  private static let importWords = [
    "import ", "from ", "#include ", "#import ", "using ", "use ", "require ", "require(",
    "@import ",
  ].map { Array($0.utf8) }

  /// Whether the line imports something for the whole file.
  fileprivate var isImport: Bool { Self.importWords.contains { starts(with: $0) } }
}
