/// The texts that have the changes of both sides.
///
/// Where the sides changed different things, there is one such text. Where both added at one place there are
/// several: ours before theirs, or theirs before ours.
struct CombinedChanges {
  indirect enum Element {
    case text(ArraySlice<UInt8>)
    case either([[Element]])
  }

  /// The pieces that the text is cut into.
  enum Level {
    case lines
    case words
  }

  /// Words are not compared in longer stretches.
  static let wordLimit = 1 << 18

  /// With more places where a step could end, the order of the additions is not determined.
  private static let placeLimit = 1 << 10

  let steps: [Element]

  /// Whether `result` keeps everything that both sides did to `base`, and nothing else.
  static func accepts(
    _ result: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> Bool {
    if DisjointEdits(base, ours, theirs)?.isResult(result) == true { return true }
    let cuts = [base, ours, theirs].map(TokenizedText.init(linesOf:))
    for algorithm in [DiffAlgorithm.histogram, .myers] {
      if let combined = CombinedChanges(cuts[0], cuts[1], cuts[2], .lines, algorithm),
        combined.fits(result)
      {
        return true
      }
    }
    guard base.count + ours.count + theirs.count <= wordLimit else { return false }
    let words = [base, ours, theirs].map(TokenizedText.init(wordsOf:))
    return CombinedChanges(words[0], words[1], words[2], .words, .myers)?.fits(result) ?? false
  }

  /// Combines the changes of both sides; `nil` when that is not possible.
  init?(
    _ base: TokenizedText, _ ours: TokenizedText, _ theirs: TokenizedText, _ level: Level,
    _ algorithm: DiffAlgorithm
  ) {
    var builder = CombinedChangesBuilder(base, ours, theirs, level, algorithm)
    guard let steps = builder.built() else { return nil }
    self.steps = steps
  }

  /// Whether `result` is one of the texts.
  func fits(_ result: [UInt8]) -> Bool {
    result.withUnsafeBytes { result in
      CombinedChanges.ends(of: steps, in: result, from: [0]).contains(result.count)
    }
  }

  /// Where the steps can end that start at one of `starts`.
  private static func ends(
    of steps: [Element], in result: UnsafeRawBufferPointer, from starts: Set<Int>
  ) -> Set<Int> {
    var places = starts
    for step in steps {
      guard !places.isEmpty, places.count <= placeLimit else { return [] }
      switch step {
      case .text(let text):
        places = Set(places.compactMap { end(of: text, in: result, from: $0) })
      case .either(let choices):
        places = choices.reduce(into: []) { ends, choice in
          ends.formUnion(self.ends(of: choice, in: result, from: places))
        }
      }
    }
    return places
  }

  private static func end(
    of text: ArraySlice<UInt8>, in result: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard result.count - start >= text.count else { return nil }
    let part = UnsafeRawBufferPointer(rebasing: result[start..<start + text.count])
    return text.withUnsafeBytes { ByteRuns.areEqual($0, part) } ? start + text.count : nil
  }
}
