import DocMergeArchive
import DocMergeLanguage

/// A document of Word: its parts, and the names by which its text refers to them in all versions.
///
/// Ids of references, lists, notes and comments are numbers that each program counts anew. While a document
/// is merged each is replaced by a name that says what it leads to, so that equal things are equal.
struct WordDocument {
  var package: OfficePackage
  /// The name of the part with the text.
  let part: String
  var relationships: Relationships
  /// The references of the parts beside the text: those with notes and comments by kinds such as `footnotes`,
  /// headers and footers by the names of their parts.
  private(set) var sideReferences: [String: Relationships] = [:]
  /// Headers and footers, by the names of their parts.
  let pages: [String: XMLElement]
  var numbering: WordNumbering
  let styles: WordStyles
  /// Notes by kind and id.
  let notes: [String: XMLElement]
  /// The names of bookmarks by their ids, which the text, each header or footer and each note count by themselves.
  private(set) var bookmarks: [String: [String: String]] = [:]
  /// The text, as it is in its part.
  let root: XMLDocument
  /// The names of comments by their ids.
  private(set) var commentNames: [String: String] = [:]
  /// The comments by their names.
  private(set) var commentsByName: [String: XMLElement] = [:]
  private var relationshipNames: [String: String] = [:]

  /// The kinds of references whose parts are no text: they are known by what they hold.
  static let contentKinds: Set = [
    "image", "oleObject", "package", "chart", "hyperlink", "video", "audio",
  ]

  /// The parts beside the text whose elements the text leads to.
  static let sideKinds = ["footnotes", "endnotes", "comments"]

  init(_ package: OfficePackage) throws(OfficeRefusal) {
    self.package = package
    let main = try Relationships(of: "", in: package).list.first { $0.kind == "officeDocument" }
    guard let main else {
      throw .malformed(part: "_rels/.rels", reason: tr("it names no document"))
    }
    part = main.target.hasPrefix("/") ? String(main.target.dropFirst()) : main.target
    guard let root = try package.xml(part), root.root.first("w:body") != nil else {
      throw .malformed(part: part, reason: tr("it has no text"))
    }
    self.root = root
    let relationships = try Relationships(of: part, in: package)
    self.relationships = relationships
    numbering = try WordNumbering(Self.part("numbering", relationships, package))
    styles = try WordStyles(Self.part("styles", relationships, package))
    let sides = try Self.sideReferences(relationships, package)
    let pages = try Self.pages(root, relationships, package)
    sideReferences = sides.merging(pages.mapValues(\.references), uniquingKeysWith: { $1 })
    self.pages = pages.mapValues(\.root)
    notes = try Self.notes(relationships, sides, package)
    nameBookmarks(root.root, in: part)
    for (place, element) in self.pages.merging(notes, uniquingKeysWith: { $1 }) {
      nameBookmarks(element, in: place)
    }
    // A part beside the text has references of its own, whose ids are those of other things in the text.
    for comment in try Self.part("comments", relationships, package)?.root.elements ?? [] {
      nameComment(Self.withNames(comment, sides["comments"], package))
    }
    for relationship in relationships.list {
      relationshipNames[relationship.id] = Self.name(of: relationship, relationships, package)
    }
  }

  /// The references of the parts beside the text, by their kinds.
  private static func sideReferences(
    _ relationships: Relationships, _ package: OfficePackage
  ) throws(OfficeRefusal) -> [String: Relationships] {
    var references: [String: Relationships] = [:]
    for kind in sideKinds {
      let part = relationships.list.first { $0.kind == kind }.map { relationships.part(of: $0) }
      if let part { references[kind] = try Relationships(of: part, in: package) }
    }
    return references
  }

  /// The headers and footers that the text uses, with their references, by the names of their parts.
  private static func pages(
    _ root: XMLDocument, _ relationships: Relationships, _ package: OfficePackage
  ) throws(OfficeRefusal) -> [String: (root: XMLElement, references: Relationships)] {
    var used: Set<String> = []
    root.root.forEach { element in
      for attribute in element.attributes where attribute.name == "r:id" {
        used.insert(attribute.value)
      }
    }
    var pages: [String: (root: XMLElement, references: Relationships)] = [:]
    for relationship in relationships.list
    where ["header", "footer"].contains(relationship.kind) && used.contains(relationship.id) {
      let part = relationships.part(of: relationship)
      guard let document = try package.xml(part) else { continue }
      let references = try Relationships(of: part, in: package)
      pages[part] = (withNames(document.root, references, package), references)
    }
    return pages
  }

  /// The notes, by kind and id.
  private static func notes(
    _ relationships: Relationships, _ sides: [String: Relationships], _ package: OfficePackage
  ) throws(OfficeRefusal) -> [String: XMLElement] {
    var notes: [String: XMLElement] = [:]
    for kind in ["footnote", "endnote"] {
      for note in try part(kind + "s", relationships, package)?.root.elements ?? [] {
        guard let id = note["w:id"] else { continue }
        notes["\(kind) \(id)"] = withNames(note, sides[kind + "s"], package)
      }
    }
    return notes
  }

  /// Names a comment by what it holds, with a number for each of several that hold the same.
  private mutating func nameComment(_ comment: XMLElement) {
    guard let id = comment["w:id"] else { return }
    let content = contentName(of: cleaned(comment.without("w:id")).xml)
    var number = 1
    while commentsByName["\(content) \(number)"] != nil { number += 1 }
    commentNames[id] = "\(content) \(number)"
    commentsByName["\(content) \(number)"] = comment
  }

  /// The texts of the paragraphs of each list, by its id.
  var listItems: [String: [String]] {
    var items: [String: [String]] = [:]
    root.root.forEach { element in
      guard element.name == "w:p",
        let id = element.first("w:pPr")?.first("w:numPr")?.first("w:numId")?["w:val"]
      else { return }
      var text = ""
      element.forEach { if $0.name == "w:t" { text += $0.text } }
      items[id, default: []].append(text)
    }
    return items
  }

  private static func part(
    _ kind: String, _ relationships: Relationships, _ package: OfficePackage
  ) throws(OfficeRefusal) -> XMLDocument? {
    guard let relationship = relationships.list.first(where: { $0.kind == kind }) else {
      return nil
    }
    return try package.xml(relationships.part(of: relationship))
  }

  /// The name of the part of a kind, such as `footnotes`; `nil` where there is none.
  func partName(_ kind: String) -> String? {
    relationships.list.first { $0.kind == kind }.map { relationships.part(of: $0) }
  }

  /// Styles with the names of lists in the place of their ids.
  func withListNames(_ styles: XMLElement) -> XMLElement {
    styles.mapping { element in
      guard element.name == "w:numId", let id = element["w:val"] else { return element }
      var element = element
      element["w:val"] = numbering.names[id] ?? id
      return element
    } ?? styles
  }

  // MARK: - Names for ids

  /// The element with names in the place of ids, and without what each program writes anew.
  func cleaned(_ element: XMLElement) -> XMLElement {
    element.mapping { element in
      var element = element
      element.attributes = element.attributes.compactMap { attribute in
        Self.isNoise(attribute.name, of: element.name) ? nil : named(attribute, of: element.name)
      }
      return Self.isNoise(element.name) ? nil : element
    } ?? element
  }

  private func named(
    _ attribute: XMLElement.Attribute, of element: String
  ) -> XMLElement.Attribute {
    var attribute = attribute
    if attribute.name.hasPrefix("r:") {
      attribute.value =
        relationshipNames[attribute.value] ?? attribute.value
    } else if element == "w:numId", attribute.name == "w:val" {
      attribute.value = numbering.names[attribute.value] ?? attribute.value
    }
    return attribute
  }

  /// What a reference leads to, as a name.
  static func name(
    of relationship: Relationships.Relationship, _ relationships: Relationships,
    _ package: OfficePackage
  ) -> String {
    let part = relationships.part(of: relationship)
    let content = contentKinds.contains(relationship.kind) ? package[part]?.contentName : nil
    let target = relationship.isExternal ? relationship.target : content ?? part
    return "\(relationship.kind)|\(relationship.isExternal)|\(target)"
  }

  /// An element of a part beside the text, with names in the place of its references.
  private static func withNames(
    _ element: XMLElement, _ relationships: Relationships?, _ package: OfficePackage
  ) -> XMLElement {
    guard let relationships, !relationships.list.isEmpty, element.hasReferences else {
      return element
    }
    return element.mapping { element in
      var element = element
      for index in element.attributes.indices
      where element.attributes[index].name.hasPrefix("r:") {
        guard let found = relationships[element.attributes[index].value] else { continue }
        element.attributes[index].value = name(of: found, relationships, package)
      }
      return element
    } ?? element
  }

  private static func isNoise(_ attribute: String, of element: String) -> Bool {
    attribute.hasPrefix("w:rsid") || attribute == "w14:paraId" || attribute == "w14:textId"
      || attribute == "id" && ["wp:docPr", "pic:cNvPr"].contains(element)
      || attribute == "w:id" && ["w:ins", "w:del", "w:moveFrom", "w:moveTo"].contains(element)
  }

  private mutating func nameBookmarks(_ element: XMLElement, in place: String) {
    element.forEach { element in
      guard element.name == "w:bookmarkStart", let id = element["w:id"],
        bookmarks[place]?[id] == nil
      else { return }
      bookmarks[place, default: [:]][id] = element["w:name"] ?? id
    }
  }

  /// Whether an element is a mark of a bookmark that LibreOffice makes of the comments in deleted text.
  ///
  ///     <w:bookmarkStart w:id="3" w:name="____ Copy 1"/>
  func isCopy(_ element: XMLElement, in place: String) -> Bool {
    guard element.name == "w:bookmarkStart" || element.name == "w:bookmarkEnd",
      let name = element["w:name"] ?? element["w:id"].flatMap({ bookmarks[place]?[$0] })
    else { return false }
    return name.hasPrefix("____ Copy ") || name.hasPrefix("____Copy ")
  }

  private static func isNoise(_ element: String) -> Bool {
    element == "w:proofErr" || element == "w:lastRenderedPageBreak"
  }
}

extension XMLElement {
  /// Whether it, or an element in it, refers to another part or to an address.
  var hasReferences: Bool {
    attributes.contains { $0.name.hasPrefix("r:") } || elements.contains(where: \.hasReferences)
  }

  /// Whether it, or an element in it, is of a name that begins in one of some ways.
  func holds(_ beginnings: [String]) -> Bool {
    beginnings.contains { name.hasPrefix($0) } || elements.contains { $0.holds(beginnings) }
  }

  /// The element without an attribute.
  func without(_ attribute: String) -> XMLElement {
    var element = self
    element[attribute] = nil
    return element
  }
}

/// What the styles of a document of Word say of the place of a paragraph in the text.
struct WordStyles {
  private var levels: [String: Int] = [:]
  private var listed: Set<String> = []
  private var parents: [String: String] = [:]

  init(_ document: XMLDocument?) {
    for style in document?.root.elements ?? [] where style.name == "w:style" {
      guard let id = style["w:styleId"] else { continue }
      parents[id] = style.first("w:basedOn")?["w:val"]
      let properties = style.first("w:pPr")
      if let level = properties?.first("w:outlineLvl")?["w:val"].flatMap({ Int($0) }) {
        levels[id] = level
      }
      if properties?.first("w:numPr")?.first("w:numId") != nil { listed.insert(id) }
    }
  }

  /// The level of a heading, from 0; `nil` for other paragraphs.
  func level(of style: String) -> Int? { chain(style).lazy.compactMap { levels[$0] }.first }

  /// Whether paragraphs of a style are items of a list.
  func isListed(_ style: String) -> Bool { chain(style).contains(where: listed.contains) }

  /// The style, and those that it is based on.
  private func chain(_ style: String) -> [String] {
    var chain = [style]
    while chain.count < 20, let last = chain.last, let parent = parents[last] {
      chain.append(parent)
    }
    return chain
  }
}
