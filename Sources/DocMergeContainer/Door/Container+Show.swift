import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

extension Container {
  /// The result of showing documents in the folder.
  package struct Shown {
    package var done: [DocumentPath] = []
    package var left: [SkippedItem] = []
    /// The documents that programs have open, which are asked for once the operation is over.
    package var open: [DocumentID] = []
  }

  /// Puts contents, or placeholders, into the folder, or removes documents from it.
  ///
  /// Programs are asked about contents that are replaced; about removals the caller has asked.
  package func show(
    _ ids: [DocumentID], _ presence: FolderTarget.Presence
  ) throws -> Shown {
    guard let state = try state() else { return Shown() }
    let targets = try ids.compactMap { try target($0, presence, in: state) }
    guard !targets.isEmpty else { return Shown() }
    var obstacles = Obstacles(root: root, git: git, index: index)
    try obstacles.find(around: Set(targets.map(\.id)))
    let hasAsked = presence == .placeholder || presence == .outside
    let updater = FolderUpdater(
      root: root, git: git, rules: FolderRules(git: git), index: index,
      policy: FolderPolicy(
        isOnDemand: try settings.isOnDemand(), isInFocus: try settings.focus()?.contains),
      situation: FolderSituation(obstacles: obstacles.paths),
      open: hasAsked ? nil : .current)
    OpenDocuments.current?.add(targets.map(\.id))
    let places = try targets.map { try index.entry(of: $0.id)?.path }
    // Other documents need not be in place.
    let outcome = try updater.update(targets, reaching: nil)
    let failures = outcome.failed + outcome.unsaved.map { .init($0, tr("was edited meanwhile")) }
    // A document that left the folder is reported by its old path.
    let done = try zip(targets, places).filter { !outcome.undone.contains($0.0.id) }
      .compactMap { target, place in try index.entry(of: target.id)?.path ?? place }
    // A document that had to make room for one of them is put in place later.
    let asked = Set(targets.map(\.id))
    let left = failures.filter { asked.contains($0.id) }
    let open = asked.intersection(outcome.undone).subtracting(left.map(\.id))
    return Shown(done: done.sorted(), left: left.map(\.item), open: open.sorted())
  }

  /// What a document in the folder is to become; `nil` where it is so already.
  private func target(
    _ id: DocumentID, _ presence: FolderTarget.Presence, in state: StateReader
  ) throws -> FolderTarget? {
    guard let entry = try index.entry(of: id), let record = try state.record(id) else {
      return nil
    }
    var target = try target(record)
    target.presence = presence
    target.oldName = target.wish?.name
    // Without a wish, the fetched versions show that the version here led to a deletion.
    guard let wish = target.wish else { return target }
    switch presence {
    case .contents: return entry.isPlaceholder || entry.version != wish.version.id ? target : nil
    case .placeholder: return entry.isPlaceholder ? nil : target
    case .outside, .asItWas: return target
    }
  }
}
