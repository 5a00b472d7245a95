import DocMergeCore
import DocMergeFormats
import Testing

/// Records that one side added while the other side changed the form of all records.
struct RecordFormTests {
  /// A base, and what each side makes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let base: String
    let ours: String
    let theirs: String
    var testDescription: String { "\(path): \(ours.prefix(40))" }
  }

  static let changed = [
    Case(
      path: "renamed.json",
      base:
        "[\n  {\n    \"name\": \"tea\",\n    \"n\": 1\n  },\n  {\n    \"name\": \"jam\",\n    \"n\": 2\n  }\n]\n",
      ours:
        "[\n  {\n    \"title\": \"tea\",\n    \"n\": 1\n  },\n  {\n    \"title\": \"jam\",\n    \"n\": 2\n  }\n]\n",
      theirs:
        "[\n  {\n    \"name\": \"tea\",\n    \"n\": 1\n  },\n  {\n    \"name\": \"jam\",\n    \"n\": 2\n  },\n  {\n    \"name\": \"oil\",\n    \"n\": 3\n  }\n]\n"
    ),
    Case(
      path: "renamed.yaml",
      base: "shop:\n  - name: tea\n    price: 1\n\n  - name: jam\n    price: 2\n",
      ours: "shop:\n  - name: tea\n    cost: 1\n\n  - name: jam\n    cost: 2\n",
      theirs:
        "shop:\n  - name: oil\n    price: 3\n\n  - name: tea\n    price: 1\n\n  - name: jam\n    price: 2\n"
    ),
    Case(
      path: "gained.toml",
      base: "[tool.a]\nport = 1\nhost = \"x\"\n\n[tool.b]\nport = 2\nhost = \"y\"\n",
      ours:
        "[tool.a]\nport = 1\nhost = \"x\"\nkind = \"k\"\n\n[tool.b]\nport = 2\nhost = \"y\"\nkind = \"l\"\n",
      theirs:
        "[tool.c]\nport = 3\nhost = \"z\"\n\n[tool.a]\nport = 1\nhost = \"x\"\n\n[tool.b]\nport = 2\nhost = \"y\"\n"
    ),
    Case(
      path: "rows.html",
      base:
        "<table>\n<tr>\n<td>a</td>\n<td>1</td>\n</tr>\n<tr>\n<td>b</td>\n<td>2</td>\n</tr>\n</table>\n",
      ours:
        "<table>\n<tr>\n<td>a</td>\n<td>x</td>\n<td>1</td>\n</tr>\n<tr>\n<td>b</td>\n<td>y</td>\n<td>2</td>\n</tr>\n</table>\n",
      theirs:
        "<table>\n<tr>\n<td>a</td>\n<td>1</td>\n</tr>\n<tr>\n<td>b</td>\n<td>2</td>\n</tr>\n<tr>\n<td>c</td>\n<td>3</td>\n</tr>\n</table>\n"
    ),
    Case(
      path: "attributes.xml",
      base:
        "<l>\n  <i id=\"a\" n=\"1\"/>\n  <i id=\"b\" n=\"2\"/>\n  <i id=\"c\" n=\"3\"/>\n</l>\n",
      ours:
        "<l>\n  <i id=\"a\" n=\"1px\"/>\n  <i id=\"b\" n=\"2px\"/>\n  <i id=\"c\" n=\"3px\"/>\n</l>\n",
      theirs:
        "<l>\n  <i id=\"a\" n=\"1\"/>\n  <i id=\"b\" n=\"2\"/>\n  <i id=\"c\" n=\"3\"/>\n  <i id=\"d\" n=\"4\"/>\n</l>\n"
    ),
    Case(
      path: "dates.csv",
      base: "id,day,who\n1,2024-01-02,a\n2,2024-01-03,b\n3,2024-01-04,c\n4,2024-01-05,d\n",
      ours: "id,day,who\n1,02.01.2024,a\n2,03.01.2024,b\n3,04.01.2024,c\n4,05.01.2024,d\n",
      theirs:
        "id,day,who\n1,2024-01-02,a\n2,2024-01-03,b\n3,2024-01-04,c\n4,2024-01-05,d\n5,2024-01-06,e\n"
    ),
    Case(
      path: "units.properties", base: "a.wait=10\nb.wait=20\nc.wait=30\n",
      ours: "a.wait=10s\nb.wait=20s\nc.wait=30s\n",
      theirs: "d.wait=5\na.wait=10\nb.wait=20\nc.wait=30\n"),
    Case(
      path: "far.csv",
      base: "id,day\n1,2024-01-02\n2,2024-01-03\n\n\n\n3,2024-01-04\n",
      ours: "id,day\n1,02.01.2024\n2,03.01.2024\n\n\n\n3,04.01.2024\n",
      theirs: "id,day\n1,2024-01-02\n2,2024-01-03\n\n4,2024-01-06\n\n\n3,2024-01-04\n"),
  ]

  @Test(arguments: changed, MergePolicy.allCases)
  func `an addition in the old form is left to a person`(merge: Case, policy: MergePolicy) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      let clean = try merged(merge.path, merge.base, one, other, policy).clean
      #expect(clean == nil, "\(String(decoding: clean ?? [], as: UTF8.self))")
    }
  }

  static let other = [
    // Other values, in the same form.
    Case(
      path: "values.json",
      base:
        "[\n  {\n    \"name\": \"tea\",\n    \"n\": 1\n  },\n  {\n    \"name\": \"jam\",\n    \"n\": 2\n  }\n]\n",
      ours:
        "[\n  {\n    \"name\": \"tea\",\n    \"n\": 5\n  },\n  {\n    \"name\": \"jam\",\n    \"n\": 6\n  }\n]\n",
      theirs:
        "[\n  {\n    \"name\": \"oil\",\n    \"n\": 3\n  },\n  {\n    \"name\": \"tea\",\n    \"n\": 1\n  },\n  {\n    \"name\": \"jam\",\n    \"n\": 2\n  }\n]\n"
    ),
    // One record keeps its form.
    Case(
      path: "some.json",
      base:
        "[\n  {\n    \"k\": \"a\",\n    \"n\": 1\n  },\n  {\n    \"k\": \"b\",\n    \"n\": 2\n  },\n  {\n    \"k\": \"c\",\n    \"n\": 3\n  }\n]\n",
      ours:
        "[\n  {\n    \"k\": \"a\",\n    \"n\": 1,\n    \"x\": 0\n  },\n  {\n    \"k\": \"b\",\n    \"n\": 2\n  },\n  {\n    \"k\": \"c\",\n    \"n\": 3,\n    \"x\": 0\n  }\n]\n",
      theirs:
        "[\n  {\n    \"k\": \"d\",\n    \"n\": 4\n  },\n  {\n    \"k\": \"a\",\n    \"n\": 1\n  },\n  {\n    \"k\": \"b\",\n    \"n\": 2\n  },\n  {\n    \"k\": \"c\",\n    \"n\": 3\n  }\n]\n"
    ),
    // Sections that are no records of one kind.
    Case(
      path: "package.json",
      base:
        "{\n  \"dependencies\": {\n    \"a\": \"1\"\n  },\n  \"devDependencies\": {\n    \"b\": \"2\"\n  }\n}\n",
      ours:
        "{\n  \"dependencies\": {\n    \"a\": \"1\",\n    \"t\": \"9\"\n  },\n  \"devDependencies\": {\n    \"b\": \"2\",\n    \"t\": \"9\"\n  }\n}\n",
      theirs:
        "{\n  \"scripts\": {\n    \"s\": \"run\"\n  },\n  \"dependencies\": {\n    \"a\": \"1\"\n  },\n  \"devDependencies\": {\n    \"b\": \"2\"\n  }\n}\n"
    ),
  ]

  @Test(arguments: other)
  func `an addition beside other changes is merged`(merge: Case) throws {
    for (one, other) in [(merge.ours, merge.theirs), (merge.theirs, merge.ours)] {
      let clean = try merged(merge.path, merge.base, one, other, .balanced).clean
      #expect(clean != nil)
    }
  }

  @Test(arguments: [MergePolicy.balanced, .eager])
  func `an addition takes the indentation that the other side gave its list`(policy: MergePolicy)
    throws
  {
    let base = "a {\n  color: red;\n  margin: 0;\n}\n"
    let ours = "a {\n    color: red;\n    margin: 0;\n}\n"
    let theirs = "a {\n  color: red;\n  margin: 0;\n  top: 0;\n}\n"
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let clean = try #require(try merged("a.css", base, one, other, policy).clean)
      #expect(
        String(decoding: clean, as: UTF8.self)
          == "a {\n    color: red;\n    margin: 0;\n    top: 0;\n}\n")
    }
  }
}
