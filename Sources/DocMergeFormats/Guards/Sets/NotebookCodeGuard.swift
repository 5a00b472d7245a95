import DocMergeCore

/// Finds names and calls that one side replaced in the cells of a notebook while the other side put in old ones, in a
/// cell of its own, too: all cells of code are read as one text.
struct NotebookCodeGuard: Sendable {
  private let guards: LineGuards?

  /// Reads the code of the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ trees: Triple<SyntaxTree>) {
    let texts = trees.map { NotebookCode($0).text }
    let isChanged = texts.ours != texts.base && texts.theirs != texts.base
    let name = NotebookCode.fileName(of: trees.base)
    guards = isChanged ? LineGuards(InputChanges(texts), fileAt: name) : nil
  }

  /// The uses of such names, and such calls.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard let guards else { return [] }
    let code = NotebookCode(tree)
    return guards.nameFaults(in: code.text).map { fault in
      var fault = fault
      fault.places = fault.places.flatMap(code.places)
      return fault
    }
  }
}
