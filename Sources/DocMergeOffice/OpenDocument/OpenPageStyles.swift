import DocMergeArchive

/// Pages with their headers and footers, whose automatic styles are in a part of their own.
extension OpenDocument {
  private static let part = "styles.xml"
  private static let groups = ["office:automatic-styles", "office:master-styles"]

  /// Lets the fields of headers and footers show the same in all versions, since programs compute them anew.
  ///
  /// - Parameter documents: the base, ours and theirs.
  /// - Throws: ``OfficeRefusal`` where a part cannot be read.
  static func settleFields(of documents: inout [OpenDocument]) throws(OfficeRefusal) {
    var parts: [XMLDocument?] = []
    for document in documents { parts.append(try document.package.xml(part)) }
    var shown: [FieldCache.Key: XMLElement] = [:]
    for root in parts.dropFirst().compactMap({ $0?.root }) {
      root.forEach { element in
        guard let key = FieldCache.key(element: element) else { return }
        let known = shown[key] ?? element
        shown[key] = FieldCache.size(known) < FieldCache.size(element) ? element : known
      }
    }
    guard !shown.isEmpty else { return }
    for index in documents.indices {
      guard var styles = parts[index] else { continue }
      styles.root =
        styles.root.mapping { element in
          FieldCache.key(element: element).flatMap { shown[$0] } ?? element
        } ?? styles.root
      documents[index].package.write(styles, to: part)
    }
  }

  /// The document with the names of the base for equal automatic styles of pages, headers and footers.
  ///
  /// Programs number them anew at each save. Styles that are not the base's are named by what they say.
  ///
  /// - Throws: ``OfficeRefusal`` where a part cannot be read.
  func withPageStyles(namedAsIn base: OpenDocument) throws(OfficeRefusal) -> OpenDocument {
    guard var styles = try package.xml(Self.part), let old = try base.package.xml(Self.part),
      let names = PageStyles(styles.root)?.names(like: PageStyles(old.root)), !names.isEmpty
    else { return self }
    styles.root.children = styles.root.children.map { child in
      guard case .element(let group) = child, Self.groups.contains(group.name) else { return child }
      return .element(Self.renamed(group, names))
    }
    var document = self
    document.package.write(styles, to: Self.part)
    return document
  }

  private static func renamed(_ group: XMLElement, _ names: [String: String]) -> XMLElement {
    var renamed =
      group.mapping { element in
        var element = element
        for index in element.attributes.indices
        where PageStyles.isReference(element.attributes[index].name)
          || element.attributes[index].name == "style:name" && element.name != "style:master-page"
        {
          let id = element.attributes[index].value
          element.attributes[index].value = names[id] ?? id
        }
        return element
      } ?? group
    // Of two styles that say the same one is enough.
    var known: Set<String> = []
    renamed.children.removeAll { child in
      guard group.name == "office:automatic-styles", case .element(let style) = child,
        let name = style["style:name"]
      else { return false }
      return !known.insert("\(style.name) \(name)").inserted
    }
    return renamed
  }

  /// Refuses merged pages that have a style which they do not name, or lack one that they do.
  ///
  /// - Parameters:
  ///   - package: the merged document.
  ///   - versions: what it was merged from.
  /// - Throws: ``OfficeRefusal/bothChanged(part:)``.
  static func checkPageStyles(
    of package: OfficePackage, mergedFrom versions: [OpenDocument]
  ) throws(OfficeRefusal) {
    guard let merged = try package.xml(part)?.root, let member = package[part],
      !versions.contains(where: { $0.package[part]?.holdsSame(as: member) == true })
    else { return }
    var known: Set<String> = []
    for version in versions {
      guard let root = try version.package.xml(part)?.root else { continue }
      guard let styles = PageStyles(root) else { throw .bothChanged(part: part) }
      known.formUnion(styles.ids)
    }
    guard let styles = PageStyles(merged),
      styles.references.intersection(known).isSubset(of: styles.ids)
    else { throw .bothChanged(part: part) }
  }
}

/// The automatic styles of pages, headers and footers in one version.
private struct PageStyles {
  private let automatic: [String: XMLElement]
  /// The page layouts by the names of the pages.
  private let layouts: [String: String]
  private let contents: OpenStyles
  /// The automatic styles that something refers to, and other styles.
  private(set) var references: Set<String> = []

  var ids: Set<String> { Set(automatic.keys) }

  /// Reads the styles; `nil` where two of them have one name.
  init?(_ root: XMLElement) {
    let group = root.first("office:automatic-styles")
    let named = (group?.elements ?? []).compactMap { element in
      element["style:name"].map { ($0, element) }
    }
    automatic = Dictionary(named) { first, _ in first }
    guard automatic.count == named.count else { return nil }
    contents = OpenStyles(group)
    let pages = root.first("office:master-styles")
    layouts = Dictionary(
      (pages?.elements ?? []).compactMap { page in
        page["style:name"].flatMap { name in page["style:page-layout-name"].map { (name, $0) } }
      }
    ) { first, _ in first }
    for group in [group, pages] {
      group?.forEach { element in
        for attribute in element.attributes where Self.isReference(attribute.name) {
          references.insert(attribute.value)
        }
      }
    }
  }

  static func isReference(_ attribute: String) -> Bool {
    attribute.hasSuffix("style-name") || attribute == "text:style-override"
      || attribute == "style:page-layout-name"
  }

  /// What a style says.
  private func content(of id: String) -> String? {
    guard let style = automatic[id] else { return nil }
    let family = style["style:family"] ?? (style.name == "text:list-style" ? "list" : "data")
    return contents.name(of: id, family: family)
  }

  /// The names that styles have in the base, or by what they say.
  func names(like base: PageStyles?) -> [String: String] {
    guard let base else { return [:] }
    let old = Dictionary(
      base.ids.sorted().compactMap { id in base.content(of: id).map { ($0, id) } }
    ) { first, _ in first }
    let pages = layoutNames(like: base)
    var names: [String: String] = [:]
    for (id, style) in automatic {
      guard let content = content(of: id) else { continue }
      let isLayout = style.name == "style:page-layout"
      let known = isLayout ? pages[id] : old[content]
      names[id] = known ?? "M\(isLayout ? "pm" : "")\(contentName(of: content))"
    }
    return names.filter { $0.key != $0.value }
  }

  /// The layouts of the base of the same pages, where each page has a layout of its own.
  private func layoutNames(like base: PageStyles) -> [String: String] {
    var names: [String: String] = [:]
    for (page, layout) in layouts {
      guard let old = base.layouts[page] else { continue }
      guard names[layout, default: old] == old else { return [:] }
      names[layout] = old
    }
    return Set(names.values).count == names.count ? names : [:]
  }
}
