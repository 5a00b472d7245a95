import DocMerge
import DocMergeFiles

/// The JSON `docmerge-review`; docmerge(1) describes it.
struct ReviewReport: Encodable {
  var format = "docmerge-review"
  var version = 1
  var decisions: [Decision]

  init(_ items: [ReviewList.Item]) {
    decisions = items.map(Decision.init)
  }

  struct Decision: Encodable {
    var number: Int
    var path: JSONBytes
    var date: String
    var source: String
    var policy: String
    var head: String?
    var line: Int
    var lines: Int
    var place: String?
    var rule: String
    var risk: String
    var reason: String
    var left: Int
    var labels: Labels
    var base: JSONBytes?
    var ours: JSONBytes
    var theirs: JSONBytes
    var result: JSONBytes
  }

  struct Labels: Encodable {
    var ours: JSONBytes?
    var base: JSONBytes?
    var theirs: JSONBytes?
  }
}

extension ReviewReport.Decision {
  fileprivate init(_ item: ReviewList.Item) {
    let (record, decision) = (item.record, item.decision)
    number = item.number
    path = JSONBytes(record.path)
    date = Words.json(item.date)
    source = record.source.rawValue
    policy = record.policy.rawValue
    head = record.head
    line = decision.lines.lowerBound + 1
    lines = decision.lines.count
    place = decision.place
    rule = decision.rule
    risk = decision.risk.rawValue
    reason = decision.reason
    left = record.left
    labels = .init(
      ours: record.labels.ours.map { JSONBytes($0) },
      base: record.labels.base.map { JSONBytes($0) },
      theirs: record.labels.theirs.map { JSONBytes($0) })
    base = decision.base.map { JSONBytes($0) }
    ours = JSONBytes(decision.ours)
    theirs = JSONBytes(decision.theirs)
    result = JSONBytes(decision.result)
  }
}
