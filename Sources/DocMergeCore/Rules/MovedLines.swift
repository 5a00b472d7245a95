import DocMergeLanguage

/// Finds lines of a result that stand there because a side moved them, although the other side deleted or moved
/// them, too.
///
///     base    one two three
///     ours    two one three
///     theirs      two three
///     merged  two one three     `one` is restored
///
/// Only lines that stand once in the base are looked at. Marks of lists, the separator at the end, and white space
/// at both ends do not count.
struct MovedLines {
  /// The lines that one side inserted, and the other inserted or deleted, in a change of its own.
  private let suspects: Set<ArraySlice<UInt8>>
  private let base: Lines
  private let ours: Lines
  private let theirs: Lines

  /// Looks for lines that both sides changed the place or the presence of.
  ///
  /// - Complexity: O(*c*), *c* being the number of bytes that a side changed.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    (base, ours, theirs) = lines
    let own = (
      comparison.oursHunks.without(comparison.theirsHunks) {
        lines.ours.text(of: $0.other) == lines.theirs.text(of: $1.other)
      },
      comparison.theirsHunks.without(comparison.oursHunks) {
        lines.theirs.text(of: $0.other) == lines.ours.text(of: $1.other)
      }
    )
    let inserted = (
      Self.cores(of: own.0.map(\.other), in: ours), Self.cores(of: own.1.map(\.other), in: theirs)
    )
    guard !inserted.0.isEmpty || !inserted.1.isEmpty else {
      suspects = []
      return
    }
    let deleted = (
      Self.cores(of: comparison.oursHunks.map(\.base), in: base),
      Self.cores(of: comparison.theirsHunks.map(\.base), in: base)
    )
    suspects = inserted.0.common(with: inserted.1).union(inserted.0.common(with: deleted.1))
      .union(inserted.1.common(with: deleted.0))
  }

  /// Whether a result can have such lines.
  var isPossible: Bool { !suspects.isEmpty }

  /// The lines that the result has although a side deleted them, or more often than each text.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where no line is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    let counts = [base, ours, theirs].map(counts)
    let lines = Lines(result)
    var places: [ArraySlice<UInt8>: [Int]] = [:]
    for line in lines.indices {
      let core = lines[line].core
      if suspects.contains(core) { places[core, default: []].append(line) }
    }
    return places.compactMap { core, found in
      let (base, ours, theirs) = (counts[0][core] ?? 0, counts[1][core] ?? 0, counts[2][core] ?? 0)
      let text = String(decoding: core.prefix(60), as: UTF8.self)
      let places = found.map { lines.starts[$0]..<lines.starts[$0 + 1] }
      if base == 1, min(ours, theirs) == 0, max(ours, theirs) == 1 {
        return StructureFault(
          places: places,
          reason: ours == 0
            ? tr("“\(text)” would come back, which ours deleted")
            : tr("“\(text)” would come back, which theirs deleted"))
      }
      guard found.count > 1, base == 1, ours == 1, theirs == 1 else { return nil }
      return StructureFault(places: places, reason: tr("“\(text)” would stand twice"))
    }
    .sorted { $0.stands(before: $1) }
  }

  /// How often each of the lines stands in a text.
  private func counts(in lines: Lines) -> [ArraySlice<UInt8>: Int] {
    lines.reduce(into: [:]) { counts, line in
      let core = line.core
      if suspects.contains(core) { counts[core, default: 0] += 1 }
    }
  }

  private static func cores(of ranges: [Range<Int>], in lines: Lines) -> [ArraySlice<UInt8>] {
    var cores: [ArraySlice<UInt8>] = []
    for range in ranges {
      for line in range {
        let core = lines[line].core
        if core.contains(where: \.isWordByte) { cores.append(core) }
      }
    }
    return cores
  }
}

extension ArraySlice<UInt8> {
  /// The line without white space at both ends, the mark of a list and the separator.
  fileprivate var core: ArraySlice<UInt8> {
    var core = trimmed
    while let last = core.last, ",;.\\ ".utf8.contains(last) { core = core.dropLast() }
    let mark = core.prefix { "-*+|=".utf8.contains($0) }
    let number = core.prefix(while: \.isDigit)
    if mark.count == 1, core.dropFirst().first == 0x20 { return core.dropFirst(2).trimmed }
    let rest = core[number.endIndex...]
    guard !number.isEmpty, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"),
      rest.dropFirst().first == 0x20
    else { return core }
    return rest.dropFirst(2).trimmed
  }
}
