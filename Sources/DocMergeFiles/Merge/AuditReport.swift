import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// An audit as text and as JSON.
enum AuditReport {
  /// The texts with the bytes of items and findings.
  struct Texts {
    var base: Lines
    var ours: Lines
    var theirs: Lines
    /// The text of the result; `nil` when it is one of the inputs.
    var result: Lines?
    /// The fault of the encoding of the result, in words.
    var recoding: String?
    /// The fates of members, rows and items; `nil` where the structure is not known.
    var values: StructureAudit?
  }

  /// The sum for each side, and whether everything is accounted for.
  static func sum(
    _ audit: MergeAudit, _ values: StructureAudit?, _ style: ReportStyle
  ) -> [String] {
    let sides = MergeSide.allCases.flatMap { side in
      ["\(name(side)): \(words(audit.sum(of: side)))"]
        + (values?.counts ?? []).filter { $0.side == side }
        .map { "\(name(side, by: $0.unit)): \(words($0.sum))" }
    }
    let isClean = audit.isClean
    return sides + [
      isClean
        ? style.green(tr("Everything is accounted for."))
        : style.red(tr("Not everything is accounted for."))
    ]
  }

  private static func name(_ side: MergeSide) -> String {
    side == .ours ? tr("Ours") : tr("Theirs")
  }

  /// A side, and the unit in which its changes are counted: `Ours, by members`.
  private static func name(_ side: MergeSide, by unit: StructureAudit.Unit) -> String {
    switch unit {
    case .member: tr("\(name(side)), by members")
    case .row: tr("\(name(side)), by rows")
    case .item: tr("\(name(side)), by items")
    }
  }

  /// The number of changes, and their fates: `3 changes: 2 kept, 1 in conflict.`.
  private static func words(_ sum: AuditSum) -> String {
    let parts = [
      (sum.kept, tr("\(sum.kept) kept")), (sum.same, tr("\(sum.same) the same on both sides")),
      (sum.inConflict, tr("\(sum.inConflict) in conflict")),
      (sum.dropped, tr("\(sum.dropped) dropped by a rule")),
      (sum.unaccounted, tr("\(sum.unaccounted) unaccounted for")),
    ].filter { $0.0 > 0 }.map(\.1)
    let all = counted(sum.total, "change")
    return "\(all)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))."
  }

  /// The audit for people: the findings, one per line, then the sums.
  static func text(_ audit: MergeAudit, _ texts: Texts, _ style: ReportStyle) -> String {
    var lines: [String] = []
    for item in audit.items where item.fate == .unaccounted {
      let source = item.change == .deleted ? texts.base : text(of: item.side, texts)
      let what = item.change == .deleted ? tr("deletion lost") : tr("insertion lost")
      lines.append(
        "\(style.red(what)): \(shown(item.side)), \(place(item.bytes, source, item.change))"
          + ReportText.named(item.bytes, isWholeLines: item.isWholeLines, limit: 60))
    }
    for item in audit.items {
      guard case .dropped(let rule) = item.fate else { continue }
      let source = item.change == .deleted ? texts.base : text(of: item.side, texts)
      lines.append(
        "\(style.yellow(words(rule))): \(shown(item.side)), \(shown(item.change)), "
          + place(item.bytes, source, item.change)
          + ReportText.named(item.bytes, isWholeLines: item.isWholeLines, limit: 60))
    }
    for finding in audit.findings {
      let what =
        switch finding.kind {
        case .recoded: texts.recoding ?? ""
        case .faulty: place(finding, texts) + PrintableText.escape(finding.fact.utf8)
        default: place(finding, texts) + ReportText.named(finding.bytes, limit: 60)
        }
      lines.append("\(style.red(words(finding.kind))): \(what)")
    }
    for conflict in audit.conflicts {
      let line = texts.result.map { RowBuilder.line(at: conflict.ours.startIndex, in: $0) } ?? 0
      let left = style.yellow(tr("conflict left"))
      let (ours, theirs) = (ReportText.quote(conflict.ours), ReportText.quote(conflict.theirs))
      lines.append(tr("\(left): line \(line) of the result: ours \(ours), theirs \(theirs)"))
    }
    return (lines + sum(audit, texts.values, style)).joined(separator: "\n") + "\n"
  }

  /// The fate of something that a rule left out.
  private static func words(_ rule: MergeRule) -> String {
    // A moved block lacks what the other side had edited away.
    rule.name == "moved-block"
      ? tr("edited by the other side, in the block that moved") : tr("dropped by \(rule.name)")
  }

  private static func shown(_ side: MergeSide) -> String {
    side == .ours ? tr("ours") : tr("theirs")
  }

  private static func shown(_ change: AuditItem.Change) -> String {
    change == .deleted ? tr("deleted") : tr("inserted")
  }

  private static func words(_ kind: AuditFinding.Kind) -> String {
    switch kind {
    case .invented: tr("in no input")
    case .doubled: tr("there more than once")
    case .restored: tr("deleted, and there again")
    case .missing: tr("unchanged on both sides, and gone")
    case .moved: tr("in another place")
    case .recoded: tr("in another encoding")
    case .faulty: tr("against the structure")
    }
  }

  private static func text(of side: MergeSide, _ texts: Texts) -> Lines {
    side == .ours ? texts.ours : texts.theirs
  }

  private static func place(
    _ bytes: ArraySlice<UInt8>, _ source: Lines, _ change: AuditItem.Change
  ) -> String {
    let line = lineNumber(bytes, source)
    return change == .deleted ? tr("line \(line) of the base: ") : tr("line \(line): ")
  }

  private static func place(_ finding: AuditFinding, _ texts: Texts) -> String {
    let isMissing = finding.kind == .missing
    guard let source = isMissing ? texts.base : texts.result else { return "" }
    let line = lineNumber(finding.bytes, source)
    return isMissing ? tr("line \(line) of the base: ") : tr("line \(line) of the result: ")
  }

  /// The number of the line that the bytes start in, from 1.
  private static func lineNumber(_ bytes: ArraySlice<UInt8>, _ source: Lines) -> Int {
    RowBuilder.line(at: bytes.startIndex + 1, in: source)
  }

  /// `9`, `9-11`, or `after 8`, counted from 1.
  static func lines(_ range: Range<Int>) -> String {
    switch range.count {
    case 0: tr("after \(range.lowerBound)")
    case 1: "\(range.lowerBound + 1)"
    default: "\(range.lowerBound + 1)-\(range.upperBound)"
    }
  }

  /// `line 9`, or `lines 9-11`.
  static func named(_ range: Range<Int>) -> String {
    range.count > 1 ? tr("lines \(lines(range))") : tr("line \(lines(range))")
  }

  // MARK: JSON

  /// The audit as a value.
  static func json(_ audit: MergeAudit, _ texts: Texts) -> JSONValue {
    .object([
      ("isClean", .bool(audit.isClean)), ("conflicts", .number(audit.conflictCount)),
      ("ours", .object(json(audit.sum(of: .ours)))),
      ("theirs", .object(json(audit.sum(of: .theirs)))),
      ("values", texts.values.map { .array($0.counts.map(json)) }),
      ("items", .array(audit.items.map { json($0, texts) })),
      (
        "findings",
        .array(
          audit.findings.map { finding in
            .object([
              ("kind", .string(finding.kind.rawValue)),
              (
                "text",
                finding.kind == .recoded
                  ? .string(texts.recoding ?? "") : .bytes(finding.bytes)
              ),
              ("reason", finding.reason.map { _ in .string(finding.fact) }),
            ])
          })
      ),
    ])
  }

  private static func json(_ sum: AuditSum) -> [(String, JSONValue?)] {
    [
      ("changes", .number(sum.total)), ("kept", .number(sum.kept)), ("same", .number(sum.same)),
      ("inConflict", .number(sum.inConflict)), ("dropped", .number(sum.dropped)),
      ("unaccounted", .number(sum.unaccounted)),
    ]
  }

  private static func json(_ count: StructureAudit.Count) -> JSONValue {
    .object(
      [("side", .string(count.side.rawValue)), ("kind", .string(count.unit.rawValue))]
        + json(count.sum))
  }

  private static func json(_ item: AuditItem, _ texts: Texts) -> JSONValue {
    let source = item.change == .deleted ? texts.base : text(of: item.side, texts)
    var fate = "kept"
    var rule: MergeRule?
    switch item.fate {
    case .kept: break
    case .same: fate = "same"
    case .inConflict: fate = "inConflict"
    case .dropped(let by): (fate, rule) = ("dropped", by)
    case .unaccounted: fate = "unaccounted"
    }
    return .object([
      ("side", .string(item.side.rawValue)), ("change", .string(item.change.rawValue)),
      ("line", .number(lineNumber(item.bytes, source))), ("text", .bytes(item.bytes)),
      ("isWholeLines", .bool(item.isWholeLines)), ("fate", .string(fate)),
      ("rule", rule.map { .string($0.name) }),
    ])
  }
}

extension AuditFinding {
  /// The reason as a fact: a guard says what a merge would do, and this result has already done it.
  fileprivate var fact: String {
    let reason = reason ?? ""
    // In other languages the reasons say nothing of what would be.
    guard Language.current == .english, let would = reason.firstRange(of: " would ") else {
      return reason
    }
    let (before, after) = (reason[..<would.lowerBound], reason[would.upperBound...])
    let verb = after.prefix { $0 != " " }
    let isPlural = before.hasPrefix("the lines")
    let fact =
      switch verb {
      case "be": isPlural ? "are" : "is"
      case "have": isPlural ? "have" : "has"
      default: isPlural ? String(verb) : "\(verb)s"
      }
    return "\(before) \(fact)\(after[verb.endIndex...])"
  }
}
