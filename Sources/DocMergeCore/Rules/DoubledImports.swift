import DocMergeLanguage

/// Finds imports that both sides added, at different places, so that a result has them twice.
struct DoubledImports {
  /// The lines that both sides added.
  private let added: Set<[UInt8]>
  private let sides: [Lines]

  /// - Complexity: O(*n*), *n* being the number of lines that the sides added.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    sides = [lines.ours, lines.theirs]
    func imports(_ hunks: [Hunk], _ side: Lines) -> Set<[UInt8]> {
      Set(hunks.flatMap { hunk in hunk.other.map { side[$0] }.filter(\.isImport).map(\.imported) })
    }
    let ours = imports(comparison.oursHunks, lines.ours)
    added = ours.isEmpty ? [] : ours.intersection(imports(comparison.theirsHunks, lines.theirs))
  }

  /// How often each of the lines stands in a text.
  private func counts(in lines: Lines) -> [[UInt8]: Int] {
    places(in: lines).mapValues(\.count)
  }

  private func places(in lines: Lines) -> [[UInt8]: [Int]] {
    lines.indices.reduce(into: [:]) { places, index in
      guard lines[index].isImport else { return }
      let imported = lines[index].imported
      if added.contains(imported) { places[imported, default: []].append(index) }
    }
  }

  /// Whether a result can have such an import.
  var arePossible: Bool { !added.isEmpty }

  /// The lines that stand twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where none is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let known = sides.map(counts)
    let doubled = places(in: lines).filter { line, places in
      known.allSatisfy { places.count > $0[line, default: 0] }
    }
    return doubled.values.sorted { $0[0] < $1[0] }.map { places in
      let text = String(decoding: lines[places[0]].trimmed.prefix(60), as: UTF8.self)
      return StructureFault(
        places: places.map { lines.starts[$0]..<lines.starts[$0 + 1] },
        reason: tr("`\(text)` would stand twice"))
    }
  }
}

extension ArraySlice<UInt8> {
  private static let importWords = [
    "import ", "from ", "#include ", "#import ", "using ", "use ", "require ", "@import ",
  ].map { Array($0.utf8) }

  /// The import with one kind of quotation marks, and without the semicolon at its end.
  fileprivate var imported: [UInt8] {
    let text = trimmed
    let line = text.last == UInt8(ascii: ";") ? text.dropLast().trimmed : text
    return line.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
  }

  /// Whether the line imports something for the whole file, and is no sentence that starts like that.
  fileprivate var isImport: Bool {
    guard let word = Self.importWords.first(where: { starts(with: $0) }) else { return false }
    let text = trimmed
    let words = text.split(separator: 0x20).count
    return words == 2 || text.last == UInt8(ascii: ";") || text.last == UInt8(ascii: "\"")
      || word.starts(with: "from".utf8)
        && text.split(separator: 0x20).contains(where: {
          $0.elementsEqual("import".utf8)
        })
  }
}
