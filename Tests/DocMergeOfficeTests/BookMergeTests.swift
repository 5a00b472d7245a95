import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import Testing

@testable import DocMergeOffice

/// Books in EPUB, merged text by text.
@Suite struct BookMergeTests {
  /// A book of chapters, each a list of paragraphs.
  private struct Book {
    var chapters = [["One fox ran.", "It was quick."], ["Two bears slept.", "They were slow."]]
    var images = ["a.png": "first"]
    var title = "Animals"
    var date = "2026-01-01T00:00:00Z"
    var others: [String: String] = [:]

    func file() throws -> [UInt8] {
      let container =
        "<container><rootfiles><rootfile full-path=\"OEBPS/content.opf\"/></rootfiles></container>"
      let items =
        chapters.indices.map {
          "    <item id=\"c\($0)\" href=\"c\($0).xhtml\" media-type=\"application/xhtml+xml\"/>\n"
        }.joined()
        + images.keys.sorted().map {
          "    <item id=\"\($0)\" href=\"\($0)\" media-type=\"image/png\"/>\n"
        }.joined()
      let spine = chapters.indices.map { "    <itemref idref=\"c\($0)\"/>\n" }.joined()
      let list = """
        <package>
          <metadata>
            <title>\(title)</title>
            <meta property="dcterms:modified">\(date)</meta>
          </metadata>
          <manifest>
        \(items)  </manifest>
          <spine>
        \(spine)  </spine>
        </package>

        """
      var parts = [
        ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container),
        ("OEBPS/content.opf", list),
      ]
      for (index, paragraphs) in chapters.enumerated() {
        let body = paragraphs.map { "    <p>\($0)</p>\n" }.joined()
        parts.append(
          (
            "OEBPS/c\(index).xhtml",
            "<html>\n  <body>\n\(body)  </body>\n</html>\n"
          ))
      }
      parts += images.sorted { $0.key < $1.key }.map { ("OEBPS/\($0)", $1) }
      parts += others.sorted { $0.key < $1.key }.map { ($0, $1) }
      return try ZipArchive(
        members: parts.map { name, text in
          ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
        }
      ).written()
    }
  }

  private func book(_ change: (inout Book) -> Void = { _ in }) throws -> [UInt8] {
    var book = Book()
    change(&book)
    return try book.file()
  }

  private func text(_ bytes: [UInt8], _ part: String) throws -> String {
    let member = try #require(try ZipArchive(bytes)[part])
    return String(decoding: try member.contents(), as: UTF8.self)
  }

  @Test func `merges chapters, lists and images of both sides`() throws {
    let merged = try #require(
      try OfficeMerge.document(
        base: book(),
        ours: book {
          $0.chapters[0][0] = "One red fox ran."
          $0.chapters.append(["Three owls flew."])
          $0.date = "2026-02-01T00:00:00Z"
        },
        theirs: book {
          $0.chapters[1][1] = "They were very slow."
          $0.images["b.png"] = "second"
          $0.date = "2026-03-01T00:00:00Z"
        }, policy: .balanced))
    #expect(try text(merged, "OEBPS/c0.xhtml").contains("One red fox"))
    #expect(try text(merged, "OEBPS/c1.xhtml").contains("very slow"))
    #expect(try text(merged, "OEBPS/c2.xhtml").contains("Three owls"))
    #expect(try text(merged, "OEBPS/b.png") == "second")
    let list = try text(merged, "OEBPS/content.opf")
    for words in ["c2.xhtml", "b.png", "idref=\"c2\"", ">2026-03-01T00:00:00Z<"] {
      #expect(list.contains(words), "\(list)")
    }
    let archive = try ZipArchive(merged)
    #expect(archive.members.first?.name == "mimetype")
    #expect(archive.members.first?.method == .stored)
  }

  @Test func `adds new parts in one order, wherever it merges`() throws {
    let merged = try #require(
      try OfficeMerge.document(
        base: book(), ours: book { $0.chapters[0][0] = "One red fox ran." },
        theirs: book { book in book.chapters += (2..<9).map { ["Chapter \($0)."] } },
        policy: .balanced))
    let names = try ZipArchive(merged).members.map(\.name)
    #expect(names.suffix(7) == (2..<9).map { "OEBPS/c\($0).xhtml" })
  }

  @Test func `leaves words that both sides changed to a person, and writes what they take`() throws
  {
    let office = try OfficeMerge(
      base: book(), ours: book { $0.chapters[0][0] = "One old fox ran." },
      theirs: book { $0.chapters[0][0] = "One young fox ran." })
    let merge = try office.merge(TextMergeOptions(policy: .strict))
    #expect(merge.contents.conflicts.count == 1)
    for (takesOurs, word) in [(true, "old"), (false, "young")] {
      let said = merge.contents.regions.flatMap { region -> [UInt8] in
        switch region {
        case .agreed(let agreed): Array(agreed.bytes)
        case .conflict(let conflict): Array(takesOurs ? conflict.ours : conflict.theirs)
        }
      }
      #expect(try text(office.composed(said), "OEBPS/c0.xhtml").contains("One \(word) fox ran."))
    }
  }

  @Test func `leaves a chapter that one side deleted and the other changed`() throws {
    let office = try OfficeMerge(
      base: book(), ours: book { $0.chapters.removeLast() },
      theirs: book { $0.chapters[1][0] = "Two big bears slept." })
    #expect(try office.document(.balanced) == nil)
    let deleted = try OfficeMerge.document(
      base: book(), ours: book { $0.chapters.removeLast() },
      theirs: book { $0.chapters[0][0] = "One big fox ran." }, policy: .balanced)
    let archive = try ZipArchive(try #require(deleted))
    #expect(archive["OEBPS/c1.xhtml"] == nil)
  }

  @Test func `refuses an image that both sides replaced, and encrypted texts`() throws {
    #expect(throws: OfficeRefusal.bothChanged(part: "OEBPS/a.png")) {
      try OfficeMerge.document(
        base: book(), ours: book { $0.images["a.png"] = "ours" },
        theirs: book { $0.images["a.png"] = "theirs" }, policy: .eager)
    }
    let hidden = try book {
      $0.others["META-INF/encryption.xml"] =
        "<encryption><CipherReference URI=\"OEBPS/c0.xhtml\"/></encryption>"
    }
    #expect(throws: OfficeRefusal.encrypted) { try OfficeView.text(of: hidden) }
    let font = try book {
      $0.others["META-INF/encryption.xml"] =
        "<encryption><CipherReference URI=\"OEBPS/font.otf\"/></encryption>"
    }
    #expect(try !OfficeView.text(of: font).isEmpty)
  }

  @Test func `shows a book in the order in which it is read`() throws {
    let shown = String(decoding: try OfficeView.text(of: book()), as: UTF8.self)
    let names = shown.split(separator: "\n").filter { $0.hasPrefix(":::: ") }.map {
      $0.dropFirst(5)
    }
    #expect(names == ["OEBPS/content.opf", "OEBPS/c0.xhtml", "OEBPS/c1.xhtml"])
  }
}
