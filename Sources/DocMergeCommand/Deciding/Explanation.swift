import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// Why a conflict is left, for a person or a program.
struct Explanation {
  /// The changes of both sides at a place.
  enum Clash: String {
    case bothAdded, oursDeleted, theirsDeleted, bothChanged

    init(_ conflict: Region.Conflict) {
      if conflict.base?.isEmpty != false {
        self = .bothAdded
      } else if conflict.ours.isEmpty {
        self = .oursDeleted
      } else {
        self = conflict.theirs.isEmpty ? .theirsDeleted : .bothChanged
      }
    }

    var words: String {
      switch self {
      case .bothAdded: tr("both versions added text at one place")
      case .oursDeleted: tr("ours deleted what theirs changed")
      case .theirsDeleted: tr("theirs deleted what ours changed")
      case .bothChanged: tr("both versions changed the same lines")
      }
    }
  }

  /// One conflict of a text.
  struct Place {
    var place: String
    var clash: Clash
    /// The reason from a guard.
    var reason: String?
    var verdicts: [RuleVerdict]
  }

  let path: String
  /// How far merges go by themselves.
  let policy: MergePolicy
  /// Why it is only decided as a whole; `nil` for a text.
  let refusal: String?
  let regions: [Place]
  /// How many conflicts rules settled.
  let settledCount: Int

  /// Merges a conflict as `resolve` does, and tries each rule on the regions that stay open.
  init(_ conflict: Conflict, policy: MergePolicy) throws {
    let builder = SessionBuilder(policy: policy)
    let document = try builder.document(
      conflict, versions: conflict.sides.map { _ in .init(name: "", origin: "", size: nil) },
      identity: "")
    (path, self.policy) = (conflict.path, policy)
    guard let text = document.text else {
      (regions, settledCount) = ([], 0)
      refusal = try Self.refusal(of: conflict, builder.merging)
      return
    }
    refusal = nil
    settledCount = text.decidedByRules.count
    regions = text.regions.map { region in
      Place(
        place: document.place(of: region), clash: Clash(region.conflict),
        reason: region.conflict.reason, verdicts: text.verdicts(on: region))
    }
  }

  private static func refusal(of conflict: Conflict, _ merging: ThreeWayMerge) throws -> String {
    switch try merging.attempt(conflict) {
    case .refused(let reason): MergeWords.reason(reason)
    case .clean: tr("a merge with --merge settles it")
    case .conflicts(let merge): MergeWords.regions(merge, of: "@1")
    }
  }
}

// MARK: - For a person

extension Explanation {
  func print() {
    let name = PrintableText.words(path)
    if let refusal {
      return Console.print(Style.bold(name) + ": " + tr("decided as a whole: \(refusal)"))
    }
    guard !regions.isEmpty else {
      return Console.print(
        Style.bold(name) + ": "
          + tr("rules settle all of it; take that with docmerge resolve --merge"))
    }
    for (index, region) in regions.enumerated() {
      if index > 0 { Console.print("") }
      Console.print(
        Style.bold(tr("\(name), conflict \(index + 1) of \(regions.count), \(region.place)"))
          + ": \(region.clash.words)")
      print(region)
    }
  }

  /// Prints what each rule requires, for rules that do not fit some conflict.
  static func printNeeds(of explanations: [Explanation]) {
    let verdicts = explanations.flatMap { $0.regions.flatMap(\.verdicts) }
    let missed = Set(verdicts.filter { $0.outcome == .doesNotFit }.map(\.rule))
    let rules = MergeRule.all.filter(missed.contains)
    guard !rules.isEmpty else { return }
    Console.print("")
    Console.print(Style.dim(tr("What a rule needs to fit:")))
    let width = rules.map(\.name.count).max() ?? 0
    for rule in rules {
      Console.print(Style.dim("  \(Words.pad(rule.name, width))  \(rule.words)"))
    }
  }

  private func print(_ region: Place) {
    if let reason = region.reason { Console.print("  \(Style.yellow(tr("stopped:"))) \(reason)") }
    guard !region.verdicts.isEmpty else {
      return Console.print(
        tr("  The base is unknown, so no rule can tell what each side changed."))
    }
    for verdict in region.verdicts where verdict.outcome != .doesNotFit { print(verdict) }
    let others = region.verdicts.filter { $0.outcome == .doesNotFit }.map(\.rule.name)
    guard !others.isEmpty else { return }
    Console.print(Style.dim(tr("  does not fit: \(others.joined(separator: ", "))")))
  }

  private func print(_ verdict: RuleVerdict) {
    let rule = verdict.rule
    Console.print(
      "  \(Style.cyan(rule.name)): \(words(verdict)) (\(rule.words), \(rule.risk.words))")
  }

  /// Why a rule did not settle a conflict of its kind.
  private func words(_ verdict: RuleVerdict) -> String {
    switch verdict.outcome {
    case .settles where verdict.isSuggesting:
      tr("is only suggested; people often decide otherwise")
    case .settles where verdict.rule.policy > policy:
      tr("settles it under --policy \(verdict.rule.policy.rawValue)")
    case .settles: tr("fits these lines, but not the structure around them")
    case .settlesPart: tr("settles a part of it only")
    case .losesText: tr("would lose a change, or make one up")
    case .breaksBrackets: tr("would leave a bracket without its partner")
    case .doesNotFit: tr("does not fit")
    }
  }
}

// MARK: - For a program

extension Explanation: Encodable {
  private enum Keys: String, CodingKey { case path, policy, refusal, settledByRules, conflicts }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Keys.self)
    try object.encode(path, forKey: .path)
    try object.encode(policy.rawValue, forKey: .policy)
    try object.encodeIfPresent(refusal, forKey: .refusal)
    try object.encode(settledCount, forKey: .settledByRules)
    try object.encode(regions, forKey: .conflicts)
  }
}

extension Explanation.Place: Encodable {
  private enum Keys: String, CodingKey { case place, clash, reason, rules }

  private struct Rule: Encodable {
    var name: String
    var risk: String
    var policy: String
    var words: String
    var outcome: String
    var isOnlySuggested: Bool
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Keys.self)
    try object.encode(place, forKey: .place)
    try object.encode(clash.rawValue, forKey: .clash)
    try object.encodeIfPresent(reason, forKey: .reason)
    let rules = verdicts.map { verdict in
      Rule(
        name: verdict.rule.name, risk: verdict.rule.risk.rawValue,
        policy: verdict.rule.policy.rawValue, words: verdict.rule.words,
        outcome: verdict.outcome.rawValue, isOnlySuggested: verdict.isSuggesting)
    }
    try object.encode(rules, forKey: .rules)
  }
}
