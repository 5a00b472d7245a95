import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Synchronization

/// What a presenter knows about the versions of its document, or of the documents in its folder.
struct PresentedVersions: Sendable {
  /// The heads of a document.
  private struct Heads: Sendable {
    var path: ItemPath
    var current: Version
    /// The versions in conflict with it.
    var others: Set<Version.ID>

    var all: Set<Version.ID> { others.union([current.id]) }

    /// Whether the current version is the same as before, except for its parents.
    func isDecision(since old: Heads) -> Bool {
      current.content == old.current.content && current.date == old.current.date
    }
  }

  /// One event of a version.
  struct Event {
    var kind: VersionNews
    var path: ItemPath
    var version: Version.ID
    /// Whether the version was gained by a conflict: it may have been the current one before.
    var isConflict = false

    /// Tells it from other news about the same version.
    var names: [String] {
      isConflict ? [version.description, VersionNews.conflict] : [version.description]
    }
  }

  /// The folder of the container that changes with every operation.
  let stateFolder: ItemPath
  private let item: ItemPath
  private let root: String
  /// The document that is presented; `nil` for a folder, and before the first version.
  private var document: DocumentID?
  private var heads: [DocumentID: Heads] = [:]

  /// Reads an item; `nil` if it is in no container.
  init?(_ item: ItemPath) {
    let isFolder = item.status?.isFolder ?? false
    guard let start = isFolder ? item : item.parent,
      let container = try? Container.find(from: start.description)
    else { return nil }
    self.item = item
    root = container.path
    stateFolder = ItemPath("\(root)/.docmerge/refs/docmerge/state")
    // The next change reads it again where that fails.
    try? look(in: container)
  }

  /// Reads the heads.
  ///
  /// - Throws: why they cannot be read; they stay as they were then.
  private mutating func look(in container: Container) throws {
    // A file without a version is no document yet.
    if document == nil { document = try? find(in: container)?.id }
    let found = try summaries(in: container)
    heads = [:]
    for summary in found { note(summary) }
  }

  /// The presented document; of a folder, those in conflict.
  private func summaries(in container: Container) throws -> [DocumentSummary] {
    guard let document else {
      guard item.status?.isFolder == true else { return [] }
      return try container.conflicts().filter { place(of: $0).isInside(item) }
    }
    do {
      return [try container.document(document)]
    } catch ContainerError.noSuchDocument {
      return []
    }
  }

  private func find(in container: Container) throws -> DocumentSummary? {
    let inside = item.bytes.dropFirst(root == "/" ? 1 : root.utf8.count + 1)
    guard let path = DocumentPath(String(decoding: inside, as: UTF8.self)) else { return nil }
    return try container.documentInFolder(at: path)
  }

  private func place(of summary: DocumentSummary) -> ItemPath {
    ItemPath(bytes: (root == "/" ? "/" : "\(root)/").utf8 + summary.path.bytes)
  }

  private mutating func note(_ summary: DocumentSummary) {
    heads[summary.id] = Heads(
      path: place(of: summary), current: summary.current,
      others: Set(summary.heads.dropFirst().map(\.id)))
  }

  /// The new path of the document that was at this path; `nil` if it is nowhere else.
  var newPlace: ItemPath? {
    guard let document, let container = try? Container(path: root),
      let summary = try? container.document(document), !summary.isDeleted
    else { return nil }
    let place = place(of: summary)
    return place == item || place.status == nil ? nil : place
  }

  /// Reads again, and returns the events since.
  mutating func renew() -> [Event] {
    let before = heads
    // Heads that cannot be read now are not resolved.
    guard let container = try? Container(path: root), (try? look(in: container)) != nil else {
      return []
    }
    var events: [Event] = []
    for (id, now) in heads {
      let losers = now.others.subtracting(before[id]?.others ?? [])
      for version in losers {
        events.append(Event(kind: .gained, path: now.path, version: version, isConflict: true))
      }
      // In a folder only conflicts are read.
      let isSame = before[id].map(now.isDecision) ?? (document == nil)
      let isNew = before[id]?.all.contains(now.current.id) != true
      if losers.isEmpty, !isSame, isNew {
        events.append(Event(kind: .gained, path: now.path, version: now.current.id))
      }
    }
    for (id, old) in before {
      let now = heads[id]
      for version in old.others.subtracting(now?.all ?? []) {
        // An edit of a conflict version decides nothing.
        let isContinued = (now?.others ?? []).contains {
          (try? container.entry($0))?.parents.contains(version) == true
        }
        guard !isContinued else { continue }
        events.append(Event(kind: .resolved, path: now?.path ?? old.path, version: version))
      }
    }
    return events
  }
}

extension PresenterRegistry {
  /// Reads the versions in a container that has changed, and reports the news.
  ///
  /// Coordinated programs announce the versions that they make; versions from a sync, and from programs without
  /// coordination, are found here.
  func lookAtVersions(in stateFolder: ItemPath) {
    let entries = state.withLock { state in
      state.entries.compactMapValues(\.versions).filter { $0.value.stateFolder == stateFolder }
    }
    for (id, old) in entries {
      var versions = old
      let events = versions.renew()
      withPresenters { [versions] state in
        guard state.entries[id]?.versions?.stateFolder == stateFolder else { return }
        state.entries[id]?.versions = versions
        for event in events {
          let isItem = state.entries[id]?.path == event.path
          let news = PresenterNews(
            presenter: id, kind: isItem ? event.kind.ofItem : event.kind.ofSubitem,
            path: event.path, names: event.names)
          tell(news, by: .uncoordinated, &state)
        }
      }
    }
  }

  /// Tells a presenter that its item is gone: to its new place in the container, or for good.
  func tellLoss(of path: ItemPath, to id: String) {
    let versions = state.withLock { $0.entries[id]?.versions }
    let place = versions?.newPlace
    withPresenters { state in
      guard state.entries[id]?.path == path, path.status == nil else { return }
      if place == nil, state.entries[id]?.prepared == path {
        // It knows, and was asked before.
        state.entries[id]?.prepared = nil
        state.entries[id]?.watched?.note(path)
        return
      }
      let news =
        place.map { PresenterNews(presenter: id, kind: .moved, path: path, destination: $0) }
        ?? PresenterNews(presenter: id, kind: .changed, path: path)
      // It could not be asked before; it prepares for the deletion now.
      if place == nil, let line = state.entries[id]?.line {
        PresenterQuestion.ask([.accommodateDeletion], line: line) { _ in
        } done: { _ in
        }
      }
      tell(news, by: .uncoordinated, &state)
      if news.kind == .moved { publish(&state) }
    }
  }

  /// Notes the current versions of an item that has moved.
  func renewVersions(of id: String) {
    guard let path = state.withLock({ $0.entries[id]?.path }) else { return }
    let versions = PresentedVersions(path)
    withPresenters { state in
      guard state.entries[id]?.path == path else { return }
      state.entries[id]?.versions = versions
      renewWatches(&state)
    }
  }

  /// Whether the presenter has already received a message about a version.
  func isKnown(_ news: PresenterNews, _ state: inout State) -> Bool {
    guard let kind = VersionNews(news.kind), let name = news.names.first else { return false }
    if kind != .gained { state.entries[news.presenter]?.told[name + VersionNews.conflict] = nil }
    let key = news.names.joined()
    return state.entries[news.presenter]?.told.updateValue(kind, forKey: key) == kind
  }
}
