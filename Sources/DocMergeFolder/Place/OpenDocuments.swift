package import DocMergeCoordination
package import DocMergeHistory
package import DocMergeSystem
import Synchronization

/// The documents that an operation changes while programs have them open.
///
/// They stay as they are until those programs were asked, which must not happen while the container is locked: to give
/// way, a program saves, and needs the lock for that.
package final class OpenDocuments: Sendable {
  /// The open documents of the operation on this thread.
  @TaskLocal package static var current: OpenDocuments?

  /// A waiting document.
  package struct Waiting: Sendable {
    package var id: DocumentID
    package var path: DocumentPath
    /// Its new path; `nil` if it is removed.
    package var target: DocumentPath?
    package var item: AccessItem
  }

  private struct State: Sendable {
    var waiting: [DocumentID: Waiting] = [:]
    var changed: Set<DocumentID> = []
    var asked: Set<DocumentID> = []
  }

  private let root: SystemPath
  private let asksAgain: Bool
  private let state = Mutex(State())

  /// Makes the list for an operation in a folder.
  ///
  /// `asksAgain` says whether programs are also asked about documents that waited before.
  package init(in root: SystemPath, asksAgain: Bool) {
    self.root = root
    self.asksAgain = asksAgain
  }

  /// Takes the documents to ask about; each is returned once.
  package func take() -> [Waiting] {
    state.withLock { state in
      let new = state.waiting.values.filter {
        (asksAgain || state.changed.contains($0.id)) && !state.asked.contains($0.id)
      }
      state.asked.formUnion(new.map(\.id))
      return new.sorted { $0.path < $1.path }
    }
  }

  /// Forgets the waiting documents, since the folder is checked again, and notes which documents the operation changes.
  package func start(_ changed: some Sequence<DocumentID>) {
    state.withLock { state in
      state.waiting = [:]
      state.changed.formUnion(changed)
    }
  }

  /// Notes that the operation changes more documents, in addition to the waiting ones.
  package func add(_ changed: some Sequence<DocumentID>) {
    state.withLock { $0.changed.formUnion(changed) }
  }

  /// Finds the steps that have to wait, and notes them.
  ///
  /// - Returns: their indices.
  package func hold(_ steps: [FolderStep]) -> [Int] {
    let found = steps.enumerated().compactMap { index, step in
      waiting(step).map { (index: index, waiting: $0) }
    }
    let held = zip(found, OpenDocuments.areOpen(found.map(\.waiting))).filter(\.1).map(\.0)
    state.withLock { state in
      for (_, waiting) in held { state.waiting[waiting.id] = waiting }
    }
    return held.map(\.index)
  }

  /// Whether programs must be asked about each document.
  package static func areOpen(_ documents: [Waiting]) -> [Bool] {
    // Where processes cannot communicate, no program can be asked.
    guard !documents.isEmpty, let isOpen = try? OpenItems.concern(documents.map(\.item)) else {
      return documents.map { _ in false }
    }
    return isOpen
  }

  /// What a step does to a document that a program may have open; `nil` if it does not matter to the program.
  private func waiting(_ step: FolderStep) -> Waiting? {
    guard let old = step.old else { return nil }
    let kind: AccessItem.Kind
    if let new = step.new {
      // Contents in place of a placeholder are the same document.
      let isOther = old.content != new.content && !old.isPlaceholder
      guard old.path != new.path || isOther else { return nil }
      kind = old.path != new.path ? .moving : new.isPlaceholder ? .evicting : .updating
    } else {
      kind = .deleting
    }
    return Waiting(
      id: old.id, path: old.path, target: step.new?.path,
      item: AccessItem(place(of: old.path), kind))
  }

  /// The path of a document, for other processes.
  package func place(of path: DocumentPath) -> ItemPath { root.item(at: path) }
}

extension OpenDocuments.Waiting {
  /// A document that becomes a placeholder.
  package init(evicting entry: FolderIndex.Entry, in root: SystemPath) {
    self.init(
      id: entry.id, path: entry.path, target: entry.path,
      item: AccessItem(root.item(at: entry.path), .evicting))
  }
}

extension SystemPath {
  /// The path of a document, for other processes.
  fileprivate func item(at path: DocumentPath) -> ItemPath {
    ItemPath(bytes: bytes).appending(path.bytes)
  }
}

extension FolderUpdater {
  /// Removes the steps whose documents are open, and those that need their places.
  func holdOpen(_ steps: inout [FolderStep], _ outcome: inout Outcome) {
    guard let held = open?.hold(steps), !held.isEmpty else { return }
    var staying = Set(held)
    var count = 0
    while count < staying.count {
      count = staying.count
      let places = Set(staying.compactMap { steps[$0].old?.path })
      staying.formUnion(
        steps.indices.filter { index in steps[index].new.map { places.contains($0.path) } ?? false }
      )
    }
    // No failures: they are put in place once the programs were asked.
    outcome.undone.formUnion(staying.compactMap { steps[$0].id })
    takeOut(staying, of: &steps, &outcome)
  }
}
