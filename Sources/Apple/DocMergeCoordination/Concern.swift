/// Which presenters an access concerns, and what they are asked and told.
enum Concern {
  /// How a presenter's item lies to the item of an access.
  private enum Relation {
    case same, package, folder, content
  }

  private static func relation(of row: ItemPath, to item: ItemPath) -> Relation? {
    if row == item { return .same }
    if row.isInside(item) { return .content }
    guard item.isInside(row) else { return nil }
    return PackageNames.contains(row) ? .package : .folder
  }

  /// What a presenter at `row` is asked before `item` is accessed.
  static func steps(for row: ItemPath, _ item: AccessItem) -> PresenterSteps {
    guard let relation = relation(of: row, to: item.path) else { return [] }
    // A package is one document: its parts have no life of their own.
    let isPart = relation == .content && PackageNames.contains(item.path)
    switch item.kind {
    case .reading(let saving):
      guard relation == .same || relation == .package || isPart else { return [] }
      return saving ? [.relinquishToReader, .save] : .relinquishToReader
    case .evicting: return relation == .same ? .accommodateEviction : []
    case .changingMetadata:
      return relation == .same ? .relinquishToWriter : []
    case .updating, .merging:
      guard relation == .same || relation == .package || isPart else { return [] }
      return item.kind == .merging ? [.relinquishToWriter, .save] : .relinquishToWriter
    case .moving:
      return relation == .folder ? [] : .relinquishToWriter
    case .deleting, .replacing:
      switch relation {
      case .same, .content: return [.relinquishToWriter, .accommodateDeletion]
      case .package: return [.relinquishToWriter, .accommodateSubitemDeletion]
      case .folder: return .accommodateSubitemDeletion
      }
    }
  }

  /// What a presenter at `row` is told after `path` was written.
  static func news(
    for row: (id: String, path: ItemPath), written path: ItemPath, existed: Bool, exists: Bool
  ) -> PresenterNews? {
    let kind: PresenterNews.Kind
    switch relation(of: row.path, to: path) {
    case .same: kind = .changed
    case .package, .folder: kind = !existed && exists ? .subitemAppeared : .subitemChanged
    case .content, nil: return nil
    }
    // Who presented the item has been told before that it goes.
    guard exists || kind != .changed else { return nil }
    return PresenterNews(presenter: row.id, kind: kind, path: path)
  }

  /// What a presenter at `row` is told when `from` has become `to`.
  static func news(
    for row: (id: String, path: ItemPath), moved from: ItemPath, to: ItemPath
  ) -> PresenterNews? {
    switch relation(of: row.path, to: from) {
    case .same, .content:
      guard let place = row.path.moved(from: from, to: to) else { return nil }
      return PresenterNews(
        presenter: row.id, kind: .moved, path: row.path, destination: place)
    case .package, .folder:
      return PresenterNews(presenter: row.id, kind: .subitemMoved, path: from, destination: to)
    case nil:
      // It comes into a folder that somebody presents.
      guard to.isInside(row.path) else { return nil }
      return PresenterNews(presenter: row.id, kind: .subitemAppeared, path: to)
    }
  }

  /// What a presenter at `row` is told about `path`, as an item or as a part of its item.
  static func news(
    for row: (id: String, path: ItemPath), about path: ItemPath, item: PresenterNews.Kind,
    subitem: PresenterNews.Kind?, names: [String]
  ) -> PresenterNews? {
    switch relation(of: row.path, to: path) {
    case .same: PresenterNews(presenter: row.id, kind: item, path: path, names: names)
    case .package, .folder:
      subitem.map { PresenterNews(presenter: row.id, kind: $0, path: path, names: names) }
    case .content, nil: nil
    }
  }
}
