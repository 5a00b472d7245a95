import DocMergeCore

/// Settles the parts of the built-in formats.
struct FormatSettler: PartSettler {
  /// The structure of parts that are texts of their own.
  let structure: PartMerge.Structure

  func settled(
    _ part: DisputedPart, as settlement: Settlement
  ) -> (bytes: ArraySlice<UInt8>, rule: MergeRule)? {
    switch settlement {
    case .cellText:
      CellTextMerge(
        members: part.nodes, siblings: part.siblings, trees: part.trees, policy: part.policy,
        structure: structure
      ).settled
    case .codeBlock:
      CodeBlockMerge(
        nodes: part.nodes, trees: part.trees, policy: part.policy, structure: structure
      ).settled
    default: part.settled(as: settlement)
    }
  }

  func output(_ part: DisputedPart, of cells: Triple<Node?>) -> ArraySlice<UInt8>? {
    guard let ours = part.nodes.ours else { return nil }
    return switch CellOutputs(of: cells).source {
    case .side(let side): part.bodies[side]
    case .some(.none): CellOutputs.cleared(ours, in: part.trees.ours.text)
    case nil: nil
    }
  }

  func renumbered(_ list: [UInt8]) -> [UInt8] { ProseFormat.renumbered(list) }
}

extension DisputedPart {
  /// The settled part, and the rule; `nil` where a person must decide.
  fileprivate func settled(as settlement: Settlement) -> (
    bytes: ArraySlice<UInt8>, rule: MergeRule
  )? {
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
