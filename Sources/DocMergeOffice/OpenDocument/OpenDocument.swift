import DocMergeArchive
import DocMergeLanguage

/// A text document of OpenDocument: its parts, and the names by which its text refers to them in all versions.
///
/// Programs number automatic styles, pictures, notes and comments anew whenever they save. While a document is
/// merged each is replaced by a name that says what it holds, so that equal things are equal.
struct OpenDocument {
  var package: OfficePackage
  /// The part with the text.
  let content: XMLDocument
  let styles: OpenStyles
  /// The names of comments and tracked changes by their ids.
  private(set) var names: [String: String] = [:]
  /// The tracked changes by their names.
  private(set) var changes: [String: XMLElement] = [:]
  /// The comments by their names.
  private(set) var comments: [String: XMLElement] = [:]

  let bodyName: String

  static let contentPart = "content.xml"
  static let manifestPart = "META-INF/manifest.xml"

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - package: the parts.
  ///   - bodyName: what holds the text, or the sheets.
  /// - Throws: ``OfficeRefusal`` for a document that cannot be read.
  init(
    _ package: OfficePackage, bodyName: String = "office:text"
  ) throws(OfficeRefusal) {
    (self.package, self.bodyName) = (package, bodyName)
    if let manifest = try package.xml(Self.manifestPart) {
      var isEncrypted = false
      manifest.root.forEach { if $0.name == "manifest:encryption-data" { isEncrypted = true } }
      if isEncrypted { throw .encrypted }
    }
    guard let content = try package.xml(Self.contentPart),
      content.root.first("office:body")?.first(bodyName) != nil
    else {
      throw .malformed(
        part: Self.contentPart,
        reason: bodyName == "office:text"
          ? tr("it has no text")
          : bodyName == OpenSlidesCodec.body ? tr("it has no slides") : tr("it has no sheets"))
    }
    self.content = content
    styles = OpenStyles(content.root.first("office:automatic-styles"))
    var counts: [String: Int] = [:]
    nameComments(&counts)
    nameChanges(&counts)
  }

  private mutating func nameComments(_ counts: inout [String: Int]) {
    var comments: [XMLElement] = []
    content.root.forEach { if $0.name == "office:annotation" { comments.append($0) } }
    for comment in comments {
      guard let id = comment["office:name"] else { continue }
      let said = cleaned(comment.without("office:name"))
      let name = Self.name(for: said.xml, &counts)
      names[id] = name
      self.comments[name] = said
    }
  }

  private mutating func nameChanges(_ counts: inout [String: Int]) {
    guard let tracked = body.first("text:tracked-changes") else { return }
    // Of insertions that one author made in one second only the text is another.
    let inserted = OpenInsertions(body)
    for change in tracked.elements {
      guard let id = change["text:id"] ?? change["xml:id"] else { continue }
      let said = cleaned(change.without("text:id").without("xml:id"))
      let name = Self.name(for: said.xml + inserted[id], &counts)
      names[id] = name
      changes[name] = said
    }
  }

  /// A name that says what something holds, with a number for each of several that hold the same.
  private static func name(for content: String, _ counts: inout [String: Int]) -> String {
    let hash = contentName(of: content)
    counts[hash, default: 0] += 1
    return "\(hash) \(counts[hash] ?? 1)"
  }

  /// Gives tracked changes and comments other names.
  mutating func rename(_ others: [String: String]) {
    names = names.mapValues { others[$0] ?? $0 }
    changes = Dictionary(changes.map { (others[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
    comments = Dictionary(comments.map { (others[$0.key] ?? $0.key, $0.value) }) { first, _ in
      first
    }
  }

  /// The elements of the text.
  var body: XMLElement {
    content.root.first("office:body")?.first(bodyName) ?? XMLElement(bodyName)
  }

  /// The element with names in the place of ids, and without what each program writes anew.
  func cleaned(_ element: XMLElement) -> XMLElement {
    element.mapping { element in
      var element = element
      element.attributes = element.attributes.compactMap { attribute in
        Self.isNoise(attribute, of: element.name) ? nil : named(attribute, of: element.name)
      }
      return element.name == "text:soft-page-break" ? nil : element
    } ?? element
  }

  private func named(
    _ attribute: XMLElement.Attribute, of element: String
  ) -> XMLElement.Attribute {
    var attribute = attribute
    switch attribute.name {
    case "xlink:href":
      let part =
        attribute.value.hasPrefix("./") ? String(attribute.value.dropFirst(2)) : attribute.value
      if part.hasPrefix("Pictures/"), let member = package[part] {
        attribute.value = "part|\(member.contentName)"
      }
    case "office:name" where element.hasPrefix("office:annotation"),
      "text:change-id":
      attribute.value = names[attribute.value] ?? attribute.value
    default:
      if attribute.name.hasSuffix("style-name") || attribute.name == "text:style-override",
        let name = styles.name(
          of: attribute.value, family: OpenStyles.family(attribute.name, of: element))
      {
        attribute.value = name
      }
    }
    return attribute
  }

  private static func isNoise(_ attribute: XMLElement.Attribute, of element: String) -> Bool {
    switch (element, attribute.name) {
    case ("draw:page-thumbnail", "draw:page-number"): true
    // Slides without a name of their own are numbered.
    case ("draw:page", "draw:name"):
      attribute.value.hasPrefix("page") && Int(attribute.value.dropFirst(4)) != nil
    default:
      ["draw:z-index", "xml:id", "officeooo:rsid", "officeooo:paragraph-rsid"]
        .contains(attribute.name)
    }
  }
}
