import Synchronization

/// A presenter in the form that other processes see.
package struct PresenterRow: Sendable, Hashable {
  package var id: String
  /// The item, with all links followed; `nil` while the presenter has none.
  package var path: ItemPath?

  package init(id: String, path: ItemPath?) {
    self.id = id
    self.path = path
  }
}

/// The steps that a presenter is asked for before an access.
package struct PresenterSteps: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let relinquishToReader = PresenterSteps(rawValue: 1)
  package static let relinquishToWriter = PresenterSteps(rawValue: 2)
  package static let save = PresenterSteps(rawValue: 4)
  package static let accommodateDeletion = PresenterSteps(rawValue: 8)
  package static let accommodateSubitemDeletion = PresenterSteps(rawValue: 16)
  package static let accommodateEviction = PresenterSteps(rawValue: 32)
}

/// The questions to one presenter about an item.
package struct PresenterAsk: Sendable, Hashable {
  package var presenter: String
  package var steps: PresenterSteps
  package var path: ItemPath
}

/// News for one presenter.
package struct PresenterNews: Sendable, Hashable {
  package enum Kind: UInt64, Sendable {
    case changed, moved, attributesChanged, gainedVersion, lostVersion, resolvedVersion
    case subitemAppeared, subitemMoved, subitemChanged
    case subitemGainedVersion, subitemLostVersion, subitemResolvedVersion
  }

  package var presenter: String
  package var kind: Kind
  package var path: ItemPath
  /// The new path.
  package var destination: ItemPath?
  /// Names of attributes, or the name of a version.
  package var names: [String]

  package init(
    presenter: String, kind: Kind, path: ItemPath, destination: ItemPath? = nil,
    names: [String] = []
  ) {
    self.presenter = presenter
    self.kind = kind
    self.path = path
    self.destination = destination
    self.names = names
  }
}

/// The origin of a change.
package struct NewsOrigin: Sendable, Hashable {
  package var process: String
  package var purpose: String
}

extension ClaimTable {
  /// Publishes the presenters of this process.
  package func publish(_ rows: [PresenterRow]) throws(AccessError) {
    var fields = Fields()
    fields.put(rows) { fields, row in
      fields.put(row.id)
      fields.put(row.path == nil ? [] : [row]) { fields, row in
        if let path = row.path { fields.put(path) }
      }
    }
    try SmallFile.replace(me.file("presenters"), with: fields.bytes)
  }

  /// The presenters of all processes that have an item.
  func presenters() -> [(participant: Participant, rows: [(id: String, path: ItemPath)])] {
    let names = FolderNames.read(folder).map { String(decoding: $0, as: UTF8.self) }
    return participants(in: names).compactMap { participant in
      guard let bytes = SmallFile.read(participant.file("presenters")) else { return nil }
      var fields = Fields(bytes: bytes)
      let rows = try? fields.list { fields in
        (id: try fields.text(), path: try fields.list { try $0.path() }.first)
      }
      let placed = (rows ?? []).compactMap { row in row.path.map { (id: row.id, path: $0) } }
      return placed.isEmpty ? nil : (participant, placed)
    }
  }
}

extension Fields {
  mutating func put(_ ask: PresenterAsk) {
    put(ask.presenter)
    put(ask.steps.rawValue)
    put(ask.path)
  }

  mutating func presenterAsk() throws -> PresenterAsk {
    PresenterAsk(
      presenter: try text(), steps: PresenterSteps(rawValue: try number()), path: try path())
  }

  mutating func put(_ news: PresenterNews) {
    put(news.presenter)
    put(news.kind.rawValue)
    put(news.path)
    put(news.destination.map { [$0] } ?? []) { $0.put($1) }
    put(news.names) { $0.put($1) }
  }

  mutating func presenterNews() throws -> PresenterNews {
    let presenter = try text()
    guard let kind = PresenterNews.Kind(rawValue: try number()) else { throw Malformed() }
    return PresenterNews(
      presenter: presenter, kind: kind, path: try path(),
      destination: try list { try $0.path() }.first, names: try list { try $0.text() })
  }
}
