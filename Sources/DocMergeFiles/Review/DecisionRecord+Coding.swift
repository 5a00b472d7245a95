import DocMergeCore

/// A record as a file: a line with its type, then fields, each of which can hold any bytes.
///
///     docmerge-decisions 1
///     path 9
///     README.md
///     decision 0
///
///     rule 14
///     adjacent-lines
///     …
///     end 0
///
extension DecisionRecord {
  private static let heading = Array("docmerge-decisions 1\n".utf8)

  /// The record as bytes.
  package var encoded: [UInt8] {
    var bytes = Self.heading
    func field(_ name: String, _ value: some Collection<UInt8>) {
      bytes += "\(name) \(value.count)\n".utf8
      bytes += value
      bytes.append(UInt8(ascii: "\n"))
    }
    field("path", path)
    field("source", Array(source.rawValue.utf8))
    field("policy", Array(policy.rawValue.utf8))
    field("group", Array(group.utf8))
    field("left", Array(String(left).utf8))
    if let head { field("head", Array(head.utf8)) }
    if let label = labels.base { field("base-label", label) }
    if let label = labels.ours { field("ours-label", label) }
    if let label = labels.theirs { field("theirs-label", label) }
    if let texts, let result {
      field("whole-base", texts.base)
      field("whole-ours", texts.ours)
      field("whole-theirs", texts.theirs)
      field("whole-result", result)
    }
    for decision in decisions {
      field("decision", [])
      field("rule", Array(decision.rule.utf8))
      field("risk", Array(decision.risk.rawValue.utf8))
      if let place = decision.place { field("place", Array(place.utf8)) }
      field("lines", Array("\(decision.lines.lowerBound) \(decision.lines.count)".utf8))
      if let base = decision.base { field("base", base) }
      field("ours", decision.ours)
      field("theirs", decision.theirs)
      field("result", decision.result)
    }
    // A truncated file lacks it.
    field("end", [])
    return bytes
  }

  /// Reads a record; `nil` where the bytes are not one, such as a truncated file.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.starts(with: Self.heading),
      let fields = Fields.list(bytes.dropFirst(Self.heading.count)), let own = fields.first,
      let path = own["path"], let source = own.text("source").flatMap(Source.init),
      let policy = own.text("policy").flatMap(MergePolicy.init), let group = own.text("group"),
      let left = own.text("left").flatMap({ Int($0) })
    else { return nil }
    let decisions = fields.dropFirst().map(Decision.init(fields:))
    guard !decisions.contains(nil) else { return nil }
    self.init(
      path: path, source: source, policy: policy, head: own.text("head"), group: group,
      labels: Sides(
        base: own["base-label"], ours: own["ours-label"], theirs: own["theirs-label"]),
      texts: own.texts, result: own["whole-result"], left: left,
      decisions: decisions.compactMap { $0 })
  }
}

/// Fields by their names.
private struct Fields {
  private var list: [(name: String, value: [UInt8])] = []

  subscript(name: String) -> [UInt8]? { list.first { $0.name == name }?.value }

  func text(_ name: String) -> String? {
    self[name].map { String(decoding: $0, as: UTF8.self) }
  }

  var texts: DecisionRecord.Sides<[UInt8]>? {
    guard let base = self["whole-base"], let ours = self["whole-ours"],
      let theirs = self["whole-theirs"]
    else { return nil }
    return .init(base: base, ours: ours, theirs: theirs)
  }

  /// The fields of the record, then those of each decision; `nil` where a field is truncated.
  static func list(_ bytes: ArraySlice<UInt8>) -> [Fields]? {
    var rest = bytes
    var list = [Fields()]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      rest = rest[line.endIndex...].dropFirst()
      guard words.count == 2, let size = Int(words[1]), size >= 0, rest.count > size else {
        return nil
      }
      switch words[0] {
      case "end": return list
      case "decision": list.append(Fields())
      default: list[list.count - 1].list.append((words[0], Array(rest.prefix(size))))
      }
      rest = rest.dropFirst(size + 1)
    }
    return nil
  }
}

extension DecisionRecord.Decision {
  fileprivate init?(fields: Fields) {
    guard let rule = fields.text("rule"),
      let risk = fields.text("risk").flatMap(MergeRule.Risk.init),
      let numbers = fields.text("lines")?.split(separator: " ").compactMap({ Int($0) }),
      numbers.count == 2, numbers.allSatisfy((0...DecisionLog.recordLimit).contains),
      let ours = fields["ours"],
      let theirs = fields["theirs"], let result = fields["result"]
    else { return nil }
    self.init(
      rule: rule, risk: risk, place: fields.text("place"),
      lines: numbers[0]..<numbers[0] + numbers[1],
      base: fields["base"], ours: ours, theirs: theirs, result: result)
  }
}
