import DocMergeCore

/// How two different changes of one leaf are settled where it is known what the leaf is for.
enum Settlement: UInt8, Sendable {
  /// Values in any order, each once: what either side added is there, what either side removed is not.
  case unionOfReferences
  /// Flags behind commas, merged in the same way.
  case unionOfFlags
  /// The later one of two dates.
  case laterDate
  /// What the side has that was revised last.
  case asRevised
  /// The text of a cell of a notebook, merged as a text of its own.
  case cellText
  /// Code between fences, merged as a text of its own.
  case codeBlock
  /// What running a cell made, which goes with its text: see ``CellOutputs``.
  case asCellText
  /// The higher of two numbers.
  case higherNumber
  /// The later one of two dates of a calendar.
  case laterStamp
  /// The higher one of two counts of how often an event was revised.
  case higherSequence
  /// What ours has: nobody wrote it.
  case ours

  /// Why it can be settled so.
  var rule: MergeRule {
    switch self {
    case .unionOfReferences, .unionOfFlags: .unionOfValues
    case .laterDate, .laterStamp: .laterDate
    case .asRevised: .latestRevision
    case .cellText: .cellText
    case .codeBlock: .codeBlock
    case .asCellText: .outputsOfText
    case .higherNumber, .higherSequence: .higherVersion
    case .ours: .oursOfProgram
    }
  }
}

/// What each text has of a part that both sides changed, and of the parts beside it.
struct DisputedPart {
  /// The part.
  let nodes: Triple<Node?>
  /// For each text the parts of the node that the part is in.
  let siblings: Triple<[Node]>
  let trees: Triple<SyntaxTree>
  let policy: MergePolicy

  /// What the part becomes, and why; `nil` where that is for a person to say.
  func settled(as settlement: Settlement) -> (bytes: ArraySlice<UInt8>, rule: MergeRule)? {
    if settlement == .cellText {
      return CellTextMerge(members: nodes, siblings: siblings, trees: trees, policy: policy).settled
    }
    if settlement == .codeBlock {
      return CodeBlockMerge(nodes: nodes, trees: trees, policy: policy).settled
    }
    guard settlement.rule.policy <= policy, let bytes = bytes(settlement) else { return nil }
    return (bytes, settlement.rule)
  }

  private func bytes(_ settlement: Settlement) -> ArraySlice<UInt8>? {
    switch settlement {
    case .unionOfReferences: POComments.merged(bodies, .references)
    case .unionOfFlags: POComments.merged(bodies, .flags)
    case .laterDate: body(ofLater: bodies.map { PODate(in: $0) })
    case .asRevised:
      body(ofLater: Triple(base: nil, ours: revision(.ours), theirs: revision(.theirs)))
    case .higherNumber:
      numbers(.ours).lexicographicallyPrecedes(numbers(.theirs))
        ? bodies.theirs : bodies.ours
    case .laterStamp, .higherSequence: bodyOfLaterStamp
    case .ours: bodies.ours
    case .cellText, .asCellText, .codeBlock: nil
    }
  }

  private var bodies: Triple<ArraySlice<UInt8>> {
    func body(_ version: Version) -> ArraySlice<UInt8> {
      nodes[version].map { trees[version].text[$0.body] } ?? []
    }
    return Triple(base: body(.base), ours: body(.ours), theirs: body(.theirs))
  }

  /// The body of the side with the later date.
  private func body(ofLater dates: Triple<PODate?>) -> ArraySlice<UInt8>? {
    switch (dates.ours, dates.theirs) {
    case (let ours?, let theirs?) where ours == theirs: nil
    case (let ours?, let theirs?): ours < theirs ? bodies.theirs : bodies.ours
    case (_?, nil): bodies.ours
    case (nil, _?): bodies.theirs
    case (nil, nil): nil
    }
  }

  /// The body of the side with the later date or the higher count; `nil` where the two cannot be compared.
  private var bodyOfLaterStamp: ArraySlice<UInt8>? {
    guard let ours = nodes.ours?.stamp(in: trees.ours.text),
      let theirs = nodes.theirs?.stamp(in: trees.theirs.text), ours.form == theirs.form
    else { return nil }
    return ours.digits.lexicographicallyPrecedes(theirs.digits) ? bodies.theirs : bodies.ours
  }

  /// When a text was revised.
  private func revision(_ side: Version) -> PODate? {
    siblings[side].first { $0.key == POHeader.revisionDate }
      .flatMap { PODate(in: trees[side].text[$0.body]) }
  }

  /// The numbers of a version, such as 3, 11 and 4.
  private func numbers(_ side: Version) -> [Int] {
    let text = trees[side].text
    guard let value = nodes[side]?.memberValue(in: text) else { return [] }
    return text[value].split { !$0.isDecimalDigit }.map { digits in
      digits.prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
