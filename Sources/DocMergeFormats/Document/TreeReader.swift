import DocMergeCore

/// Reads the texts of a merge in one format, half of them in a second thread where this is faster.
struct TreeReader {
  /// The tree of a text, or why the format rejects it.
  private typealias Read = Result<SyntaxTree, FormatRefusal>

  /// The usual length of a line in bytes: ``PairRunner`` takes the size of work as a number of lines.
  private static let usualLine = 32

  /// How much work it is to read a text, for a ``PairRunner``.
  static func size(of text: [UInt8]) -> Int { text.count / usualLine }

  private let texts: Triple<[UInt8]>
  /// The probable result; `nil` when unknown.
  private let result: ExpectedResult?
  private let pair: PairRunner

  init(_ texts: Triple<[UInt8]>, result: ExpectedResult?, pair: PairRunner) {
    (self.texts, self.result, self.pair) = (texts, result, pair)
  }

  /// The trees of the three texts, and of the result if it has one.
  ///
  /// - Throws: ``FormatRefusal`` for the first text that is not of the format.
  func trees(
    in format: any DocumentFormat
  ) throws(FormatRefusal) -> (inputs: Triple<SyntaxTree>, result: SyntaxTree?) {
    let size = Self.size(of: texts.base)
    let known = result?.reading as? SyntaxTree
    guard pair.isPaired(size: size) else {
      let inputs = Triple(
        base: try format.tree(of: texts.base), ours: try format.tree(of: texts.ours),
        theirs: try format.tree(of: texts.theirs))
      return (inputs, known)
    }
    let unread = known == nil ? result?.text : nil
    let (first, second) = pair.run(size: size) { [texts] in
      Self.read([texts.base, texts.ours], format)
    } _: { [texts] in
      Self.read([texts.theirs] + (unread.map { [$0] } ?? []), format)
    }
    // The first refusal counts; after one, nothing is read.
    let read = first + (first.allSatisfy(\.isRead) ? second : [])
    var trees: [SyntaxTree] = []
    for tree in read.prefix(3) { trees.append(try tree.get()) }
    let inputs = Triple(base: trees[0], ours: trees[1], theirs: trees[2])
    return (inputs, read.count > 3 ? try? read[3].get() : known)
  }

  /// Reads texts up to the first one that is refused.
  private static func read(_ texts: [[UInt8]], _ format: any DocumentFormat) -> [Read] {
    var read: [Read] = []
    for text in texts where read.last?.isRead ?? true {
      read.append(Read { () throws(FormatRefusal) in try format.tree(of: text) })
    }
    return read
  }
}

extension Result {
  fileprivate var isRead: Bool { if case .success = self { true } else { false } }
}
