import DocMergeTestSupport
import Testing

/// Messages in German.
struct TranslationTests {
  private let folder = TemporaryFolder()

  private func docmerge(_ words: String..., language: String) -> Output {
    Program(Replica.command, in: folder.path, environment: ["LC_ALL": language]).run(words)
  }

  /// The repository that these tests belong to.
  private static let repository =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test func `every message is in the catalog, with the same values`() {
    let output = Program("python3", in: Self.repository).run(["Scripts/messages.py", "--check"])
    #expect(output.status == 0, "\(output)")
  }

  @Test func `the catalog is one of gettext`() throws {
    let name = "\(Self.repository)/Sources/DocMergeCatalogs/de.po"
    let output = Program("msgfmt", in: folder.path).run(["--check", "-o", "de.mo", name])
    #expect(output.status == 0, "\(output)")
  }

  @Test func `people read German, programs read English`() {
    File("\(folder.path)/a.md").write(Array("a\n".utf8))
    let made = docmerge("init", ".", language: "de_DE.UTF-8")
    #expect(made.status == 0, "\(made)")
    let list = docmerge("list", language: "de_DE.UTF-8")
    #expect(list.messages == "Kein Dokument ist in Konflikt.\n")
    #expect(docmerge("list", language: "C").messages == "No document is in conflict.\n")
    let german = docmerge("status", "--json", language: "de_DE.UTF-8")
    #expect(german.text == docmerge("status", "--json", language: "C").text)
    #expect(!german.bytes.isEmpty)
  }

  @Test func `counts have the form of the language`() {
    let marked = "<<<<<<< A\nx\n=======\ny\n>>>>>>> B\n"
    File("\(folder.path)/one.md").write(Array(marked.utf8))
    File("\(folder.path)/two.md").write(Array((marked + marked).utf8))
    let one = docmerge("resolve", "--ours", "--dry-run", "one.md", language: "de_AT.UTF-8")
    let two = docmerge("resolve", "--ours", "--dry-run", "two.md", language: "de_AT.UTF-8")
    #expect(one.messages == "Würde auflösen in one.md: 1 Konflikt (ours).\n")
    #expect(two.messages == "Würde auflösen in two.md: 2 Konflikte (ours).\n")
  }

  @Test func `help and wrong usage are in German, too`() {
    let help = docmerge("list", "--help", language: "de_DE.UTF-8")
    #expect(help.text.contains("OPTIONEN:"))
    #expect(!help.text.contains("OVERVIEW"))
    #expect(!help.text.contains("List the documents"))
    #expect(help.text.contains("docmerge list --json | jq -r '.documents[].path'"))
    let usage = docmerge("list", "--unknown", language: "de_DE.UTF-8")
    #expect(usage.status == 64)
    #expect(usage.messages.hasPrefix("Fehler: "))
    #expect(usage.messages.contains("--unknown"))
  }
}
