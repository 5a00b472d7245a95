import DocMergeCore
import DocMergeLanguage

/// The structure that docmerge sees in a text: its format, and its parts with their keys.
package struct DocumentOutline: Sendable {
  /// A part of the text.
  package struct Part: Sendable {
    /// How many parts are around it.
    package var depth: Int
    /// The line on which it starts, from 1.
    package var line: Int
    /// Its key, or its place in a list; `nil` where only its text identifies it.
    package var label: String?
    /// Whether the label is a key.
    package var isKeyed: Bool
    /// The kind of its contents: `scalar`, `text`, `members`, `items`, `set` or `blocks`.
    package var kind: String
    /// The start of its first line, at most 60 bytes.
    package var words: String
  }

  /// A format that rejects the text, and why.
  package struct Refusal: Sendable {
    package var format: String
    /// The line, from 1.
    package var line: Int
    package var reason: String
  }

  /// The name of the format; `nil` where the text is merged by lines.
  package var format: String?
  /// Why likelier formats reject the text.
  package var refusals: [Refusal] = []
  /// The parts, each before those in it.
  package var parts: [Part] = []

  /// Reads a text as a merge would.
  ///
  /// - Parameters:
  ///   - text: UTF-8, with `\n` at the end of each line.
  ///   - structure: where the text is, and the format that was named for it.
  /// - Complexity: O(*n*), *n* being the number of bytes, for each format that may apply.
  package init(of text: [UInt8], in structure: DocumentStructure) {
    let lines = LineStarts(text)
    for known in structure.refinedCandidates {
      do throws(FormatRefusal) {
        if !known.isKeyed, text.count > DocumentStructure.outlineLimit {
          throw FormatRefusal(at: 0, tr("the text is too large for its structure to be looked for"))
        }
        let format = Self.format(of: known, text)
        let tree = try format.tree(of: text)
        guard tree.isSound else {
          throw FormatRefusal(at: 0, tr("the structure is not understood"))
        }
        self.format = format.name
        add(tree.root, of: tree, PlaceNames(of: known), lines, depth: 0)
        return
      } catch {
        refusals.append(
          Refusal(
            format: known.format.name, line: lines.line(of: error.offset), reason: error.reason))
      }
    }
  }

  /// Tables detect their delimiter in the text.
  private static func format(of known: KnownFormat, _ text: [UInt8]) -> any DocumentFormat {
    known.format is TableFormat
      ? TableFormat(delimiter: TableFormat.likelyDelimiter(of: text))
      : known.settled(by: text).format
  }

  private mutating func add(
    _ parent: Node, of tree: SyntaxTree, _ names: PlaceNames, _ lines: LineStarts, depth: Int
  ) {
    for (index, node) in parent.children.enumerated() {
      // The components of an element take the place of its own parts.
      if node.isPartOfElement, node.isContainer {
        add(node, of: tree, names, lines, depth: depth)
        continue
      }
      let line = tree.text[node.body].prefix { $0 != 0x0A }.prefix(Self.wordLimit)
      parts.append(
        Part(
          depth: depth, line: lines.line(of: node.body.lowerBound),
          label: names.label(of: index, in: parent, tree.text),
          isKeyed: node.key.map { !$0.range.isEmpty } ?? false, kind: "\(node.kind)",
          words: String(decoding: line, as: UTF8.self)))
      add(node, of: tree, names, lines, depth: depth + 1)
    }
  }

  private static let wordLimit = 60
}

/// Where the lines of a text start.
private struct LineStarts {
  private let starts: [Int]

  init(_ text: [UInt8]) {
    starts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The number, from 1, of the line that a byte is in, found by binary search.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
