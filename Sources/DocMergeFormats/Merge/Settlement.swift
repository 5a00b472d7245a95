import DocMergeCore

/// How two different changes of one leaf are settled where the purpose of the leaf is known.
enum Settlement: UInt8, Sendable {
  /// Values in any order, each once: additions of either side are kept, removals of either side are applied.
  case unionOfReferences
  /// Flags separated by commas, merged in the same way.
  case unionOfFlags
  /// The later one of two dates.
  case laterDate
  /// The value of the side with the later revision.
  case asRevised
  /// The text of a cell of a notebook, merged as a text of its own.
  case cellText
  /// Code between fences, merged as a text of its own.
  case codeBlock
  /// The output of a cell, which follows its text: see ``CellOutputs``.
  case asCellText
  /// The higher of two numbers.
  case higherNumber
  /// The later one of two dates of a calendar.
  case laterStamp
  /// The higher one of two revision counts of an event.
  case higherSequence
  /// The value of ours: no person wrote it.
  case ours

  /// The rule for such a settlement.
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

/// A part that both sides changed, and the parts beside it, in each text.
struct DisputedPart {
  /// The part.
  let nodes: Triple<Node?>
  /// The parts of the parent node, in each text.
  let siblings: Triple<[Node]>
  let trees: Triple<SyntaxTree>
  let policy: MergePolicy

  /// The settled part, and the rule; `nil` where a person must decide.
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

  /// The time of the revision of a text.
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
