import DocMergeContainer
import Testing

/// The names of a version for people.
struct VersionSelectorTests {
  @Test(arguments: [
    ("@current", VersionSelector.current), ("@newest", .newest), ("@oldest", .oldest),
    ("@base", .base), ("@1", .number(1)), ("@12", .number(12)), ("3be1", .id("3be1")),
    ("3BE1F0AA", .id("3be1f0aa")), ("@0", nil), ("@-1", nil), ("@", nil), ("@Base", nil),
    ("3be", nil), ("3beg", nil), ("", nil), ("@@1", nil), ("@1x", nil),
    (String(repeating: "a", count: 40), .id(String(repeating: "a", count: 40))),
    (String(repeating: "a", count: 41), nil),
  ])
  func `reads what people call a version`(text: String, selector: VersionSelector?) {
    #expect(VersionSelector(text) == selector)
  }
}
