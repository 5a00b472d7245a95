import DocMergeCore
import DocMergeLanguage

/// Finds faults that make a notebook invalid although each part of it is as a side has it: ids in a version without
/// ids, cells without ids in one that requires them, and outputs of cells that are not code.
struct NotebookGuard {
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The cells that do not fit the version of the notebook, if all inputs have only cells that do.
  ///
  /// - Complexity: O(*n*), *n* being the number of cells.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let misfits = Self.misfits(in: tree)
    guard !misfits.isEmpty, inputs.allSatisfy({ Self.misfits(in: $0).isEmpty }) else { return [] }
    return misfits.map {
      StructureFault(
        places: [$0.body], reason: tr("a cell would not fit the version of the notebook"))
    }
  }

  private static func misfits(in tree: SyntaxTree) -> [Node] {
    guard let major = number(NotebookParts.major, in: tree), major >= 4,
      let minor = number(NotebookParts.minor, in: tree),
      let cells = tree.root.member(NotebookParts.cells)
    else { return [] }
    let needsID = major > 4 || minor >= 5
    return cells.children.filter { cell in
      let type = cell.member(NotebookParts.type)?.memberValue(in: tree.text)
      let isCode = type.map { tree.text[$0].elementsEqual("code".utf8) } ?? false
      return (cell.member(NotebookParts.id) != nil) != needsID
        || (cell.member(NotebookParts.outputs) != nil) != isCode
        || (cell.member(NotebookParts.count) != nil) != isCode
    }
  }

  private static func number(_ key: Node.Key, in tree: SyntaxTree) -> Int? {
    tree.root.member(key)?.memberValue(in: tree.text).flatMap {
      Int(String(decoding: tree.text[$0], as: UTF8.self))
    }
  }
}
