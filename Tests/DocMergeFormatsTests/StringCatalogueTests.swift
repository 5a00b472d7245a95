import DocMergeCore
import Testing

struct StringCatalogueTests {
  private func catalogue(_ state: String, _ value: String, _ other: String = "b") -> String {
    """
    {
      "strings" : {
        "a" : {
          "localizations" : {
            "de" : {
              "stringUnit" : {
                "state" : "\(state)",
                "comment" : "c",
                "value" : "\(value)"
              }
            }
          }
        },
        "b" : { "comment" : "\(other)" }
      }
    }

    """
  }

  @Test(arguments: MergePolicy.allCases)
  func `a text that one side approves and the other changes is left to a person`(
    policy: MergePolicy
  ) throws {
    let merged = try merged(
      "a.xcstrings", catalogue("needs_review", "x"), catalogue("translated", "x"),
      catalogue("needs_review", "y"), policy)
    #expect(!merged.conflicts.isEmpty)
  }

  @Test func `a translation and a comment elsewhere are both kept`() throws {
    let merged = try merged(
      "a.xcstrings", catalogue("new", "x"), catalogue("translated", "z"),
      catalogue("new", "x", "d"), .balanced)
    #expect(text(merged) == catalogue("translated", "z", "d"))
  }
}
