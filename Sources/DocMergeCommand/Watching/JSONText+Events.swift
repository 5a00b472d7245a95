import DocMerge

extension JSONText {
  /// One line of `docmerge watch --json`.
  static func event(_ event: DocumentStates.Event, at date: Timestamp) throws -> String {
    try text(Happening(event, at: date), onOneLine: true)
  }

  private struct Happening: Encodable {
    var format = "docmerge-event"
    var version = 1
    var date: String
    var event: String
    var path: String
    var from: String?
    var id: String?
    var current: String?
    var versions: Int
    var reason: String?

    init(_ event: DocumentStates.Event, at date: Timestamp) {
      self.date = Words.json(date)
      self.event = event.word
      path = JSONText.path(event.path)
      from = event.entry.from.map(JSONText.path)
      id = event.entry.id?.description
      current = event.entry.version?.description
      versions = event.entry.versions
      reason = event.entry.reason
    }
  }
}
