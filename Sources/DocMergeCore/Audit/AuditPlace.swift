/// A stretch of the result that differs from what the two sides agree on, with the inputs' stretches.
struct AuditPlace {
  /// The elements of the expected row.
  var expected: Range<Int>
  /// The elements of the result.
  var result: Range<Int>
  /// The lines that the inputs have there.
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
}

/// The sequence of lines and conflicts that a merge of the spans gives.
struct ExpectedRow {
  /// A span and its elements in the sequence.
  struct Run {
    var span: AuditSpan
    var elements: Range<Int>
  }

  let runs: [Run]
  let tokens: [Int32]

  init(_ texts: AuditTexts, _ table: inout AuditTokens) {
    let ours = table.tokens(of: texts.ours)
    let theirs = table.tokens(of: texts.theirs)
    var tokens: [Int32] = []
    tokens.reserveCapacity(ours.count)
    runs = texts.spans.map { span in
      let start = tokens.count
      switch span.kind {
      case .unchanged, .ours, .both: tokens += ours[span.ours]
      case .theirs: tokens += theirs[span.theirs]
      case .conflict:
        tokens.append(
          table.token(of: texts.ours.text(of: span.ours), texts.theirs.text(of: span.theirs)))
      }
      return Run(span: span, elements: start..<tokens.count)
    }
    self.tokens = tokens
  }

  /// The places where the result differs, each as large as the spans that it touches.
  func places(_ hunks: [Hunk]) -> [AuditPlace] {
    var places: [AuditPlace] = []
    var index = 0
    while index < hunks.count {
      let first = hunks[index]
      var elements = widened(first.base)
      while index + 1 < hunks.count, hunks[index + 1].base.lowerBound <= elements.upperBound {
        index += 1
        let end = widened(hunks[index].base).upperBound
        elements = elements.lowerBound..<max(elements.upperBound, end)
      }
      let last = hunks[index]
      let start = first.other.lowerBound - (first.base.lowerBound - elements.lowerBound)
      let end = last.other.upperBound + elements.upperBound - last.base.upperBound
      places.append(place(elements, result: start..<end))
      index += 1
    }
    return places
  }

  /// The first run that ends at an element or after it.
  private func run(endingAfter element: Int) -> Int {
    runs.partitioningIndex { $0.elements.upperBound >= element }
  }

  /// The elements, with the rest of each changed span that they are in.
  private func widened(_ elements: Range<Int>) -> Range<Int> {
    var (start, end) = (elements.lowerBound, elements.upperBound)
    for run in runs[run(endingAfter: elements.lowerBound)...] {
      guard run.elements.lowerBound <= elements.upperBound else { break }
      guard run.span.kind != .unchanged, meets(run.elements, elements) else { continue }
      start = min(start, run.elements.lowerBound)
      end = max(end, run.elements.upperBound)
    }
    return start..<end
  }

  private func meets(_ run: Range<Int>, _ elements: Range<Int>) -> Bool {
    if run.isEmpty {
      return elements.lowerBound <= run.lowerBound && run.lowerBound <= elements.upperBound
    }
    if elements.isEmpty {
      return run.lowerBound < elements.lowerBound && elements.lowerBound < run.upperBound
    }
    return run.overlaps(elements)
  }

  private func place(_ elements: Range<Int>, result: Range<Int>) -> AuditPlace {
    var start: (base: Int, ours: Int, theirs: Int)?
    var end = (base: 0, ours: 0, theirs: 0)
    for run in runs[run(endingAfter: elements.lowerBound)...] {
      guard run.elements.lowerBound <= elements.upperBound else { break }
      if run.span.kind == .unchanged {
        let lower = max(elements.lowerBound, run.elements.lowerBound) - run.elements.lowerBound
        let upper = min(elements.upperBound, run.elements.upperBound) - run.elements.lowerBound
        start = start ?? moved(run.span, lower)
        end = moved(run.span, upper)
      } else if meets(run.elements, elements) {
        start = start ?? moved(run.span, 0)
        end = (run.span.base.upperBound, run.span.ours.upperBound, run.span.theirs.upperBound)
      } else if run.elements.upperBound == elements.lowerBound {
        let span = run.span
        start = (span.base.upperBound, span.ours.upperBound, span.theirs.upperBound)
        end = start ?? end
      }
    }
    let first = start ?? (0, 0, 0)
    return AuditPlace(
      expected: elements, result: result, base: first.base..<max(first.base, end.base),
      ours: first.ours..<max(first.ours, end.ours),
      theirs: first.theirs..<max(first.theirs, end.theirs))
  }

  private func moved(
    _ span: AuditSpan, _ lines: Int
  ) -> (base: Int, ours: Int, theirs: Int) {
    (span.base.lowerBound + lines, span.ours.lowerBound + lines, span.theirs.lowerBound + lines)
  }
}
