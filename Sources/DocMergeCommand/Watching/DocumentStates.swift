import DocMerge

/// How each document of a container is at one moment.
struct DocumentStates {
  /// What can be said of a document, the most urgent last.
  enum State: String {
    case saved, new, modified, deleted, moved, conflict, unsaved
  }

  /// One document, or one file that is none yet.
  struct Entry: Hashable {
    var state: State
    /// The document; `nil` when it was never saved.
    var id: DocumentID?
    /// The current version, and how many there are.
    var version: Version.ID?
    var versions = 0
    /// Where it was before a move that is not saved.
    var from: DocumentPath?
    /// Why it cannot be saved.
    var reason: String?
  }

  /// What happened to a document.
  struct Event {
    var path: DocumentPath
    /// In the words of ``State``, and `resolved`.
    var word: String
    var entry: Entry
  }

  private(set) var entries: [DocumentPath: Entry] = [:]

  /// Looks at a container.
  init(_ container: Container) throws {
    let (report, documents) = try Self.look(at: container)
    for document in documents where !document.isDeleted || document.isInConflict {
      entries[document.path] = Entry(
        state: document.isInConflict ? .conflict : .saved, id: document.id,
        version: document.current.id, versions: document.heads.count)
    }
    // What became a document while the folder was looked at is saved by now.
    for path in report.added where entries[path] == nil { entries[path] = Entry(state: .new) }
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

  /// The folder and the documents at one moment: another process may save between two looks.
  private static func look(
    at container: Container
  ) throws -> (StatusReport, [DocumentSummary]) {
    var documents = try container.documents()
    for _ in 0..<looks {
      let report = try container.status()
      let after = try container.documents()
      if after == documents { return (report, after) }
      documents = after
    }
    return (try container.status(), documents)
  }

  /// After so many looks between which something was saved, the last one counts.
  private static let looks = 10

  private mutating func note(_ path: DocumentPath, _ state: State) {
    guard entries[path]?.state != .conflict else { return }
    entries[path, default: Entry(state: state)].state = state
  }

  /// What happened since an earlier moment, by path.
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
    for (path, before) in gone where before.id.map({ !movedIDs.contains($0) }) ?? true {
      var entry = before
      entry.state = .deleted
      // A deletion that was seen before is saved now.
      let isSaved = before.state == .deleted
      events.append(Event(path: path, word: isSaved ? "saved" : "deleted", entry: entry))
    }
    return events.sorted { ($0.path, $0.word) < ($1.path, $1.word) }
  }
}
