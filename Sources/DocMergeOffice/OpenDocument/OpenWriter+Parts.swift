import DocMergeArchive

/// Ids in the place of names, and the parts beside the text.
extension OpenWriter {
  // MARK: - Ids

  /// The element with ids in the place of names.
  mutating func numbered(_ element: XMLElement) -> XMLElement {
    var element = element
    for index in element.attributes.indices {
      let attribute = element.attributes[index]
      if attribute.value.hasPrefix(OpenStyles.prefix) {
        guard let id = styles.id(of: attribute.value, in: sources.map(\.styles)) else {
          refuse()
          continue
        }
        element.attributes[index].value = id
      } else if attribute.name == "xlink:href", attribute.value.hasPrefix("part|") {
        element.attributes[index].value = picture(attribute.value)
      } else if attribute.name == "office:name", element.name.hasPrefix("office:annotation") {
        let id = annotations[attribute.value] ?? "__Annotation__\(annotations.count + 1)"
        annotations[attribute.value] = id
        element.attributes[index].value = id
      } else if attribute.name == "text:change-id" {
        if changeIDs[attribute.value] == nil { changeOrder.append(attribute.value) }
        let id = changeIDs[attribute.value] ?? "ct\(changeIDs.count + 1)"
        changeIDs[attribute.value] = id
        element.attributes[index].value = id
      }
    }
    element.children = element.children.map { child in
      guard case .element(let inner) = child else { return child }
      return .element(numbered(inner))
    }
    return element
  }

  /// The tracked changes that the text has marks of.
  mutating func changes(isRecording: Bool) -> XMLElement? {
    guard !changeOrder.isEmpty || isRecording else { return nil }
    var element = XMLElement("text:tracked-changes")
    // Word processors go on recording where nothing is said about it.
    if !isRecording { element["text:track-changes"] = "false" }
    for name in changeOrder {
      let found = ([target] + sources).lazy.compactMap { $0.changes[name] }.first
        .map { numbered($0) }
      let own = tracked[name].map { OpenTracking.element($0, blocks($0.lines)) }
      guard var change = own ?? found, let id = changeIDs[name] else {
        refuse()
        continue
      }
      change["xml:id"] = id
      change["text:id"] = id
      element.children.append(.element(change))
    }
    return element
  }

  /// The name of the part of a picture, which is brought along from the version that has it.
  mutating func picture(_ name: String) -> String {
    let content = String(name.dropFirst("part|".count))
    for (index, document) in ([target] + sources).enumerated() {
      let found = document.package.names.first {
        $0.hasPrefix("Pictures/") && document.package[$0]?.contentName == content
      }
      guard let found, let member = document.package[found] else { continue }
      var part = found
      if index > 0, target.package[part].map({ !$0.holdsSame(as: member) }) ?? false {
        let dot = found.lastIndex(of: ".") ?? found.endIndex
        part = "\(found[..<dot])-\(content)\(found[dot...])"
      }
      var copy = member
      copy.name = part
      if target.package[part] == nil { target.package[part] = copy }
      pictures.insert(part)
      return part
    }
    refuse()
    return name
  }

  // MARK: - The table of contents of the package

  mutating func writeManifest() throws(OfficeRefusal) {
    guard var manifest = try target.package.xml(OpenDocument.manifestPart) else { return }
    var outside = try Self.pictures(outside: target)
    for style in styles.added {
      style.forEach { if let href = $0["xlink:href"] { outside.insert(href) } }
    }
    for name in target.package.names
    where name.hasPrefix("Pictures/") && !pictures.contains(name) && !outside.contains(name) {
      target.package[name] = nil
    }
    let known = Set(manifest.root.elements.compactMap { $0["manifest:full-path"] })
    manifest.root.children.removeAll { child in
      guard case .element(let element) = child, let path = element["manifest:full-path"] else {
        return false
      }
      return !path.hasSuffix("/") && target.package[path] == nil
    }
    manifest.root.children += try entries(besides: known).map(XMLElement.Child.element)
    target.package.write(manifest, to: OpenDocument.manifestPart)
  }

  /// The entries of folders and files that the manifest does not know, as the sources list them.
  private func entries(besides known: Set<String>) throws(OfficeRefusal) -> [XMLElement] {
    var entries: [XMLElement] = []
    for source in sources {
      entries += try source.package.xml(OpenDocument.manifestPart)?.root.elements ?? []
    }
    let added = target.package.names.filter { !known.contains($0) && !Self.isUnlisted($0) }
    // An object is a folder, whose entry says what kind of object it is.
    let folders = entries.filter { entry in
      guard let path = entry["manifest:full-path"], path.hasSuffix("/"), path != "/" else {
        return false
      }
      return !known.contains(path) && added.contains { $0.hasPrefix(path) }
    }
    var listed: Set<String> = []
    let files = added.map { name in
      entries.first { $0["manifest:full-path"] == name }
        ?? XMLElement(
          "manifest:file-entry",
          [.init("manifest:full-path", name), .init("manifest:media-type", "")])
    }
    return folders.filter { listed.insert($0["manifest:full-path"] ?? "").inserted } + files
  }

  private static func isUnlisted(_ name: String) -> Bool {
    name == "mimetype" || name.hasPrefix("META-INF/") || name.hasSuffix("/")
  }

  /// The pictures that parts other than the text lead to.
  private static func pictures(outside document: OpenDocument) throws(OfficeRefusal) -> Set<String>
  {
    var pictures: Set<String> = []
    for name in document.package.names
    where name.hasSuffix(".xml") && name != OpenDocument.contentPart {
      guard name == "styles.xml" || name.hasSuffix("/content.xml") || name.hasSuffix("/styles.xml")
      else { continue }
      try document.package.xml(name)?.root.forEach { element in
        if let href = element["xlink:href"] { pictures.insert(href) }
      }
    }
    document.content.root.first("office:automatic-styles")?.forEach { element in
      if let href = element["xlink:href"] { pictures.insert(href) }
    }
    return pictures
  }
}
