import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

extension LossTests {
  // MARK: - Damaged parts

  /// A document with its image damaged.
  private func damaged(_ bytes: [UInt8]) throws -> [UInt8] {
    var archive = try ZipArchive(bytes)
    for index in archive.members.indices where archive.members[index].name == Self.image {
      archive.members[index].stored[3] ^= 0xFF
    }
    return try archive.written()
  }

  private static let image = "word/media/image1.png"
  private static let picture =
    "<w:p><w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"Picture\"/><a:blip r:embed=\"rId4\"/>"
    + "</wp:inline></w:drawing></w:r></w:p>"

  @Test func `takes a damaged image from a version in which it is whole`() throws {
    var files = try around(Self.picture)
    files[1] = try damaged(files[1])
    let document = try OfficeMerge(base: files[0], ours: files[1], theirs: files[2])
      .document(.balanced)
    let package = try OfficePackage.read(try #require(document))
    #expect(try package.contents(Self.image) == Array("not really a picture".utf8))
  }

  @Test func `refuses an image that is damaged in all versions`() throws {
    let files = try around(Self.picture).map { try damaged($0) }
    #expect(throws: OfficeRefusal.damaged(part: Self.image)) {
      try OfficeMerge(base: files[0], ours: files[1], theirs: files[2]).document(.balanced)
    }
  }

  // MARK: - Lists

  /// A document with items, each of the list of an id; all lists are numbered alike.
  private func listed(_ items: [(id: Int, text: String)]) throws -> [UInt8] {
    let body = items.map { item in
      "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(item.id)\"/></w:numPr>"
        + "</w:pPr><w:r><w:t>\(item.text)</w:t></w:r></w:p>"
    }.joined()
    var archive = try ZipArchive(word(paragraph("All of it.") + body + paragraph("The end.")))
    let name = "word/numbering.xml"
    for index in archive.members.indices where archive.members[index].name == name {
      let text = String(decoding: try archive.members[index].contents(), as: UTF8.self)
      let lists = Set(items.map(\.id)).subtracting([4]).sorted().map {
        "<w:num w:numId=\"\($0)\"><w:abstractNumId w:val=\"3\"/></w:num>"
      }.joined()
      let all = text.replacingOccurrences(of: "</w:numbering>", with: "\(lists)</w:numbering>")
      archive.members[index] = ZipMember(
        name: name, contents: Array(all.utf8), like: nil, time: 0x5000_0000)
    }
    return try archive.written()
  }

  private func listIds(_ root: XMLElement) -> [String: Set<String>] {
    var ids: [String: Set<String>] = [:]
    root.forEach { element in
      guard element.name == "w:p",
        let id = element.first("w:pPr")?.first("w:numPr")?.first("w:numId")?["w:val"]
      else { return }
      element.forEach { if $0.name == "w:t" { ids[id, default: []].insert($0.text) } }
    }
    return ids
  }

  @Test func `keeps lists that both sides added apart, though they are numbered alike`() throws {
    let base = [(id: 4, text: "one"), (id: 4, text: "two")]
    let root = try merged([
      listed(base), listed([(id: 5, text: "ours"), (id: 5, text: "mine")] + base),
      listed(base + [(id: 5, text: "theirs"), (id: 5, text: "other")]),
    ])
    #expect(
      Set(listIds(root).values) == [["one", "two"], ["ours", "mine"], ["theirs", "other"]])
  }

  @Test func `takes a list that both sides added once`() throws {
    let base = [(id: 4, text: "one"), (id: 4, text: "two")]
    let added = base + [(id: 5, text: "new"), (id: 5, text: "items")]
    let root = try merged([
      listed(base), listed(added), listed([(id: 4, text: "ONE")] + added.dropFirst()),
    ])
    #expect(Set(listIds(root).values) == [["ONE", "two"], ["new", "items"]])
  }
}
