import DocMergeArchive
import DocMergeLanguage

/// The part that says of which type all others are.
enum ContentTypes {
  static let part = "[Content_Types].xml"

  /// Takes away the types of parts that are not there.
  ///
  /// - Throws: ``OfficeRefusal`` where the part cannot be read.
  static func dropMissing(of package: inout OfficePackage) throws(OfficeRefusal) {
    guard var document = try package.xml(Self.part) else { return }
    let count = document.root.children.count
    document.root.children.removeAll { [package] child in
      guard case .element(let element) = child, let name = element["PartName"] else { return false }
      return package[String(name.dropFirst())] == nil
    }
    if document.root.children.count < count { package.write(document, to: Self.part) }
  }

  /// Names the type of a part where nothing does.
  ///
  /// - Throws: ``OfficeRefusal`` where the types cannot be read.
  static func name(
    _ part: String, _ type: String, byEnding: Bool, in package: inout OfficePackage
  ) throws(OfficeRefusal) {
    guard var document = try package.xml(Self.part) else {
      throw .malformed(part: Self.part, reason: tr("it is missing"))
    }
    let ending = part.split(separator: ".").last.map(String.init) ?? ""
    let isKnown = document.root.elements.contains { element in
      element["PartName"] == "/\(part)" || byEnding && element["Extension"] == ending
    }
    guard !isKnown else { return }
    if byEnding {
      document.root.children.insert(
        .element(
          XMLElement("Default", [.init("Extension", ending), .init("ContentType", type)])), at: 0)
    } else {
      document.root.children.append(
        .element(
          XMLElement("Override", [.init("PartName", "/\(part)"), .init("ContentType", type)])))
    }
    package.write(document, to: Self.part)
  }

  /// Names the type of a part that is taken from another package.
  ///
  /// - Throws: ``OfficeRefusal`` where the types of either package cannot be read.
  static func bringAlong(
    _ part: String, as name: String, from source: OfficePackage, to target: inout OfficePackage
  ) throws(OfficeRefusal) {
    guard let types = try source.xml(Self.part)?.root, var document = try target.xml(Self.part)
    else { throw .malformed(part: Self.part, reason: tr("it is missing")) }
    let ending = part.split(separator: ".").last.map(String.init)
    if let type = types.elements.first(where: { $0["PartName"] == "/\(part)" }) {
      guard !document.root.elements.contains(where: { $0["PartName"] == "/\(name)" }) else {
        return
      }
      var copy = type
      copy["PartName"] = "/\(name)"
      document.root.children.append(.element(copy))
    } else if let type = types.elements.first(where: { $0["Extension"] == ending }) {
      guard !document.root.elements.contains(where: { $0["Extension"] == ending }) else { return }
      document.root.children.insert(.element(type), at: 0)
    }
    target.write(document, to: Self.part)
  }
}
