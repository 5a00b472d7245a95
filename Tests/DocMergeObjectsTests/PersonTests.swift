import DocMergeObjects
import Testing

/// The names of people in commits.
struct PersonTests {
  @Test(arguments: [
    ("Anna Berg", "Anna Berg"), ("", "unknown"), ("  ", "unknown"), ("<a>\n", "a"),
    (" Zoë\u{7F} ", "Zoë"), ("a\u{1B}b", "ab"),
  ])
  func `a person has a name that git can hold`(name: String, kept: String) {
    #expect(Person(name: name, email: "").name == kept)
  }
}
