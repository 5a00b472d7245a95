import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Testing

@testable import DocMergeOffice

@Suite struct RichMergeTests {
  private static let forms = [OfficeForm.word, .openDocumentText]

  private func lines(_ file: [UInt8]) throws -> DocumentLines {
    let package = try OfficePackage.read(file)
    return DocumentLines(
      try OfficeForm.of(package) == .word
        ? WordCodec.text(of: WordDocument(package)) : OpenCodec.text(of: OpenDocument(package)))
  }

  @Test(arguments: forms)
  func `keeps everything that nobody edited`(form: OfficeForm) throws {
    let rich = RichDocument.of(form)
    let changes = [
      "alpha": "ALPHA", "beta": "BETA", "gamma": "GAMMA", "delta": "DELTA", "epsilon": "EPSILON",
      "zeta": "ZETA", "eta<": "ETA<", "theta": "THETA", "Inner": "INNER", "First note": "The note",
      "last": "LAST",
    ]
    for (one, other) in [
      ("alpha", "theta"), ("beta", "zeta"), ("gamma", "delta"), ("epsilon", "eta<"),
      ("First note", "last"), ("Inner", "theta"),
    ] {
      let merged = try OfficeMerge(
        base: rich.file(), ours: rich.file(replacing: [one: changes[one] ?? ""]),
        theirs: rich.file(replacing: [other: changes[other] ?? ""])
      ).document(.balanced)
      let expected = try rich.file(replacing: [
        one: changes[one] ?? "", other: changes[other] ?? "",
      ])
      let (found, wanted) = (try lines(try #require(merged)), try lines(expected))
      #expect(found.shown.map(\.text) == wanted.shown.map(\.text))
      #expect(found.isSame(as: wanted))
    }
  }

  @Test(arguments: forms)
  func `shows everything as text`(form: OfficeForm) throws {
    let text = String(
      decoding: try OfficeView.text(of: RichDocument.of(form).file()), as: UTF8.self)
    let start = """
      # Title alpha

      Plain beta with a link, a tab\tand \(form == .word ? "" : "  ")a break↵here※

      Marked gamma commented

      - Item delta
      """
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains("| Cell \\| zeta | one ¶ two |\n| --- |\n|  | last |\n"), "\(text)")
    #expect(text.contains("Contents eta\n\n::::\n\n\\\n\nThe end theta\n"), "\(text)")
    #expect(text.hasSuffix("※ \(form == .word ? " " : "")First note\n\n※… goes on\n"), "\(text)")
  }

  @Test(arguments: forms)
  func `never crashes on elements that were changed, and never makes up a document`(
    form: OfficeForm
  ) throws {
    let rich = RichDocument.of(form)
    let root = try XMLDocument(Array(rich.xml.utf8), named: "text").root
    let base = try rich.file()
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: seed)
      let versions = try (0..<2).map { _ in
        try rich.file(text: mutated(root, &generator).xml)
      }
      guard let office = try? OfficeMerge(base: base, ours: versions[0], theirs: versions[1]),
        let merged = try? office.document(.eager)
      else { continue }
      // What is written can be read, and merged with itself it stays what it is.
      let again = try OfficeMerge(base: merged, ours: merged, theirs: merged)
      #expect(try again.document(.strict) != nil, "seed \(seed)")
    }
  }

  /// The element with some in it taken away, doubled, renamed or without an attribute.
  private func mutated(_ root: XMLElement, _ generator: inout SeededGenerator) -> XMLElement {
    var random = generator
    let changed = root.mapping { element in
      guard element.name != root.name, random.once(in: 60) else { return element }
      var element = element
      switch random.number(0...5) {
      case 0: return nil
      case 1: element.children += element.children
      case 2: element.children = []
      case 3: element.attributes = []
      case 4:
        element.name =
          ["w:p", "w:r", "text:p", "text:list", "table:table", "w:tbl"][random.number(0...5)]
      default: element.children.append(.text("new \(random.number(0...9))"))
      }
      return element
    }
    generator = random
    return changed ?? root
  }
}
