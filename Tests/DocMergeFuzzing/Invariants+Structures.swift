import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport

extension Invariants {
  /// Names of texts, of which each leads to other formats.
  private static let paths = [
    "a.json", "a.jsonc", "a.jsonl", "a.yaml", "a.toml", "a.ini", ".gitconfig", ".editorconfig",
    "a.service", "a.desktop", "a.properties", "a.strings", "a.env", "a.bib", "a.pbxproj", "a.csv",
    "a.md", "a.rst", "a.adoc", "a.tex", "a.txt", "a.xml", "a.svg", "a.plist",
    "a.html", "a.resx", "a.c", "a.py", "a.sh", "a.rb", "a",
    "a.po", "a.ipynb", "a.xcstrings", "yarn.lock", "Gemfile.lock", "Podfile.lock", "go.mod",
    "go.sum", "requirements.txt", "Package.resolved", ".gitignore", ".dockerignore", "CODEOWNERS",
    ".gitattributes", ".mailmap", "crontab", "a.ics", "a.vcf", "Dockerfile", "Makefile", "a.cmake",
    "a.unity", "a.sql", "a.org",
    "kustomization.yaml",
  ]
  /// With so many of the paths that fit a small case it is merged.
  private static let pathLimit = 3

  /// The scanner of every format on each text, and merges in some formats that take all three.
  mutating func checkStructures() {
    var fitting: [(path: String, known: KnownFormat)] = []
    for path in Self.paths {
      for known in KnownFormat.candidates(path: path) {
        let trees = texts.parts.compactMap { name, bytes in
          tree(of: bytes, known, "\(name), \(path)")
        }
        if trees.count == texts.parts.count { fitting.append((path, known)) }
      }
    }
    fitting.shuffle(using: &generator)
    for (path, known) in fitting.prefix(isSmall ? Self.pathLimit : 1) {
      for policy in chosen(MergePolicy.allCases) { checkStructure(path, known, policy) }
    }
  }

  private mutating func tree(
    of bytes: [UInt8], _ known: KnownFormat, _ name: String
  ) -> SyntaxTree? {
    let format = known.format
    let tree = step("scanner of \(format.name), \(name)") { try? format.tree(of: bytes) }
    guard let tree else { return nil }
    expect(tree.unsoundNode == nil, "nodes own all bytes once: \(format.name), \(name)")
    note("tree of \(format.name), \(min(tree.root.children.count, 4)) children")
    let places = step("places, \(name)") {
      DocumentPlaces(of: bytes, in: DocumentStructure(path: "", formatName: format.name))
    }
    let start = generator.number(0...bytes.count)
    _ = places?.name(of: start..<min(bytes.count, start + generator.number(0...40)))
    return tree
  }

  private mutating func checkStructure(_ path: String, _ known: KnownFormat, _ policy: MergePolicy)
  {
    let name = "\(policy), \(path)"
    var options = TextMergeOptions(policy: policy, style: .diff3, isSuggesting: true)
    options.structure = DocumentStructure(path: path)
    func merged(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Merged {
      (try? mergeText(base: base, ours: ours, theirs: theirs, options: options))
        ?? Merged(regions: [], style: .diff3)
    }
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    let result = step("structure, \(name)") { merged(base, ours, theirs) }
    checkForm(result, name)
    checkAudit(result, name, structure: options.structure)
    checkStructureMirror(result, merged(base, theirs, ours), name)
    checkLaws(name, merged)
    // Where line endings or encodings were merged too, the structure is that of the text without them.
    guard result.layers == nil, let clean = result.clean, clean != ours, clean != theirs else {
      return
    }
    let again = try? known.format.tree(of: clean)
    expect(
      again?.isSound == true, "what was read can be read merged: \(known.format.name), \(name)",
      String(decoding: clean, as: UTF8.self).debugDescription)
  }

  /// Swapping the sides changes no more than the order of what both added, where both ways are clean.
  private mutating func checkStructureMirror(_ merged: Merged, _ swapped: Merged, _ name: String) {
    if merged.isClean != swapped.isClean { note("a mirror is not as clean: \(name)") }
    guard let text = merged.clean, let other = swapped.clean else { return }
    expect(
      compared(text).sorted() == compared(other).sorted(),
      "mirror of a structure has the same bytes: \(name)",
      [text, other].map { String(decoding: $0, as: UTF8.self).debugDescription }
        .joined(separator: " and "))
  }
}
