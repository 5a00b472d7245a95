import DocMergeArchive
import DocMergeLanguage

/// Writes slides to a presentation of PowerPoint, each as a part.
struct PowerPointWriter {
  /// The presentation that the slides are written to: ours, with all other parts merged.
  var target: PowerPointDocument
  /// Ours, theirs and the base.
  let sources: [PowerPointDocument]
  /// The slides of ours, each with its lines.
  let oursLines: [(name: String, lines: ArraySlice<Line>)]

  /// The references of the part that is written.
  private var own: Relationships
  private var refusal: OfficeRefusal?
  /// The slide that is written, as a person calls it.
  private var place = ""
  /// How many fields were written; each has an id.
  private var fields = 0

  init(
    target: PowerPointDocument, sources: [PowerPointDocument],
    oursLines: [(name: String, lines: ArraySlice<Line>)]
  ) {
    (self.target, self.sources, self.oursLines) = (target, sources, oursLines)
    own = target.relationships
  }

  /// The package with the slides in it.
  ///
  /// - Throws: ``OfficeRefusal`` for what cannot be written.
  mutating func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    let slides = text.slides
    guard slides.reduce(0, { $0 + $1.lines.count }) == text.lines.count else {
      throw .unaccounted(in: tr("the slides"))
    }
    var used: Set<Int> = []
    var written: [(id: String?, part: String)] = []
    for slide in slides {
      let index = oursLines.firstIndex { $0.name == slide.name }
      if let index, used.insert(index).inserted {
        let known = sources[0].slides[index]
        let isSame =
          oursLines[index].lines.count == slide.lines.count
          && zip(oursLines[index].lines, slide.lines).allSatisfy { $0.isSame(as: $1) }
        if !isSame { try write(slide.lines, over: known) }
        written.append((known.id, known.page.part))
      } else {
        written.append((nil, try write(slide.lines, over: nil)))
      }
    }
    for (index, slide) in sources[0].slides.enumerated() where !used.contains(index) {
      remove(slide.page)
      if let notes = slide.notes { remove(notes) }
    }
    try writeList(written, text.properties)
    if let refusal { throw refusal }
    try dropUnusedMedia()
    try ContentTypes.dropMissing(of: &target.package)
    return target.package
  }

  private mutating func remove(_ page: PowerPointDocument.Page) {
    target.package[page.part] = nil
    target.package[page.relationships.name] = nil
  }

  // MARK: - Slides

  /// Writes a slide and its notes, in the parts of one that there was or in new ones; returns its part.
  @discardableResult
  private mutating func write(
    _ lines: ArraySlice<Line>, over known: PowerPointDocument.Slide?
  ) throws(OfficeRefusal) -> String {
    let start = lines.firstIndex { line in
      if case .open(let container) = line { return container.element.isNotes }
      return false
    }
    let notes = start.map { lines[$0...].dropLast() }
    let part = known?.page.part ?? freePart("ppt/slides/slide", like: \.page)
    var references: [(type: String, part: String)] = []
    if let notes {
      let own = known?.notes?.part ?? freePart("ppt/notesSlides/notesSlide") { $0.notes }
      try write(notes, to: own, referring: [(Self.type("slide"), part)])
      try name(own, "notesSlide")
      references.append((Self.type("notesSlide"), own))
    } else if let old = known?.notes {
      remove(old)
    }
    let shapes = start.map { lines[..<$0] + [.close] } ?? lines
    try write(shapes, to: part, referring: references)
    try name(part, "slide")
    return part
  }

  private static func type(_ kind: String) -> String {
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/\(kind)"
  }

  private mutating func name(_ part: String, _ kind: String) throws(OfficeRefusal) {
    try ContentTypes.name(
      part, "application/vnd.openxmlformats-officedocument.presentationml.\(kind)+xml",
      byEnding: false, in: &target.package)
  }

  private func freePart(
    _ stem: String, like page: (PowerPointDocument.Slide) -> PowerPointDocument.Page?
  ) -> String {
    let taken = Set(sources[0].slides.compactMap { page($0)?.part })
    var number = 1
    while taken.contains("\(stem)\(number).xml") || target.package["\(stem)\(number).xml"] != nil {
      number += 1
    }
    return "\(stem)\(number).xml"
  }

  /// Writes a page, and what it refers to.
  private mutating func write(
    _ lines: ArraySlice<Line>, to part: String, referring known: [(type: String, part: String)]
  ) throws(OfficeRefusal) {
    own = try Relationships(of: part, in: OfficePackage(ZipArchive(members: [])))
    guard case .open(let container)? = lines.first, var root = container.element.elements.first
    else { throw .unaccounted(in: tr("the slides")) }
    place = container.name
    for reference in container.element.elements.dropFirst() {
      _ = self.reference(reference["r:id"] ?? "")
    }
    for (type, part) in known {
      _ = own.add(type: type, target: Self.relative(part), isExternal: false)
    }
    root = root.filled(with: try shapes(lines.dropFirst().dropLast()))
    var number = 0
    root = numbered(root, &number)
    let model = sources.lazy.flatMap(\.pages).first { $0.document.root.name == root.name }
    guard var document = model?.document else { throw .unaccounted(in: place) }
    document.root = root
    target.package.write(document, to: part)
    target.package.write(own.document, to: own.name)
  }

  private func shapes(
    _ lines: ArraySlice<Line>
  ) throws(OfficeRefusal) -> [XMLElement] {
    var shapes: [XMLElement] = []
    var open: (element: XMLElement, paragraphs: [XMLElement])?
    for line in lines {
      switch line {
      case .opaque(let container) where open == nil: shapes.append(container.element)
      case .open(let container) where open == nil: open = (container.element, [])
      case .paragraph(let paragraph) where open != nil:
        open?.paragraphs.append(DrawingText.element(paragraph))
      case .close:
        guard let (element, paragraphs) = open else { throw .unaccounted(in: place) }
        // A text has a paragraph, or PowerPoint calls the slide damaged.
        shapes.append(
          element.filled(with: paragraphs.isEmpty ? [XMLElement("a:p")] : paragraphs))
        open = nil
      default: throw .unaccounted(in: place)
      }
    }
    if open != nil { throw .unaccounted(in: place) }
    return shapes
  }

  /// The element with ids in the place of names.
  private mutating func numbered(_ element: XMLElement, _ number: inout Int) -> XMLElement {
    var element = element
    if element.name == "p:cNvPr" {
      number += 1
      element.attributes.insert(.init("id", String(number)), at: 0)
    }
    if element.name == "a:fld" {
      fields += 1
      let digits = String(fields, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
      element.attributes.insert(
        .init("id", "{00000000-0000-4000-8000-\(zeros)\(digits)}"), at: 0)
    }
    for index in element.attributes.indices
    where element.attributes[index].name.hasPrefix("r:")
      && element.attributes[index].value.contains("|")
    {
      element.attributes[index].value = reference(element.attributes[index].value)
    }
    var children: [XMLElement.Child] = []
    for child in element.children {
      if case .element(let inner) = child {
        children.append(.element(numbered(inner, &number)))
      } else {
        children.append(child)
      }
    }
    element.children = children
    return element
  }

  // MARK: - References

  private static func relative(_ part: String) -> String {
    part.hasPrefix("ppt/") ? "../\(part.dropFirst(4))" : "/\(part)"
  }

  /// The id of a reference of the part that is written; its target is taken from the version that has it.
  private mutating func reference(_ name: String) -> String {
    let pieces = name.split(separator: "|", maxSplits: 2).map(String.init)
    for source in sources {
      for page in source.pages {
        let found = page.relationships.list.first {
          source.name(of: $0, page.relationships) == name
        }
        guard let found else { continue }
        if found.isExternal {
          return own.list.first { $0.type == found.type && $0.target == found.target }?.id
            ?? own.add(type: found.type, target: found.target, isExternal: true)
        }
        guard let part = broughtAlong(page.relationships.part(of: found), of: source, pieces) else {
          return name
        }
        let target = Self.relative(part)
        return own.list.first { $0.type == found.type && $0.target == target }?.id
          ?? own.add(type: found.type, target: target, isExternal: false)
      }
    }
    refusal = refusal ?? .unaccounted(in: place)
    return name
  }

  /// The name of a part in the target, which is copied where the target has none of the contents.
  private mutating func broughtAlong(
    _ part: String, of source: PowerPointDocument, _ pieces: [String]
  ) -> String? {
    guard let member = source.package[part] else { return part }
    if let known = target.package[part], known.holdsSame(as: member) { return part }
    let isContent = WordDocument.contentKinds.contains(pieces.first ?? "")
    if !isContent, target.package[part] != nil { return part }
    guard let inner = try? Relationships(of: part, in: source.package), inner.list.isEmpty else {
      refusal = .bothChanged(part: part)
      return nil
    }
    var name = part
    if target.package[part] != nil {
      let dot = part.lastIndex(of: ".") ?? part.endIndex
      name = "\(part[..<dot])-\(member.contentName)\(part[dot...])"
    }
    var copy = member
    copy.name = name
    target.package[name] = copy
    do throws(OfficeRefusal) {
      try ContentTypes.bringAlong(part, as: name, from: source.package, to: &target.package)
    } catch {
      refusal = error
    }
    return name
  }

  // MARK: - The list of slides

  private mutating func writeList(
    _ slides: [(id: String?, part: String)], _ properties: Properties
  ) throws(OfficeRefusal) {
    own = target.relationships
    let gone = Set(sources[0].slides.map(\.page.part)).subtracting(slides.map(\.part))
    own.keep { [own] in $0.kind != "slide" || !gone.contains(own.part(of: $0)) }
    // Parts that theirs added, such as the master of notes.
    for relationship in sources[1].relationships.list where relationship.kind != "slide" {
      let part = sources[1].relationships.part(of: relationship)
      guard !relationship.isExternal, target.package[part] != nil,
        !own.list.contains(where: { [own] in own.part(of: $0) == part })
      else { continue }
      _ = own.add(type: relationship.type, target: relationship.target, isExternal: false)
    }
    var next = (slides.compactMap { $0.id.flatMap { Int($0) } }.max() ?? 255) + 1
    var entries: [XMLElement] = []
    for slide in slides {
      let target = slide.part.hasPrefix("ppt/") ? String(slide.part.dropFirst(4)) : "/\(slide.part)"
      let known = own.list.first { [own] in $0.kind == "slide" && own.part(of: $0) == slide.part }
      let reference =
        known?.id ?? own.add(type: Self.type("slide"), target: target, isExternal: false)
      entries.append(
        XMLElement("p:sldId", [.init("id", slide.id ?? String(next)), .init("r:id", reference)]))
      if slide.id == nil { next += 1 }
    }
    var root = target.root
    var children: [XMLElement] = []
    for property in properties.elements(in: Self.order) {
      children.append(withIDs(property.value))
    }
    let list = XMLElement("p:sldIdLst", children: entries.map { .element($0) })
    let place = children.firstIndex { (Self.order[$0.name] ?? 99) > 3 } ?? children.count
    children.insert(list, at: place)
    root.root.children = children.map { .element($0) }
    target.package.write(root, to: target.part)
    target.package.write(own.document, to: own.name)
  }

  /// Source: ECMA-376, part 1, CT_Presentation.
  private static let order = [
    "p:sldMasterIdLst": 0, "p:notesMasterIdLst": 1, "p:handoutMasterIdLst": 2, "p:sldIdLst": 3,
    "p:sldSz": 4, "p:notesSz": 5, "p:smartTags": 6, "p:embeddedFontLst": 7, "p:custShowLst": 8,
    "p:photoAlbum": 9, "p:custDataLst": 10, "p:kinsoku": 11, "p:defaultTextStyle": 12,
    "p:modifyVerifier": 13, "p:extLst": 14,
  ]

  /// An element of the list with the ids of its references.
  private mutating func withIDs(_ element: XMLElement) -> XMLElement {
    var element = element
    for index in element.attributes.indices where element.attributes[index].name == "r:id" {
      let name = element.attributes[index].value
      let known = own.list.first { [target, own] in target.name(of: $0, own) == name }
      if let known {
        element.attributes[index].value = known.id
      } else if name.contains("|") {
        refusal = .bothChanged(part: target.part)
      }
    }
    var children: [XMLElement.Child] = []
    for child in element.children {
      if case .element(let inner) = child {
        children.append(.element(withIDs(inner)))
      } else {
        children.append(child)
      }
    }
    element.children = children
    return element
  }

  /// Takes away pictures that no part leads to.
  private mutating func dropUnusedMedia() throws(OfficeRefusal) {
    var used: Set<String> = []
    for name in target.package.names where name.hasSuffix(".rels") {
      let references = try Relationships(named: name, in: target.package)
      used.formUnion(references.list.map { references.part(of: $0) })
    }
    for name in target.package.names where name.hasPrefix("ppt/media/") && !used.contains(name) {
      target.package[name] = nil
    }
  }
}

extension XMLElement {
  /// Whether it stands for the notes of a slide.
  fileprivate var isNotes: Bool { elements.first?.name == "p:notes" }
}
