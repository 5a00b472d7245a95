import DocMergeArchive

/// The automatic styles of a text: the settings of single paragraphs, words, tables and images.
struct OpenStyles {
  /// An automatic style by its name in all versions, without the name that it has in one.
  private(set) var definitions: [String: XMLElement] = [:]
  /// The names in all versions by families and names.
  private var names: [String: String] = [:]
  /// The names in this version by names in all versions.
  private var ids: [String: String] = [:]
  private var taken: Set<String> = []
  /// The styles that were added, in order.
  private(set) var added: [XMLElement] = []

  static let prefix = "auto|"

  init(_ automatic: XMLElement?) {
    let elements = automatic?.elements ?? []
    // Styles of paragraphs refer to those of lists and numbers, which so come first.
    let isList = { (element: XMLElement) in element["style:family"] == nil }
    for element in elements.filter(isList) + elements.filter({ !isList($0) }) {
      guard let id = element["style:name"] else { continue }
      let family = element["style:family"] ?? Self.family(of: element.name)
      let name = add(canonical(element), family: family)
      names["\(family) \(id)"] = name
      if ids[name] == nil { ids[name] = id }
      taken.insert(id)
    }
  }

  private static func family(of element: String) -> String {
    element == "text:list-style" ? "list" : "data"
  }

  /// The family of styles that an attribute names.
  static func family(_ attribute: String, of element: String) -> String {
    switch attribute {
    case "style:list-style-name", "text:style-override": return "list"
    case "style:data-style-name": return "data"
    case "presentation:style-name": return "presentation"
    case "draw:text-style-name", "table:paragraph-style-name": return "paragraph"
    default: break
    }
    switch element {
    case "text:p", "text:h": return "paragraph"
    case "text:list", "text:numbered-paragraph": return "list"
    case "text:section", "text:index-title", "text:table-of-content", "text:bibliography",
      "text:illustration-index", "text:table-index", "text:object-index", "text:user-index",
      "text:alphabetical-index":
      return "section"
    case "table:table": return "table"
    case "table:table-column": return "table-column"
    case "table:table-row": return "table-row"
    case "table:table-cell", "table:covered-table-cell": return "table-cell"
    case "text:ruby": return "ruby"
    case "draw:page", "presentation:notes": return "drawing-page"
    default:
      if element.hasPrefix("draw:") { return "graphic" }
      // The citation of a note, a link, a span, a field.
      return "text"
    }
  }

  /// The style without its name, in one order, so that equal ones are equal.
  private func canonical(_ element: XMLElement) -> XMLElement {
    var element = element.without("style:name")
    element.attributes = element.attributes.map { attribute in
      var attribute = attribute
      if attribute.name.hasSuffix("style-name"),
        let name = name(of: attribute.value, family: Self.family(attribute.name, of: element.name))
      {
        attribute.value = name
      }
      return attribute
    }
    element.children = element.children.compactMap { child in
      guard case .element(let group) = child else { return child }
      return group.withoutRevisions.map { .element($0) }
    }
    return element.sorted
  }

  private mutating func add(_ definition: XMLElement, family: String) -> String {
    let name = "\(Self.prefix)\(family)|\(contentName(of: definition.xml))"
    definitions[name] = definition
    return name
  }

  /// The name in all versions of an automatic style; `nil` for other styles.
  func name(of id: String, family: String) -> String? { names["\(family) \(id)"] }

  // MARK: - Properties

  /// What a style sets, property by property; the style that it is based on is one of them.
  func properties(of style: String, family: String) -> Properties {
    var properties = Properties()
    guard let name = name(of: style, family: family), let definition = definitions[name] else {
      properties["style"] = XMLElement("style", [.init("name", style)])
      return properties
    }
    for attribute in definition.attributes {
      if attribute.name == "style:parent-style-name" {
        properties["style"] = XMLElement("style", [.init("name", attribute.value)])
      } else if attribute.name != "style:family" {
        properties["s|\(attribute.name)"] = XMLElement("s", [attribute])
      }
    }
    for (index, group) in definition.elements.enumerated() {
      // Of the styles for conditions there are several.
      if group.name == "style:map" {
        properties["map|\(index)"] = group
        continue
      }
      for attribute in group.attributes {
        properties["\(group.name)|\(attribute.name)"] = XMLElement(group.name, [attribute])
      }
      for element in group.elements {
        properties["\(group.name)|\(element.name)"] = XMLElement(
          group.name, children: [.element(element)])
      }
    }
    return properties
  }

  /// The id of the style that sets some properties, which is added where there is none.
  ///
  /// `nil` where nothing is set.
  mutating func id(of properties: Properties, family: String) -> String? {
    var style = XMLElement("style:style", [.init("style:family", family)])
    let set = properties.list.filter { $0.name.contains("|") && !$0.name.hasPrefix("a|") }
    let parent = properties["style"]?["name"]
    if set.isEmpty { return parent }
    if let parent { style["style:parent-style-name"] = parent }
    var groups: [XMLElement] = []
    for property in set {
      if property.name.hasPrefix("s|") {
        style.attributes += property.value.attributes
        continue
      }
      if property.name.hasPrefix("map|") {
        groups.append(property.value)
        continue
      }
      let index =
        groups.firstIndex { $0.name == property.value.name }
        ?? {
          groups.append(XMLElement(property.value.name))
          return groups.count - 1
        }()
      groups[index].attributes += property.value.attributes
      groups[index].children += property.value.children
    }
    style.children = groups.map { .element($0) }
    let definition = style.sorted
    let name = add(definition, family: family)
    return id(of: name)
  }

  /// The id of a style by its name in all versions; it is added where this version has none.
  mutating func id(of name: String, in others: [OpenStyles] = []) -> String? {
    if let id = ids[name] { return id }
    let known = definitions[name] ?? others.lazy.compactMap { $0.definitions[name] }.first
    guard var definition = known else { return nil }
    definitions[name] = definition
    let family = name.split(separator: "|").dropFirst().first.map(String.init) ?? ""
    let stem = Self.stems[family] ?? "A"
    var number = 1
    while taken.contains("\(stem)\(number)") { number += 1 }
    let id = "\(stem)\(number)"
    taken.insert(id)
    ids[name] = id
    for index in definition.attributes.indices
    where definition.attributes[index].value.hasPrefix(Self.prefix) {
      let inner = definition.attributes[index].value
      definition.attributes[index].value = self.id(of: inner, in: others) ?? inner
    }
    definition.attributes.insert(.init("style:name", id), at: 0)
    added.append(definition)
    return id
  }

  /// How programs begin the names of automatic styles.
  private static let stems = [
    "paragraph": "P", "text": "T", "graphic": "fr", "list": "L", "section": "Sect", "table": "Tab",
    "table-column": "Col", "table-row": "Row", "table-cell": "Cell", "data": "N", "ruby": "Ru",
    "presentation": "pr", "drawing-page": "dp",
  ]
}

extension XMLElement {
  /// The group of properties without the numbers of the sessions that a text was written in; `nil` where it has nothing else.
  fileprivate var withoutRevisions: XMLElement? {
    var group = self
    group.attributes.removeAll { Self.revisions.contains($0.name) }
    let isNothing = group.attributes.isEmpty && group.children.isEmpty
    return isNothing && !attributes.isEmpty ? nil : group
  }

  private static let revisions = ["officeooo:rsid", "officeooo:paragraph-rsid"]

  /// The element with all attributes in the order of their names, and its groups of properties in one order.
  fileprivate var sorted: XMLElement {
    var element = self
    element.attributes.sort { $0.name < $1.name }
    let groups = elements.map(\.sorted).enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    // Levels of lists and parts of numbers keep their order.
    element.children =
      name == "style:style" || name.hasSuffix("-properties")
      ? groups.map { .element($0.element) } : children
    return element
  }
}
