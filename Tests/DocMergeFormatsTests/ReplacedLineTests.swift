import DocMergeCore
import DocMergeFormats
import Testing

/// Lines that each side replaced, and that contradict each other.
struct ReplacedLineTests {
  private static let menu = """
    [
      {
        "dish": "Soup",
        "price": 6.5,
        "vegan": true
      },
      {
        "dish": "Stew",
        "price": 12.9,
        "vegan": false
      }
    ]

    """
  private static let tart = """
    ,
      {
        "dish": "Tart",
        "price": 7.2,
        "vegan": true
      }
    """
  private static let wells =
    "north: [59.91, 10.75]\nat: [59.91, 10.75]\n\nat: [58.97, 5.73]\nend: 1\n"
  private static let book = "ISBN:  3-596-29431-8\nShelf: B 12\nTitle: Der Zauberberg\nLoans: 14\n"
  private static let order =
    "Position 1: chairs\nQuantity:    4\nUnit:        piece\nEach:  35.00\nSum:        140.00\n"
  private static let letter =
    "Frau Maria Petersen\nHafenstraße 12\nHinterhaus, 2. OG\n20457 Hamburg\n\nGuten Tag,\n"
  private static let party =
    "Party on 3 June\n\nDear all,\nbring salads.\n\nSo: 3 June, at three!\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "menu.json", menu, [.swap("6.5,", "650,"), .swap("12.9,", "1290,")],
      [.add(tart, behind: "false\n  }")]),
    EditedCase(
      "wells.txt", wells,
      [.swap("at: [59.91, 10.75]", "at: [10.75, 59.91]"), .swap("[58.97, 5.73]", "[5.73, 58.97]")],
      [.add("at: [60.39, 5.32]\n", behind: "end: 1\n")]),
    EditedCase(
      "shelf.txt", book, [.swap("3-596-29431-8", "3-423-13627-9")],
      [.swap("Zauberberg", "Zauberberg (Großdruck)")]),
    EditedCase(
      "order.txt", order, [.swap("Quantity:    4", "Quantity:    6")], [.swap("140.00", "126.00")]),
    EditedCase(
      "letter.txt", letter, [.swap("Hafenstraße 12", "Domplatz 4")],
      [.swap("20457 Hamburg", "24103 Kiel")]),
    EditedCase(
      "party.txt", party, [.swap("on 3 June", "on 10 June")], [.swap("So: 3 June", "So: 17 June")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `lines that belong together are left to a person`(_ index: Int, _ policy: MergePolicy) throws
  {
    try Self.left[index].checkLeft(policy)
  }

  private static let merged: [EditedCase] = [
    // Another number of the list was changed in another way.
    EditedCase(
      "menu.json", menu, [.swap("6.5,", "7.5,"), .swap("12.9,", "13.5,")],
      [.add(tart, behind: "false\n  }")],
      [.swap("6.5,", "7.5,"), .swap("12.9,", "13.5,"), .add(tart, behind: "false\n  }")]),
    EditedCase(
      "shelf.txt", book, [.swap("B 12", "C 3")], [.swap("Loans: 14", "Loans: 15")],
      [.swap("B 12", "C 3"), .swap("Loans: 14", "Loans: 15")]),
    EditedCase(
      "letter.txt", letter, [.swap("Maria Petersen", "Maria Holm")],
      [.swap("20457 Hamburg", "24103 Kiel")],
      [.swap("Maria Petersen", "Maria Holm"), .swap("20457 Hamburg", "24103 Kiel")]),
    EditedCase(
      "party.txt", party, [.swap("on 3 June", "on 10 June")], [.swap("So: 3 June", "So: 10 June")],
      [.swap("on 3 June", "on 10 June"), .swap("So: 3 June", "So: 10 June")]),
  ]

  @Test(arguments: merged.indices)
  func `other lines are merged`(_ index: Int) throws { try Self.merged[index].check() }
}
