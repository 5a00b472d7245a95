import DocMergeCore
import DocMergeLanguage

/// Finds faults that make a notebook invalid although each part of it is as a side has it: ids in a version without
/// ids, cells without ids in one that requires them, outputs of cells that are not code, and a cell of one side's kind
/// with the other side's text.
struct NotebookGuard {
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The cells that do not fit the version of the notebook, if all inputs have only cells that do.
  ///
  /// - Complexity: O(*n*), *n* being the number of cells.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let misfits = Self.misfits(in: tree)
    guard !misfits.isEmpty, inputs.allSatisfy({ Self.misfits(in: $0).isEmpty }) else {
      return turnedCells(in: tree)
    }
    return misfits.map {
      StructureFault(
        places: [$0.body], reason: tr("a cell would not fit the version of the notebook"))
    }
  }

  // MARK: - Kinds

  /// The kind and the text of a cell.
  private struct Content: Equatable {
    let kind: ArraySlice<UInt8>
    let source: ArraySlice<UInt8>
    let body: Range<Int>
  }

  /// The cells that have the kind that one side gave them, and the text of the other side.
  private func turnedCells(in tree: SyntaxTree) -> [StructureFault] {
    let sides = inputs.map(Self.contents)
    guard sides.count == 3 else { return [] }
    return Self.contents(of: tree).sorted { $0.value.body.lowerBound < $1.value.body.lowerBound }
      .compactMap { id, cell in
        guard let old = sides[0][id], cell.kind != old.kind,
          let side = sides[1...].compactMap({ $0[id] }).first(where: { $0.kind == cell.kind }),
          side.source != cell.source
        else { return nil }
        let name = String(decoding: id, as: UTF8.self)
        return StructureFault(
          places: [cell.body], reason: tr("`\(name)` would be a mixture of both sides"))
      }
  }

  /// The kinds and texts of the cells, by their ids.
  private static func contents(of tree: SyntaxTree) -> [ArraySlice<UInt8>: Content] {
    let cells = tree.root.member(NotebookParts.cells)?.children ?? []
    return cells.reduce(into: [:]) { found, cell in
      func value(_ key: Node.Key) -> ArraySlice<UInt8>? {
        cell.member(key)?.memberValue(in: tree.text).map { tree.text[$0] }
      }
      guard let id = value(NotebookParts.id), let kind = value(NotebookParts.type),
        let source = value(NotebookParts.source)
      else { return }
      found[id] = Content(kind: kind, source: source, body: cell.body)
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
