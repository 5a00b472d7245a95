import DocMergeLanguage

/// Finds parts of a result in which nothing is left, because each side removed another line of them.
///
///     base          ours          theirs        fault
///     def f():      def f():      def f():      def f():
///         a()           b()           a()       run()
///         b()       run()         run()
///     run()
///
/// An empty body, list or mapping is another value, or does not parse.
struct EmptiedParts {
  /// The first lines of the parts from which both sides removed lines.
  private let heads: Set<ArraySlice<UInt8>>

  /// The most lines from a removed line back to the first one of its part.
  private static let partLimit = 64

  /// Looks for parts from which both sides removed lines, and in which both left some.
  ///
  /// - Complexity: O(*h*), *h* being the number of hunks, each with a limited number of lines.
  init(_ comparison: LineMerge) {
    let lines = comparison.lines
    func heads(_ hunks: [Hunk]) -> Set<Int> {
      Set(
        hunks.compactMap { hunk in
          hunk.other.count < hunk.base.count ? Self.head(of: hunk, in: lines.base) : nil
        })
    }
    let ours = heads(comparison.oursHunks)
    let both = ours.isEmpty ? [] : ours.intersection(heads(comparison.theirsHunks))
    let texts = Set(both.map { lines.base[$0] })
    let isFilled = { (side: Lines) in Self.empty(of: texts, in: side).isEmpty }
    self.heads = !texts.isEmpty && isFilled(lines.ours) && isFilled(lines.theirs) ? texts : []
  }

  /// Whether a result can have such a part.
  var arePossible: Bool { !heads.isEmpty }

  /// The first lines of the empty parts.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where no part is possible.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    return Self.empty(of: heads, in: lines).map { line in
      let text = String(decoding: lines[line].trimmed.prefix(60), as: UTF8.self)
      let end = lines.starts[min(lines.count, line + 2)]
      return StructureFault(
        places: [lines.starts[line]..<end], reason: tr("nothing would be left of “\(text)”"))
    }
  }

  private static func head(of hunk: Hunk, in base: Lines) -> Int? {
    guard let first = hunk.base.first(where: { base[$0].holdsText }) else { return nil }
    let depth = base[first].depth
    return (max(0, first - partLimit)..<first).reversed()
      .first { base[$0].holdsText && base[$0].depth < depth }
  }

  /// The lines of a set that no deeper line follows.
  private static func empty(of heads: Set<ArraySlice<UInt8>>, in lines: Lines) -> [Int] {
    guard !heads.isEmpty else { return [] }
    return lines.indices.filter { line in
      guard heads.contains(lines[line]) else { return false }
      let next = lines[(line + 1)...].first(where: \.holdsText)
      return next.map { $0.depth <= lines[line].depth } ?? true
    }
  }
}

extension ArraySlice<UInt8> {
  /// How deep the line is: its indentation, where an item of a list is deeper than a line without its mark.
  fileprivate var depth: Int {
    2 * indentation + (dropFirst(indentation).starts(with: "- ".utf8) ? 1 : 0)
  }
}
