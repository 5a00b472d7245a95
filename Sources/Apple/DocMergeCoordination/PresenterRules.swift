/// Rules for the presenters that an access affects, the questions to them, and the messages that they get.
enum PresenterRules {
  /// The relation of a presenter's item to the item of an access.
  private enum Relation {
    case same, package, folder, content
  }

  private static func relation(of row: ItemPath, to item: ItemPath) -> Relation? {
    if row == item { return .same }
    if row.isInside(item) { return .content }
    guard item.isInside(row) else { return nil }
    return PackageNames.contains(row) ? .package : .folder
  }

  /// The questions to a presenter at `row` before `item` is accessed.
  static func steps(for row: ItemPath, _ item: AccessItem) -> PresenterSteps {
    guard let relation = relation(of: row, to: item.path) else { return [] }
    // A package is one document: its parts are not independent.
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

  /// The news for a presenter at `row` after `path` was written.
  static func news(
    for row: (id: String, path: ItemPath), written path: ItemPath, existed: Bool, exists: Bool
  ) -> PresenterNews? {
    let kind: PresenterNews.Kind
    switch relation(of: row.path, to: path) {
    case .same: kind = .changed
    case .package, .folder: kind = !existed && exists ? .subitemAppeared : .subitemChanged
    case .content, nil: return nil
    }
    // The presenters of the item were told before that it is removed.
    guard exists || kind != .changed else { return nil }
    return PresenterNews(presenter: row.id, kind: kind, path: path)
  }

  /// The news for a presenter at `row` when `from` was renamed to `to`.
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
      // It moves into a folder that is presented.
      guard to.isInside(row.path) else { return nil }
      return PresenterNews(presenter: row.id, kind: .subitemAppeared, path: to)
    }
  }

  /// The news for a presenter at `row` about `path`, as an item or as a part of its item.
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
