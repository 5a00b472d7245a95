import DocMergeCore

extension MergeReport {
  /// The report for programs; docmerge(1) describes its fields.
  var json: String {
    JSONValue.object([
      ("format", .string("docmerge-merge")), ("version", .number(1)),
      ("path", .bytes(names.path)), ("policy", policy.map { .string($0.rawValue) }),
      ("isClean", .bool(merged.isClean && audit.isClean)),
      ("conflicts", .number(merged.conflicts.count)),
      ("regeneration", regeneration.map { .string($0) }),
      ("layers", .array(layers.map(json))), ("regions", .array(rows.map(json))),
      ("audit", AuditReport.json(audit, auditTexts)),
    ]).text
  }

  private func json(_ row: ReportRow) -> JSONValue {
    let conflict = row.conflict ?? row.decided?.conflict
    var text: JSONValue?
    if case .agreed(let agreed) = row.region { text = .bytes(agreed.bytes) }
    return .object([
      ("kind", .string(kind(row))), ("base", json(row.base)), ("ours", json(row.ours)),
      ("theirs", json(row.theirs)), ("result", json(row.result)),
      ("place", changes(row) ? placeName(row).map { .string($0) } : nil), ("text", text),
      ("reason", row.conflict?.reason.map { .string($0) }),
      ("rule", row.decided.map { json($0.rule) }), ("baseText", conflict?.base.map { .bytes($0) }),
      ("oursText", conflict.map { .bytes($0.ours) }),
      ("theirsText", conflict.map { .bytes($0.theirs) }),
      (
        "suggestion",
        row.conflict?.suggestion.map { suggestion in
          .object([("text", .bytes(suggestion.bytes)), ("rule", json(suggestion.rule))])
        }
      ),
    ])
  }

  /// Whether a row is about a change, and not about a stretch of all texts.
  private func changes(_ row: ReportRow) -> Bool { kind(row) != "base" }

  private func json(_ change: LayerChange) -> JSONValue {
    .object([
      ("layer", .string(change.layer.rawValue)), ("base", change.base.map { .string($0) }),
      ("ours", change.ours.map { .string($0) }), ("theirs", change.theirs.map { .string($0) }),
      ("result", change.result.map { .string($0) }),
    ])
  }

  /// The origin of the region.
  private func kind(_ row: ReportRow) -> String {
    guard let region = row.region else { return "deleted" }
    guard case .agreed(let agreed) = region else { return "conflict" }
    switch agreed.origin {
    case .base: return "base"
    case .ours: return "ours"
    case .theirs: return "theirs"
    case .both: return "both"
    case .favoured: return "favoured"
    case .decided: return "settled"
    }
  }

  private func json(_ lines: Range<Int>) -> JSONValue {
    .object([("line", .number(lines.lowerBound + 1)), ("count", .number(lines.count))])
  }

  private func json(_ rule: MergeRule) -> JSONValue {
    .object([
      ("name", .string(rule.name)), ("risk", .string(rule.risk.rawValue)),
      ("policy", .string(rule.policy.rawValue)), ("words", .string(rule.words)),
    ])
  }
}
