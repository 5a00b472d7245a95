import DocMergeArchive
import DocMergeLanguage

/// A document of OpenDocument in a single file of XML, and the parts that it would have in a package.
///
///     <office:document office:mimetype="application/vnd.oasis.opendocument.text">…
enum FlatDocument {
  private static let type = "office:mimetype"
  private static let stylesPart = "styles.xml"
  private static let automatic = "office:automatic-styles"
  /// The part for what no other part holds.
  private static let othersPart = "office:document"
  private static let time: UInt32 = 0x5821_0000

  /// What each part holds, in the order of the single file.
  private static let groups: [(part: String, root: String, children: [String])] = [
    ("meta.xml", "office:document-meta", ["office:meta"]),
    ("settings.xml", "office:document-settings", ["office:settings"]),
    (OpenDocument.contentPart, "office:document-content", ["office:scripts", "office:body"]),
    (stylesPart, "office:document-styles", ["office:styles", "office:master-styles"]),
  ]

  /// The order in which the single file holds them.
  private static let order = [
    "office:meta", "office:settings", "office:scripts", "office:font-face-decls", "office:styles",
    automatic, "office:master-styles", "office:body",
  ]

  /// Whether a file is XML, by its first bytes.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether a file is a document in a single file of XML, by its first bytes.
  static func isDocument(_ bytes: [UInt8]) -> Bool {
    isXML(bytes) && bytes.prefix(4096).firstRange(of: Array("office:document".utf8)) != nil
  }

  /// The parts of a document; `nil` for any other XML.
  ///
  /// - Throws: ``OfficeRefusal`` for a file that is no XML.
  static func package(_ bytes: [UInt8]) throws(OfficeRefusal) -> OfficePackage? {
    let document: XMLDocument
    do throws(ArchiveRefusal) {
      document = try XMLDocument(bytes, named: OpenDocument.contentPart)
    } catch {
      throw OfficeRefusal(error)
    }
    let root = document.root
    guard root.name == "office:document", let mimetype = root[type] else { return nil }
    var members = [
      ZipMember(name: "mimetype", contents: Array(mimetype.utf8), like: nil, time: time)
    ]
    let styles = split(root)
    for (part, name, children) in groups {
      var element = XMLElement(name, root.attributes.filter { $0.name != type })
      let isText = part == OpenDocument.contentPart
      for child in order {
        if child == automatic, isText || part == stylesPart {
          element.children.append(.element(isText ? styles.text : styles.pages))
        } else if children.contains(child)
          || child == "office:font-face-decls" && (isText || part == stylesPart)
        {
          root.first(child).map { element.children.append(.element($0)) }
        }
      }
      members.append(member(part, element))
    }
    var known = Set(order)
    let others = root.elements.filter { known.remove($0.name) == nil }
    if !others.isEmpty {
      var element = XMLElement(othersPart, root.attributes.filter { $0.name != type })
      element.children = others.map { .element($0) }
      members.append(member(othersPart, element))
    }
    var package = OfficePackage(ZipArchive(members: members))
    (package.isFlat, package.hasRemarks) = (true, document.hasRemarks)
    return package
  }

  private static func member(_ name: String, _ root: XMLElement) -> ZipMember {
    ZipMember(name: name, contents: XMLDocument(root: root).bytes, like: nil, time: time)
  }

  /// The automatic styles of the text, and those of pages with their headers and footers.
  private static func split(_ root: XMLElement) -> (text: XMLElement, pages: XMLElement) {
    let all = root.first(automatic) ?? XMLElement(automatic)
    let pages = reached(from: root.first("office:master-styles"), in: all)
    let text = reached(from: root.first("office:body"), in: all)
    func kept(_ isKept: (String) -> Bool) -> XMLElement {
      var group = all.emptied
      group.children = all.elements.filter { isKept($0["style:name"] ?? "") }.map { .element($0) }
      return group
    }
    return (kept { text.contains($0) || !pages.contains($0) }, kept(pages.contains))
  }

  /// The names of the styles that something refers to, and those that these refer to.
  private static func reached(from element: XMLElement?, in styles: XMLElement) -> Set<String> {
    let known = Dictionary(grouping: styles.elements) { $0["style:name"] ?? "" }
    var reached: Set<String> = []
    var waiting = element.map { [$0] } ?? []
    while let next = waiting.popLast() {
      next.forEach { element in
        for attribute in element.attributes
        where isReference(attribute.name) {
          guard let found = known[attribute.value], reached.insert(attribute.value).inserted
          else { continue }
          waiting += found
        }
      }
    }
    return reached
  }

  /// The single file of some parts.
  ///
  /// - Throws: ``OfficeRefusal`` where two styles of different parts have one name.
  static func bytes(of package: OfficePackage) throws(OfficeRefusal) -> [UInt8] {
    var root = XMLElement("office:document")
    var found: [String: XMLElement] = [:]
    var others: [XMLElement] = []
    let pages = try package.xml(stylesPart)?.root.first(automatic)
    for part in groups.map(\.part) + [othersPart] {
      guard var own = try package.xml(part)?.root else { continue }
      if part == OpenDocument.contentPart, let pages { own = renamed(own, besides: pages) }
      for attribute in own.attributes where root[attribute.name] == nil {
        root[attribute.name] = attribute.value
      }
      if part == othersPart {
        others = own.elements
        continue
      }
      for child in own.elements {
        found[child.name] =
          try found[child.name].map { known throws(OfficeRefusal) in
            try union(known, child)
          } ?? child
      }
    }
    root[type] = String(decoding: try package.contents("mimetype") ?? [], as: UTF8.self)
    root.children = (order.compactMap { found[$0] } + others).map { .element($0) }
    return XMLDocument(root: root).bytes
  }

  /// The text with other names for automatic styles where pages call others so.
  private static func renamed(_ text: XMLElement, besides pages: XMLElement) -> XMLElement {
    let own = text.first(automatic)?.elements ?? []
    var taken = Set((own + pages.elements).compactMap { $0["style:name"] })
    var names: [String: String] = [:]
    for style in own {
      guard let name = style["style:name"], names[name] == nil,
        pages.elements.contains(where: { $0["style:name"] == name && $0 != style })
      else { continue }
      var free = "C\(name)"
      while !taken.insert(free).inserted { free = "C\(free)" }
      names[name] = free
    }
    if names.isEmpty { return text }
    let definitions = Set(own.map(\.name))
    return text.mapping { element in
      var element = element
      for index in element.attributes.indices {
        let attribute = element.attributes[index]
        guard
          isReference(attribute.name)
            || attribute.name == "style:name" && definitions.contains(element.name)
        else { continue }
        element.attributes[index].value = names[attribute.value] ?? attribute.value
      }
      return element
    } ?? text
  }

  private static func isReference(_ attribute: String) -> Bool {
    attribute.hasSuffix("style-name") || attribute.hasSuffix("layout-name")
      || attribute == "text:style-override"
  }

  /// The styles, or fonts, of two parts.
  private static func union(
    _ one: XMLElement, _ other: XMLElement
  ) throws(OfficeRefusal) -> XMLElement {
    func key(_ element: XMLElement) -> String {
      [element.name, element["style:family"] ?? "", element["style:name"] ?? ""].joined(" ")
    }
    var union = one
    let known = Dictionary(one.elements.map { (key($0), $0) }) { first, _ in first }
    for element in other.elements {
      guard let same = known[key(element)] else {
        union.children.append(.element(element))
        continue
      }
      if same != element { throw .bothChanged(part: "\(one.name) › \(key(element))") }
    }
    return union
  }
}

extension [String] {
  fileprivate func joined(_ separator: String) -> String { joined(separator: separator) }
}
