import DocMergeCore
import DocMergeFormats
import Testing

/// Merges that look like those which guards refuse, and are right.
struct FalseAlarmTests {
  private static let cases: [EditedCase] = [
    EditedCase(
      "a.js",
      "const fs = require(\"fs\");\n\nfunction load(path) {\n"
        + "  return fs.readFileSync(path, \"utf8\");\n}\n\nfunction parse(text) {\n"
        + "  return JSON.parse(text);\n}\n\nconst cache = new Map();\nconst limit = 20;\n\n"
        + "module.exports = cache;\n",
      [
        .swap("function load(path) {\n", "export function load(path) {\n"),
        .swap("function parse(text) {\n", "export function parse(text) {\n"),
      ],
      [
        .swap(
          "const limit = 20;\n\n",
          "const limit = 20;\n\nfunction trim(text) {\n  return text.slice(0, limit);\n}\n\n")
      ]),
    EditedCase(
      "a.js",
      "import { run } from \"./run.js\";\n\ndescribe(\"run\", () => {\n"
        + "  it(\"starts\", () => {\n    expect(run(1)).toBe(true);\n  });\n\n"
        + "  it(\"stops\", () => {\n    expect(run(0)).toBe(false);\n  });\n});\n\n"
        + "describe(\"format\", () => {\n  const text = \"abc\";\n  const other = text + \"d\";\n\n"
        + "  test(`${other} is long`, () => expect(other.length).toBe(4));\n});\n",
      [
        .swap(
          "  it(\"starts\", () => {\n    expect(run(1)).toBe(true);\n",
          "  it(\"starts\", async () => {\n    expect(await run(1)).toBe(true);\n"),
        .swap(
          "  it(\"stops\", () => {\n    expect(run(0)).toBe(false);\n",
          "  it(\"stops\", async () => {\n    expect(await run(0)).toBe(false);\n"),
      ],
      [
        .swap(
          "  test(`${other} is long`, () => expect(other.length).toBe(4));\n",
          "  test(`${other} is long`, () => expect(other.length).toBe(4));\n\n"
            + "  it(\"is short\", () => {\n    expect(text).toBe(\"abc\");\n  });\n")
      ]),
    EditedCase(
      "a.md",
      "# Status\n\n- Mail: open\n- Print: open\n- Scan: open\n- Fax: open\n\nText.\n\n"
        + "## Others\n\nMore text.\n",
      [
        .swap(
          "- Mail: open\n- Print: open\n- Scan: open\n- Fax: open\n",
          "- Mail: done (Anna)\n- Print: done (Ben)\n- Scan: done (Anna)\n- Fax: done (Ben)\n")
      ], [.swap("More text.\n", "More text.\n\n- Phone: open\n")]),
    EditedCase(
      "a.md", "# Todo\n\n- [ ] Call Anna\n- [ ] Pay rent\n\nText.\n\nMore.\n",
      [
        .swap(
          "- [ ] Call Anna\n- [ ] Pay rent\n", "- [x] Call Anna (May 3)\n- [x] Pay rent (May 4)\n")
      ], [.swap("More.\n", "More.\n\n- [ ] Buy milk\n")]),
    EditedCase(
      "a.sh", "#!/bin/sh\ncp $SRC $DST\nmv $DST $OUT\n\nlog() {\n  echo hello\n}\n\nlog\n",
      [.swap("cp $SRC $DST\nmv $DST $OUT\n", "cp \"$SRC\" \"$DST\"\nmv \"$DST\" \"$OUT\"\n")],
      [.swap("}\n\n", "}\n\ncp $A $B\n\n")]),
    EditedCase(
      "a.yaml",
      "jobs:\n  - name: mail\n    enabled: true\n  - name: print\n    enabled: false\n"
        + "  - name: scan\n    enabled: true\n  - name: fax\n    enabled: false\n",
      [.swap("  - name: mail\n    enabled: true\n", "")],
      [.swap("  - name: scan\n    enabled: true\n", "")]),
    EditedCase(
      "a.py",
      "def pick(x):\n    if x == 1:\n        return None\n    if x == 2:\n"
        + "        return \"b\"\n    if x == 3:\n        return None\n    if x == 4:\n"
        + "        return \"d\"\n    return x\n",
      [.swap("    if x == 1:\n        return None\n", "")],
      [.swap("    if x == 3:\n        return None\n", "")]),
    EditedCase(
      "a.css", ":root {\n  --red: #e11;\n  --green: #1e1;\n  --blue: #11e;\n  --gap: 4px;\n}\n",
      [.swap("  --red: #e11;\n", "  --red: #d22;\n")],
      [.swap("  --blue: #11e;\n", "  --blue: #22d;\n")]),
    EditedCase(
      "a.json",
      "{\n  \"street\": \"Street\",\n  \"name\": \"Name\",\n  \"city\": \"Town\",\n"
        + "  \"zip\": \"ZIP\"\n}\n",
      [.swap("  \"street\": \"Street\",\n", "  \"street\": \"Street and number\",\n")],
      [.swap("  \"city\": \"Town\",\n", "  \"city\": \"City\",\n")]),
    EditedCase(
      "a.md",
      "# Week 12\n\n## Monday\n\n- Dentist 10:00\n\n## Tuesday\n\n- Pay the rent\n\n"
        + "## Wednesday\n\n- Call Anna\n",
      [.swap("- Dentist 10:00\n", "- Dentist 10:00\n- Standup with the team\n")],
      [.swap("- Call Anna\n", "- Call Anna\n- Standup with the team\n")]),
    EditedCase(
      "a.md",
      "# Changelog\n\n## 2.1.0\n\n- Add dark mode\n- Fix the crash\n\n## 2.0.3\n\n"
        + "- Fix the login\n\n## 1.9.8\n\n- Fix the icon\n",
      [.swap("- Fix the crash\n", "- Fix the crash\n- Update dependencies\n")],
      [.swap("- Fix the icon\n", "- Fix the icon\n- Update dependencies\n")]),
    EditedCase(
      "a.swift",
      "func makeView(item: Item) -> some View {\n  VStack(spacing: 8) {\n    Text(item.title)\n"
        + "    Text(item.subtitle)\n    Image(item.icon)\n    Text(item.footer)\n"
        + "    Button(\"OK\", action: item.run)\n  }\n}\n",
      [.swap("    Text(item.title)\n", "    Text(item.title)\n    Divider()\n")],
      [.swap("    Text(item.footer)\n", "    Text(item.footer)\n    Divider()\n")]),
    EditedCase(
      "a.tmux.conf", "set -g mode-keys vi\n\nset -g mouse on\n\nset -g status on\n",
      [
        .swap(
          "set -g mode-keys vi\n",
          "set -g mode-keys vi\nbind -T copy-mode-vi v send -X begin-selection\n")
      ],
      [
        .swap(
          "set -g mouse on\n", "set -g mouse on\nbind -T copy-mode-vi y send -X copy-selection\n")
      ]),
    EditedCase(
      "a.sh",
      "#!/bin/sh\ncurl --silent https://a.org/x > x\nunzip x\n"
        + "curl --silent https://a.org/y > y\nunzip y\n\nbuild() {\n  make all\n}\nbuild\n",
      [
        .swap("curl --silent https://a.org/x > x\n", "curl -fsS https://a.org/x > x\n"),
        .swap("curl --silent https://a.org/y > y\n", "curl -fsS https://a.org/y > y\n"),
      ],
      [
        .swap(
          "  make all\n", "  make --silent all\n  npm run --silent build\n  pnpm --silent test\n")
      ]),
    EditedCase(
      "a.md",
      "# Install\n\n1. Download the file\n2. Open it\n3. Restart\n\n## Wizard\n\n"
        + "The wizard has four pages.\n\n## Help\n\nAsk us.\n",
      [.swap("2. Open it\n3. Restart\n", "2. Check the hash\n3. Open it\n4. Restart\n")],
      [
        .swap(
          "The wizard has four pages.\n",
          "The wizard has four pages. At step 2 it asks for a licence key.\n")
      ]),
    EditedCase(
      "a.md",
      "# The book\n\n## Chapter 1\n\nOne.\n\n## Chapter 2\n\nTwo.\n\n## Chapter 3\n\nThree.\n",
      [.swap("One.\n", "One.\n\n# Part II\n")],
      [.swap("Three.\n", "Three.\n\n## Chapter 4\n\nFour.\n")]),
    EditedCase(
      "a.py",
      "def clean(rows):\n    return [r for r in rows if r]\n\n\ndef report(data):\n"
        + "    rows = clean(data)\n    print(len(rows))\n\n\ndef export(path):\n"
        + "    text = open(path).read()\n    return text\n",
      [
        .swap("    return [r for r in rows if r]\n", "    return [r.strip() for r in rows if r]\n"),
        .swap(
          "def report(data):\n    rows = clean(data)\n",
          "def report(records):\n    rows = clean(records)\n"),
      ],
      [
        .swap(
          "    text = open(path).read()\n",
          "    text = open(path).read()\n    text = clean(text.split())\n")
      ]),
    EditedCase(
      "a.rs",
      "use std::fs;\n\nfn load(path: &str) -> String {\n    fs::read_to_string(path).unwrap()\n"
        + "}\n\nfn save(path: &str) -> String {\n    format!(\"{path}.bak\")\n}\n\n"
        + "const LIMIT: usize = 10;\n\npub struct Store {\n    size: usize,\n}\n",
      [
        .swap("fn load(path: &str) -> String {\n", "pub fn load(path: &str) -> String {\n"),
        .swap("fn save(path: &str) -> String {\n", "pub fn save(path: &str) -> String {\n"),
      ],
      [
        .swap(
          "    size: usize,\n}\n",
          "    size: usize,\n}\n\nfn trim(path: &str) -> String {\n    path.trim().to_string()\n}\n"
        )
      ]),
    EditedCase(
      "a.md",
      "# Tools\n\n- grep (search)\n- sed (edit)\n\nBoth are old.\n\n## Notes\n\n"
        + "Text of the notes.\n\nMore text.\n",
      [
        .swap(
          "- grep (search)\n- sed (edit)\n",
          "- [grep](https://a.org/grep) (search)\n- [sed](https://a.org/sed) (edit)\n")
      ], [.swap("More text.\n", "More text.\n\n- awk (both)\n")]),
  ]

  @Test(arguments: cases.indices)
  func `what only looks like a fault is merged`(_ index: Int) throws {
    var edited = Self.cases[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
