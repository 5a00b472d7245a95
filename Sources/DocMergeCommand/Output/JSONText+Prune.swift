import DocMerge

extension JSONText {
  /// The output of `docmerge prune --json`.
  static func prune(_ report: PruneReport) throws -> String {
    try text(PrunedContainer(report))
  }

  private struct PrunedContainer: Encodable {
    var format = "docmerge-prune"
    var version = 1
    var operation: String?
    var versions: Int
    var bytes: Int64
    var recycled: Int64
    var emptied: Int64
    var stillKept: Int
    var documents: [Pruned]
    var holdups: [Holdup]

    init(_ report: PruneReport) {
      operation = report.operation?.description
      versions = report.versions
      bytes = report.bytes
      recycled = report.recycled
      emptied = report.emptied
      stillKept = report.stillKept
      documents = report.documents.map(Pruned.init)
      holdups = report.holdups.map(Holdup.init)
    }
  }

  private struct Pruned: Encodable {
    var id: String
    var path: String
    var versions: Int
    var bytes: Int64
    var reason: String

    init(_ document: PrunedDocument) {
      id = document.id.description
      path = JSONText.path(document.path)
      versions = document.versions
      bytes = document.bytes
      reason = document.reason.rawValue
    }
  }

  private struct Holdup: Encodable {
    var replica: String
    var computer: String
    var date: String?

    init(_ holdup: PruneHoldup) {
      replica = holdup.id.description
      computer = holdup.computer
      date = holdup.heard.map { Words.json($0) }
    }
  }
}
