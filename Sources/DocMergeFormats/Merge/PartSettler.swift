import DocMergeCore

extension Settlement {
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

  /// The body of the part in each text; empty where a text has no such part.
  var bodies: Triple<ArraySlice<UInt8>> {
    func body(_ version: Version) -> ArraySlice<UInt8> {
      nodes[version].map { trees[version].text[$0.body] } ?? []
    }
    return Triple(base: body(.base), ours: body(.ours), theirs: body(.theirs))
  }
}

/// Settles parts whose purpose a format knows.
///
/// The merge of trees knows no format: what knows them hands it one of these.
protocol PartSettler: Sendable {
  /// The settled part, and the rule; `nil` where a person must decide.
  func settled(
    _ part: DisputedPart, as settlement: Settlement
  ) -> (bytes: ArraySlice<UInt8>, rule: MergeRule)?

  /// The output of a cell where the text of the cell decides which side's output is kept.
  ///
  /// - Parameters:
  ///   - part: The output in each text.
  ///   - cells: The cells with the texts.
  /// - Returns: The output; `nil` where both sides' outputs are merged as other parts are.
  func output(_ part: DisputedPart, of cells: Triple<Node?>) -> ArraySlice<UInt8>?

  /// A list whose items are numbered one after the other, as the first number says.
  func renumbered(_ list: [UInt8]) -> [UInt8]
}
