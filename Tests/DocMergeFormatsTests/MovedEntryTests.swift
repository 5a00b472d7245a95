import DocMergeCore
import DocMergeFormats
import Testing

/// Entries that one side moved and the other changed: the change goes with them.
struct MovedEntryTests {
  private static let names = ["alpha", "beta", "gamma", "delta"]
  private static let paths = ["a.json", "a.yaml", "a.toml", "a.ini", "a.xml"]

  /// Entries with two members each; `extra` has another one.
  private static func entries(_ path: String, _ names: [String], extra: String? = nil) -> String {
    let entries = names.map { name -> String in
      var members = [("size", "1\(name.utf8.count)"), ("title", name)]
      if name == extra { members.append(("limit", "30")) }
      switch path {
      case "a.json":
        let lines = members.map { "    \"\($0)\": \"\($1)\"" }.joined(separator: ",\n")
        return "  \"\(name)\": {\n\(lines)\n  }"
      case "a.yaml": return "\(name):\n" + members.map { "  \($0): \($1)\n" }.joined()
      case "a.xml":
        let lines = members.map { "    <\($0)>\($1)</\($0)>\n" }.joined()
        return "  <server id=\"\(name)\">\n\(lines)  </server>\n"
      default: return "[\(name)]\n" + members.map { "\($0) = \"\($1)\"\n" }.joined() + "\n"
      }
    }
    switch path {
    case "a.json": return "{\n" + entries.joined(separator: ",\n") + "\n}\n"
    case "a.xml": return "<servers>\n" + entries.joined() + "</servers>\n"
    default: return entries.joined()
    }
  }

  private func result(_ path: String, _ base: String, _ ours: String, _ theirs: String) throws
    -> String?
  {
    text(try merged(path, base, ours, theirs, .balanced))
  }

  @Test func `elements that one side put into another one keep the other side's edits`() throws {
    let base = "<body>\n  <h1 class=\"big\">Home</h1>\n  <p>Welcome to the site.</p>\n</body>\n"
    let wrapped = base.replacing("  <", with: "    <")
      .replacing("<body>\n", with: "<body>\n  <main>\n")
      .replacing("</body>", with: "  </main>\n</body>")
    let edited = base.replacing("the site", with: "this site")
    let right = wrapped.replacing("the site", with: "this site")
    #expect(try result("a.html", base, wrapped, edited) == right)
    #expect(try result("a.html", base, edited, wrapped) == right)
  }

  @Test(arguments: paths)
  func `a change goes with the entry that the other side moved`(path: String) throws {
    let base = Self.entries(path, Self.names)
    for from in Self.names.indices {
      for to in Self.names.indices where to != from {
        var names = Self.names
        names.insert(names.remove(at: from), at: to)
        let moved = Self.entries(path, names)
        for extra in Self.names {
          let changed = Self.entries(path, Self.names, extra: extra)
          let right = Self.entries(path, names, extra: extra)
          #expect(try result(path, base, moved, changed) == right, "\(names), \(extra)")
          #expect(try result(path, base, changed, moved) == right, "\(names), \(extra)")
        }
      }
    }
  }

  @Test(arguments: paths)
  func `an entry that one side moved and the other deleted does not stay`(path: String) throws {
    let base = Self.entries(path, Self.names)
    let moved = Self.entries(path, ["beta", "gamma", "delta", "alpha"])
    let deleted = Self.entries(path, ["beta", "gamma", "delta"])
    for result in [
      try result(path, base, moved, deleted), try result(path, base, deleted, moved),
    ] {
      #expect(result == nil || result == deleted)
    }
  }

  @Test
  func `two additions of one name at two places are not one entry that moved`() throws {
    let base = "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"z\": {\n    \"x\": 2\n  }\n}\n"
    let ours =
      "{\n  \"n\": {\n    \"p\": 1\n  },\n  \"a\": {\n    \"x\": 1\n  },\n  \"z\": {\n    \"x\": 2\n  }\n}\n"
    let theirs =
      "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"z\": {\n    \"x\": 2\n  },\n  \"n\": {\n    \"p\": 2\n  }\n}\n"
    #expect(try result("a.json", base, ours, theirs) == nil)
  }
}
