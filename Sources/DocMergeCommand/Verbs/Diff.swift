import ArgumentParser
import DocMerge

/// The verb `docmerge diff`.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the differences between versions of a document.",
    discussion: """
      Without versions: of a document in conflict, the differences of the second version from the \
      current one; of another, what is not saved yet. With one version, the differences of the folder \
      from it. On a terminal the words that changed are highlighted. In a git repository, shows how theirs \
      differs from ours, or one of @base, @ours, @theirs from another.

      Examples:
        docmerge diff todo.md
        docmerge diff todo.md @base @2
        docmerge diff todo.md 3be1f0aa
      """)

  @Argument(help: "The document.", completion: .file()) var document: String
  @Argument(help: "The old version.") var a: String?
  @Argument(help: "The new version; by default what lies in the folder.") var b: String?

  func run() throws {
    if let git = try GitSource.current() { return try GitList(source: git).diff(document, a, b) }
    let finder = try DocumentFinder()
    let container = finder.container
    let document = try finder.downloaded(document)
    let (old, new) = try texts(document, container, finder)
    guard old.bytes != new.bytes else { return }
    guard !isBinary(old.bytes), !isBinary(new.bytes) else {
      Console.print("\(document.path.display): binary contents differ")
      return
    }
    let labels = UnifiedDiff.Labels(old: old.label, new: new.label)
    DiffPrinter(diff: unifiedDiff(old: old.bytes, new: new.bytes, labels: labels)).print()
  }

  private typealias Text = (label: String, bytes: [UInt8])

  private func texts(
    _ document: DocumentSummary, _ container: Container, _ finder: DocumentFinder
  ) throws -> (Text, Text) {
    func saved(_ version: Version) throws -> Text {
      let label = "\(document.path.display)@\(version.id.short)"
      return (label, try Diff.text(container.contents(of: version)))
    }
    func inFolder() throws -> Text {
      (document.path.display, try Diff.text(container.contentsInFolder(of: document)))
    }
    let old = try a.map { try finder.version($0, of: document) }
    let new = try b.map { try finder.version($0, of: document) }
    if let old, let new { return (try saved(old), try saved(new)) }
    if let old { return (try saved(old), try inFolder()) }
    if document.isInConflict {
      return (try saved(document.heads[0]), try saved(document.heads[1]))
    }
    return (try saved(document.current), try inFolder())
  }

  /// What is compared: the bytes, the target of a link, or the list of a package's files.
  private static func text(_ contents: DocumentContents) -> [UInt8] {
    switch contents {
    case .file(let bytes, _): bytes
    case .symlink(let target): target + [UInt8(ascii: "\n")]
    case .package(let members):
      members.flatMap { Array("\($0.path.display)  \(Words.size(Int64($0.bytes.count)))\n".utf8) }
    case .deleted: []
    }
  }
}
