import DocMergeArchive
import DocMergeLanguage

/// A presentation of PowerPoint: its slides, and the names by which they refer to other parts in all versions.
struct PowerPointDocument {
  /// A slide, or the notes of one: a part with shapes, and what it refers to.
  struct Page {
    var part: String
    var document: XMLDocument
    var relationships: Relationships
  }

  /// A slide, and its notes.
  struct Slide {
    /// The id that the presentation knows it by.
    var id: String
    var page: Page
    var notes: Page?
  }

  var package: OfficePackage
  /// The name of the part with the list of slides.
  let part: String
  var relationships: Relationships
  let root: XMLDocument
  let slides: [Slide]

  init(_ package: OfficePackage) throws(OfficeRefusal) {
    self.package = package
    let main = try Relationships(of: "", in: package).list.first { $0.kind == "officeDocument" }
    guard let main else {
      throw .malformed(part: "_rels/.rels", reason: tr("it names no document"))
    }
    part = main.target.hasPrefix("/") ? String(main.target.dropFirst()) : main.target
    guard let root = try package.xml(part), root.root.first("p:sldMasterIdLst") != nil else {
      throw .malformed(part: part, reason: tr("it has no slides"))
    }
    self.root = root
    let relationships = try Relationships(of: part, in: package)
    self.relationships = relationships
    var slides: [Slide] = []
    for entry in root.root.first("p:sldIdLst")?.elements ?? [] {
      guard let id = entry["id"], let reference = entry["r:id"].flatMap({ relationships[$0] }),
        let page = try Self.page(relationships.part(of: reference), in: package)
      else { throw .malformed(part: part, reason: tr("a slide is missing")) }
      let notes = page.relationships.list.first { $0.kind == "notesSlide" }
      slides.append(
        Slide(
          id: id, page: page,
          notes: try notes.flatMap { notes throws(OfficeRefusal) in
            try Self.page(page.relationships.part(of: notes), in: package)
          }))
    }
    self.slides = slides
    try checkReferences()
  }

  private static func page(
    _ part: String, in package: OfficePackage
  ) throws(OfficeRefusal) -> Page? {
    guard let document = try package.xml(part) else { return nil }
    return Page(
      part: part, document: document, relationships: try Relationships(of: part, in: package))
  }

  /// Refuses what leads to shapes by their ids, which programs count anew, and sections of slides.
  private func checkReferences() throws(OfficeRefusal) {
    var reason: String?
    for slide in slides {
      slide.page.document.root.forEach { element in
        if element["spid"] != nil { reason = tr("a slide has animations") }
        if ["a:stCxn", "a:endCxn"].contains(element.name) {
          reason = tr("a line connects two shapes")
        }
      }
    }
    root.root.forEach { if $0.name == "p14:sectionLst" { reason = tr("slides are in sections") } }
    if let reason { throw .malformed(part: part, reason: reason) }
  }

  // MARK: - Names

  /// An element of a page with names in the place of ids, and without what each program writes anew.
  func cleaned(_ element: XMLElement, of page: Page) -> XMLElement {
    Self.withoutNoise(element).mapping { element in
      var element = element
      for index in element.attributes.indices
      where element.attributes[index].name.hasPrefix("r:") {
        guard let found = page.relationships[element.attributes[index].value] else { continue }
        element.attributes[index].value = name(of: found, page.relationships)
      }
      return element
    } ?? element
  }

  /// An element without what each program writes anew.
  static func withoutNoise(_ element: XMLElement) -> XMLElement {
    element.mapping { element in
      var element = element
      element.attributes.removeAll { isNoise($0.name, of: element.name) }
      // The number of a slide is computed.
      if element.name == "a:fld", element["type"] == "slidenum" {
        element.children = element.elements.map { child in
          .element(
            child.name == "a:t" ? XMLElement("a:t", children: [.text("‹#›")]) : child)
        }
      }
      element.children.removeAll { child in
        if case .text(let text) = child {
          return text.allSatisfy(\.isWhitespace) && element.name != "a:t"
        }
        return false
      }
      return element
    } ?? element
  }

  /// What a reference leads to, as a name.
  func name(
    of relationship: Relationships.Relationship, _ relationships: Relationships
  ) -> String {
    WordDocument.name(of: relationship, relationships, package)
  }

  private static func isNoise(_ attribute: String, of element: String) -> Bool {
    attribute == "id" && ["p:cNvPr", "a:fld"].contains(element)
      || ["dirty", "err", "smtClean"].contains(attribute) && element.hasSuffix("RPr")
  }
}
