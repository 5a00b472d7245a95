import DocMergeCore
import Testing

/// Annexes and the like that one side deleted or gave another letter.
struct LabelledPartTests {
  private static let contract =
    "1. The work covers the roof.\n\n2. The plan is in Annex B.\n\nAnnex A: Prices\nAnnex B: Plan\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "tender.txt", "1. The roof.\n\n2. The gutters.\n\nAnnex A: drawings\nAnnex B: materials\n",
      [.cut("Annex B: materials\n")],
      [.swap("The gutters.", "The gutters, with the materials of Annex B.")]),
    EditedCase(
      "contract.txt", contract,
      [
        .swap("in Annex B", "in Annex C"), .swap("Annex B: Plan", "Annex B: Terms\nAnnex C: Plan"),
      ],
      [.swap("the roof.", "the roof, as in annex B.")]),
    EditedCase(
      "offer.md",
      "# Offer\n\nThe price is fixed.\n\n## Anlage 1: Preise\n\nText.\n\n## Anlage 2: Plan\n\nText.\n",
      [.cut("## Anlage 2: Plan\n\nText.\n")],
      [.swap("is fixed", "is fixed, see Anlage 2")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `a mention of a part that is gone is left to a person`(_ index: Int, _ policy: MergePolicy)
    throws
  {
    try Self.left[index].checkLeft(policy)
  }

  @Test(arguments: [
    // Another title of the same part.
    EditedCase(
      "contract.txt", contract, [.swap("Annex B: Plan", "Annex B: Plan of the roof")],
      [.swap("the roof.", "the roof, as in Annex B.")],
      [
        .swap("Annex B: Plan", "Annex B: Plan of the roof"),
        .swap("the roof.", "the roof, as in Annex B."),
      ]),
    // Another part.
    EditedCase(
      "contract.txt", contract + "Annex C: Terms\n", [.cut("Annex C: Terms\n")],
      [.swap("the roof.", "the roof, as in Annex B.")],
      [.cut("Annex C: Terms\n"), .swap("the roof.", "the roof, as in Annex B.")]),
  ])
  func `a mention of a part that is still there is merged`(edits: EditedCase) throws {
    try edits.check()
  }
}
