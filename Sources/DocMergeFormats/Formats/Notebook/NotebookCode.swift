import DocMergeCore

/// The code of the cells of a notebook as one text, a blank line between two cells.
struct NotebookCode {
  /// The code.
  private(set) var text: [UInt8] = []
  /// The offset at which each string of a cell starts in the code, and its place in the notebook.
  private var strings: [(start: Int, place: Range<Int>)] = []

  /// Reads the cells of code; none where their texts are not understood.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ tree: SyntaxTree) {
    for cell in NotebookParts.lists(in: tree.root).flatMap(\.children) {
      guard Self.isCode(cell, in: tree.text), let source = cell.cellText,
        let code = CellText(source, in: tree.text)
      else { continue }
      for string in code.strings {
        strings.append((text.count, string.place))
        text += string.text
      }
      if let last = text.last, last != 0x0A { text.append(0x0A) }
      text.append(0x0A)
    }
  }

  /// The places in the notebook of a part of the code.
  func places(of part: Range<Int>) -> [Range<Int>] {
    let start = strings.lastIndex { $0.start <= part.lowerBound } ?? 0
    return strings[start...].prefix { $0.start < max(part.upperBound, part.lowerBound + 1) }
      .map(\.place)
  }

  private static func isCode(_ cell: Node, in text: [UInt8]) -> Bool {
    cell.member(NotebookParts.type)?.memberValue(in: text)
      .map { text[$0].elementsEqual("code".utf8) } ?? false
  }

  /// The name of a file with the code of a notebook, by the language that its metadata names.
  static func fileName(of tree: SyntaxTree) -> String {
    let ending = tree.root.member(NotebookParts.metadata)?.member(NotebookParts.language)?
      .member(NotebookParts.ending)?.memberValue(in: tree.text)
    return "cells" + (ending.map { String(decoding: tree.text[$0], as: UTF8.self) } ?? ".py")
  }
}
