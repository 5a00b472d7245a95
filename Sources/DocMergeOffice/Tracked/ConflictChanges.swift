import DocMergeArchive

/// The tracked changes of conflicts that a document still has.
package struct ConflictChanges: Sendable, Hashable {
  /// How many insertions and deletions there are; Word counts each stretch of one formatting.
  package private(set) var count = 0
  /// Who made them, sorted.
  package var authors: [String] { names.sorted() }

  private var names: Set<String> = []

  /// Looks for the changes of a document.
  ///
  /// - Parameter bytes: the document as a file; anything else has none.
  /// - Throws: ``OfficeRefusal`` for a document that cannot be read.
  package init(in bytes: [UInt8]) throws(OfficeRefusal) {
    guard OfficeForm.isArchive(bytes) || FlatDocument.isXML(bytes) else { return }
    let package = try OfficePackage.read(bytes)
    try look(in: package, form: OfficeForm.of(package))
  }

  /// Looks for the changes of a document of a form.
  init(in package: OfficePackage, form: OfficeForm) throws(OfficeRefusal) {
    try look(in: package, form: form)
  }

  private mutating func look(
    in package: OfficePackage, form: OfficeForm?
  ) throws(OfficeRefusal) {
    switch form {
    case .word:
      for part in package.names where part.hasPrefix("word/") && part.hasSuffix(".xml") {
        guard try Self.mayName(package.contents(part)) else { continue }
        try package.xml(part)?.root.forEach { element in
          guard element.name == "w:ins" || element.name == "w:del" else { return }
          add(element["w:author"] ?? "")
        }
      }
    case .openDocumentText:
      guard try Self.mayName(package.contents(OpenDocument.contentPart)) else { return }
      try package.xml(OpenDocument.contentPart)?.root.forEach { element in
        guard element.name == "text:changed-region" else { return }
        add(element.elements.first?.first("office:change-info")?.first("dc:creator")?.text ?? "")
      }
    default: break
    }
  }

  /// Whether a part may name an author of such changes; most parts name none, and need not be parsed.
  private static func mayName(_ part: [UInt8]?) -> Bool {
    guard let part else { return false }
    let names = ["(ours)", "(theirs)", "(ours and theirs)"].map { Array($0.utf8) }
    return part.indices.contains { index in
      part[index] == UInt8(ascii: "(") && names.contains { part[index...].starts(with: $0) }
    }
  }

  private mutating func add(_ name: String) {
    guard ChangeAuthors.isOfConflict(name) else { return }
    count += 1
    names.insert(name)
  }
}
