import DocMergeArchive
import DocMergeCore
import Testing

@testable import DocMergeOffice

/// The lists of books: parts, reading order, and tables of contents.
@Suite struct BookListTests {
  /// A book whose chapters have the names of their files.
  private struct Book {
    var chapters = ["one", "two"]
    /// What stands in a chapter, where it is not its name.
    var texts: [String: String] = [:]
    var ids: [String: String] = [:]
    /// The number of the first point of the table of contents.
    var firstPoint = 1

    func file() throws -> [UInt8] {
      func all(_ line: (Int, String) -> String) -> String {
        chapters.enumerated().map { line($0, $1) }.joined()
      }
      let items = all { #"<item id="\#(ids[$1] ?? $1)" href="\#($1).xhtml"/>"# + "\n" }
      let spine = all { #"<itemref idref="\#(ids[$1] ?? $1)"/>"# + "\n" }
      let links = all { #"<li><a href="\#($1).xhtml">\#($1)</a></li>"# + "\n" }
      let points = all { index, name in
        let number = index + firstPoint
        return #"<navPoint id="np\#(number)" playOrder="\#(number)">"# + "\n"
          + "<navLabel><text>\(name)</text></navLabel>\n"
          + #"<content src="\#(name).xhtml"/>"# + "\n</navPoint>\n"
      }
      let lists = [
        ("mimetype", "application/epub+zip"),
        (
          "META-INF/container.xml",
          #"<container><rootfile full-path="content.opf"/></container>"#
        ),
        (
          "content.opf",
          "<package>\n<manifest>\n\(items)</manifest>\n<spine>\n\(spine)</spine>\n</package>\n"
        ),
        ("nav.xhtml", "<html>\n<nav>\n<ol>\n\(links)</ol>\n</nav>\n</html>\n"),
        ("toc.ncx", "<ncx>\n<navMap>\n\(points)</navMap>\n</ncx>\n"),
      ]
      let parts = chapters.map { name in
        ("\(name).xhtml", "<html>\n<p>\(texts[name] ?? name)</p>\n</html>\n")
      }
      return try ZipArchive(
        members: (lists + parts).map { name, text in
          ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
        }
      ).written()
    }
  }

  private func merged(
    _ ours: (inout Book) -> Void, _ theirs: (inout Book) -> Void,
    base: Book = Book(), policy: MergePolicy = .balanced
  ) throws -> [UInt8]? {
    var (one, other) = (base, base)
    ours(&one)
    theirs(&other)
    return try OfficeMerge.document(
      base: base.file(), ours: one.file(), theirs: other.file(), policy: policy)
  }

  private func expect(
    _ merged: [UInt8]?, _ chapters: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try #require(merged, sourceLocation: sourceLocation)
    let archive = try ZipArchive(bytes)
    func values(_ part: String, _ start: String) throws -> [String] {
      let text = String(decoding: try #require(archive[part]).contents(), as: UTF8.self)
      return text.split(separator: start).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    func names(_ part: String, _ start: String) throws -> [String] {
      try values(part, start).map { String($0.prefix { $0 != "." }) }
    }
    #expect(try names("content.opf", "idref=\"") == chapters, sourceLocation: sourceLocation)
    #expect(try names("nav.xhtml", "href=\"") == chapters, sourceLocation: sourceLocation)
    #expect(try names("toc.ncx", "src=\"") == chapters, sourceLocation: sourceLocation)
    #expect(
      try Set(names("content.opf", "href=\"")) == Set(chapters), sourceLocation: sourceLocation)
    #expect(
      try values("toc.ncx", "playOrder=\"") == chapters.indices.map { "\($0 + 1)" },
      sourceLocation: sourceLocation)
    let ids = try values("toc.ncx", "id=\"")
    #expect(Set(ids).count == ids.count, "\(ids)", sourceLocation: sourceLocation)
  }

  @Test func `chapters that both sides add are in all lists, in one order`() throws {
    try expect(
      merged({ $0.chapters.append("mine") }, { $0.chapters.append("yours") }),
      ["one", "two", "mine", "yours"])
    try expect(
      merged({ $0.chapters.append("mine") }, { $0.chapters.insert("start", at: 0) }),
      ["start", "one", "two", "mine"])
    try expect(
      merged({ $0.chapters.append("mine") }, { $0.chapters.remove(at: 0) }), ["two", "mine"])
    try expect(
      merged({ $0.chapters.append("same") }, { $0.chapters.append("same") }),
      ["one", "two", "same"])
  }

  @Test func `chapters with one name or one id are left to a person`() throws {
    #expect(
      try merged(
        {
          $0.chapters.append("new")
          $0.texts["new"] = "a"
        },
        {
          $0.chapters.append("new")
          $0.texts["new"] = "b"
        }) == nil)
    #expect(
      try merged(
        {
          $0.chapters.append("mine")
          $0.ids["mine"] = "x"
        },
        {
          $0.chapters.append("yours")
          $0.ids["yours"] = "x"
        }) == nil)
    #expect(
      try merged(
        { $0.chapters.append("mine") }, { $0.chapters.append("yours") }, policy: .strict) == nil)
  }

  @Test(arguments: ["two.xhtml", "./two.xhtml#end", "../two.xhtml"])
  func `a chapter that one side deletes and the other links to is left to a person`(
    _ address: String
  ) throws {
    let link = "<a href=\"\(address)\">see</a>"
    let left = try merged({ $0.chapters.remove(at: 1) }, { $0.texts["one"] = link })
    #expect(left == nil)
    var base = Book()
    base.texts["one"] = link
    // A link that the base has goes with the chapter.
    let merged = try merged(
      {
        $0.chapters.remove(at: 1)
        $0.texts["one"] = "one"
      }, { $0.chapters.append("three") }, base: base)
    try expect(merged, ["one", "three"])
  }

  @Test func `a table of contents that is numbered otherwise stays as it is`() throws {
    var base = Book()
    base.firstPoint = 7
    let merged = try #require(
      try merged({ $0.chapters.append("mine") }, { $0.texts["one"] = "other" }, base: base))
    let table = try #require(try ZipArchive(merged)["toc.ncx"]).contents()
    #expect(String(decoding: table, as: UTF8.self).contains("playOrder=\"9\""))
  }
}
