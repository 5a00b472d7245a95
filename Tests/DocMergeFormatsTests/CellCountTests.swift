import DocMergeCore
import DocMergeFormats
import Testing

/// Rows of tables in pages.
struct CellCountTests {
  private static let page = """
    <table>
      <tr>
        <th>Team</th>
        <th>Points</th>
      </tr>
      <tr>
        <td>Brann</td>
        <td>31</td>
      </tr>
    </table>

    """
  private static let column: [Edit] = [
    .add("    <th>Played</th>\n", behind: "Team</th>\n"),
    .add("    <td>14</td>\n", behind: "Brann</td>\n"),
  ]
  private static let row = "  <tr>\n    <td>Viking</td>\n    <td>29</td>\n  </tr>\n"

  @Test(arguments: [MergePolicy.strict, .balanced, .eager])
  func `a row without the new column is left to a person`(_ policy: MergePolicy) throws {
    try EditedCase("results.html", Self.page, Self.column, [.add(Self.row, before: "</table>")])
      .checkLeft(policy)
  }

  @Test func `rows of an uneven table are merged`() throws {
    let page = Self.page.replacing("<td>31</td>", with: "<td colspan=\"2\">31</td>")
    let edits: [Edit] = [.swap("Brann", "Brann SK")]
    try EditedCase(
      "results.html", page, [.add(Self.row, before: "</table>")], edits,
      [.add(Self.row, before: "</table>")] + edits
    ).check()
  }
}
