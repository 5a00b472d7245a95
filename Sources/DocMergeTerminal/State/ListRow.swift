import DocMergeDecisions

/// A row of the list of documents and regions.
enum ListRow: Hashable, Sendable {
  case document(Int)
  case region(DecisionSession.Position)
}

extension ScreenState {
  /// The number of rows in the list: all documents, and the regions of the current one.
  var listCount: Int { outline.documents.count + expanded.count }

  /// The regions of the current document.
  private var expanded: Range<Int> {
    guard let documentNumber else { return 0..<0 }
    return outline.documents[documentNumber].regions.indices
  }

  /// A row of the list.
  func listRow(_ index: Int) -> ListRow? {
    guard (0..<listCount).contains(index), let number = documentNumber else { return nil }
    if index <= number { return .document(index) }
    let region = index - number - 1
    if region < expanded.count { return .region(.init(document: number, region: region)) }
    return .document(index - expanded.count)
  }

  /// The current row of the list.
  var listIndex: Int? {
    guard let here else { return nil }
    return here.document + (expanded.isEmpty ? 0 : here.region + 1)
  }

  /// Scrolls the list so that the current place is visible.
  mutating func showInList() {
    let rows = max(1, (layout.areas[.list]?.height ?? 2) - 1)
    guard let listIndex else { return listTop = 0 }
    if listIndex <= listTop { listTop = max(0, listIndex - 1) }
    if listIndex >= listTop + rows { listTop = listIndex - rows + 1 }
  }
}
