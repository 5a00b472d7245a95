public import Foundation

extension TypeRegistry {
  /// Adds kinds of documents and types from a property list, with the keys of Apple's `Info.plist`:
  /// `CFBundleDocumentTypes`, `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
  ///
  /// ``shared`` has read the `Info.plist` that lies beside the program already, if there is one.
  ///
  /// - Parameter data: the property list, as XML or binary.
  /// - Throws: `DecodingError`; nothing is added then.
  public func declare(propertyList data: Data) throws {
    let list = try PropertyListDecoder().decode(InfoList.self, from: data)
    for type in (list.importedTypes ?? []) + (list.exportedTypes ?? []) {
      declare(type.declaration)
    }
    declare(list.documentTypes ?? [])
  }

  /// Reads the `Info.plist` beside the program.
  func declareOwnPropertyList() {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let list = program.deletingLastPathComponent().appendingPathComponent("Info.plist")
    guard let data = try? Data(contentsOf: list) else { return }
    // What is wrong with it a program sees when it reads it itself.
    try? declare(propertyList: data)
  }
}

/// What an `Info.plist` says of documents.
private struct InfoList: Decodable {
  var documentTypes: [DocumentType]?
  var exportedTypes: [ListedType]?
  var importedTypes: [ListedType]?

  enum CodingKeys: String, CodingKey {
    case documentTypes = "CFBundleDocumentTypes"
    case exportedTypes = "UTExportedTypeDeclarations"
    case importedTypes = "UTImportedTypeDeclarations"
  }
}

/// A type with Apple's keys.
private struct ListedType: Decodable {
  var identifier: String
  var conformsTo: Words?
  var description: String?
  var tags: [String: Words]?

  enum CodingKeys: String, CodingKey {
    case identifier = "UTTypeIdentifier"
    case conformsTo = "UTTypeConformsTo"
    case description = "UTTypeDescription"
    case tags = "UTTypeTagSpecification"
  }

  var declaration: TypeDeclaration {
    TypeDeclaration(
      identifier: identifier, conformsTo: conformsTo?.list ?? [], description: description,
      extensions: tags?["public.filename-extension"]?.list ?? [],
      mimeTypes: tags?["public.mime-type"]?.list ?? [])
  }

  /// One text, or several.
  struct Words: Decodable {
    var list: [String]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      list = try (try? value.decode([String].self)) ?? [value.decode(String.self)]
    }
  }
}
