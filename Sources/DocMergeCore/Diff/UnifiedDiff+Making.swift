/// Compares two texts and groups the changes with `context` unchanged lines around them.
///
/// With the default arguments the result is that of `git diff`: Myers' algorithm, changes placed by indentation.
///
/// - Complexity: As ``diffLines(base:other:options:)``.
public func unifiedDiff(
  old: [UInt8], new: [UInt8], context: Int = 3, labels: UnifiedDiff.Labels? = nil,
  options: DiffOptions = DiffOptions(followsIndentation: true)
) -> UnifiedDiff {
  let comparison = LineComparison(base: Lines(old), other: Lines(new), options: options)
  return UnifiedDiff(labels: labels, sections: comparison.sections(context: max(0, context)))
}

extension LineComparison {
  /// The hunks with context; those whose context touches share a section.
  fileprivate func sections(context: Int) -> [UnifiedDiff.Section] {
    var sections: [UnifiedDiff.Section] = []
    var rest = hunks[...]
    while let first = rest.first {
      var group = [first]
      rest.removeFirst()
      while let next = rest.first, let last = group.last,
        next.base.lowerBound - last.base.upperBound <= 2 * context
      {
        group.append(next)
        rest.removeFirst()
      }
      sections.append(section(of: group, from: first, context: context))
    }
    return sections
  }

  private func section(of group: [Hunk], from first: Hunk, context: Int) -> UnifiedDiff.Section {
    let start = max(0, first.base.lowerBound - context)
    let otherStart = max(0, first.other.lowerBound - context)
    var lines: [UnifiedDiff.Line] = []
    var (baseEnd, otherEnd) = (start, otherStart)
    for hunk in group {
      // Where white space is ignored, unchanged lines are shown as the new text has them.
      lines += other[otherEnd..<hunk.other.lowerBound].map { .init(kind: .context, bytes: $0) }
      lines += base[hunk.base].map { .init(kind: .deleted, bytes: $0) }
      lines += other[hunk.other].map { .init(kind: .inserted, bytes: $0) }
      (baseEnd, otherEnd) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    let tail = min(context, base.count - baseEnd)
    lines += other[otherEnd..<otherEnd + tail].map { .init(kind: .context, bytes: $0) }
    return UnifiedDiff.Section(
      old: start..<baseEnd + tail, new: otherStart..<otherEnd + tail, lines: lines)
  }
}
