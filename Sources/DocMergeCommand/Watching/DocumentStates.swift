import DocMerge

/// The states of the documents of a container at one moment.
struct DocumentStates {
  /// The possible states of a document, the most urgent last.
  enum State: String {
    case saved, new, modified, deleted, moved, conflict, unsaved
  }

  /// One document, or one file that is not a document yet.
  struct Entry: Hashable {
    var state: State
    /// The document; `nil` when it was never saved.
    var id: DocumentID?
    /// The current version, and the number of versions.
    var version: Version.ID?
    var versions = 0
    /// Its previous place, for a move that is not saved.
    var from: DocumentPath?
    /// Why it cannot be saved.
    var reason: String?
  }

  /// A change of a document.
  struct Event {
    var path: DocumentPath
    /// The word of ``State``, or `resolved`.
    var word: String
    var entry: Entry
  }

  private(set) var entries: [DocumentPath: Entry] = [:]
  /// The documents outside of the focus: they left the folder, and nobody deleted them.
  private var outside: Set<DocumentID> = []

  /// Reads the states of a container; `nil` when another process changed it meanwhile.
  init?(_ container: Container) throws {
    guard try container.writer() == nil else { return nil }
    let documents = try container.documents()
    let report = try container.status()
    outside = try container.local.documentsOutside()
    guard try container.writer() == nil, try container.documents() == documents else { return nil }
    for document in documents where !document.isDeleted || document.isInConflict {
      entries[document.path] = Entry(
        state: document.isInConflict ? .conflict : .saved, id: document.id,
        version: document.current.id, versions: document.heads.count)
    }
    for path in report.added { entries[path] = Entry(state: .new) }
    for path in report.modified { note(path, .modified) }
    for path in report.removed { note(path, .deleted) }
    for move in report.moved {
      var entry = entries.removeValue(forKey: move.from) ?? Entry(state: .moved)
      if entry.state != .conflict { entry.state = .moved }
      entry.from = move.from
      entries[move.to] = entry
    }
    for item in report.skipped {
      entries[item.path, default: Entry(state: .unsaved)].state = .unsaved
      entries[item.path]?.reason = "\(item.reason)"
    }
  }

  private mutating func note(_ path: DocumentPath, _ state: State) {
    guard entries[path]?.state != .conflict else { return }
    entries[path, default: Entry(state: state)].state = state
  }

  /// The changes since an earlier moment, by path.
  func events(since old: DocumentStates) -> [Event] {
    let gone = old.entries.filter { entries[$0.key] == nil }
    var events: [Event] = []
    var movedIDs: Set<DocumentID> = []
    for (path, entry) in entries {
      guard let before = old.entries[path] else {
        var entry = entry
        if let id = entry.id, let from = gone.first(where: { $0.value.id == id })?.key {
          entry.from = entry.from ?? from
          movedIDs.insert(id)
        }
        let isMove = entry.from != nil && entry.state != .conflict
        events.append(
          Event(path: path, word: isMove ? "moved" : entry.state.rawValue, entry: entry))
        continue
      }
      guard before != entry else { continue }
      let isResolved = before.state == .conflict && entry.state != .conflict
      events.append(
        Event(path: path, word: isResolved ? "resolved" : entry.state.rawValue, entry: entry))
    }
    for (path, before) in gone {
      if let id = before.id, movedIDs.contains(id) || outside.contains(id) { continue }
      events.append(Self.deletion(at: path, before))
    }
    return events.sorted { ($0.path, $0.word) < ($1.path, $1.word) }
  }

  /// The event of a document that is deleted now.
  private static func deletion(at path: DocumentPath, _ before: Entry) -> Event {
    var entry = before
    entry.state = .deleted
    switch before.state {
    case .conflict:
      // A deletion was chosen.
      entry.versions = 1
      entry.version = nil
      return Event(path: path, word: "resolved", entry: entry)
    // A deletion that was already seen is saved now.
    case .deleted: return Event(path: path, word: "saved", entry: entry)
    default: return Event(path: path, word: "deleted", entry: entry)
    }
  }
}
