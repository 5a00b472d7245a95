public import Foundation

extension TypeRegistry {
  /// Adds kinds of documents and types from a property list, with the keys of Apple's `Info.plist`:
  /// `CFBundleDocumentTypes`, `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
  ///
  /// ``shared`` has already read the `Info.plist` beside the program, if there is one.
  ///
  /// A malformed list adds nothing. Standard error gets one line that names the fault.
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

  /// Reads the `Info.plist` beside the program; faults in it are reported on standard error.
  ///
  /// An error could not be caught: the list is read where the registry is first used, which may be anywhere.
  func declareOwnPropertyList() {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let list = program.deletingLastPathComponent().appendingPathComponent("Info.plist")
    do {
      try declare(propertyList: Data(contentsOf: list))
    } catch CocoaError.fileReadNoSuchFile {
      // Most programs have none.
    } catch {
      let words = "\(list.path) is not used: \(PropertyListWords.words(for: error))"
      FileHandle.standardError.write(Data("docmerge: \(words)\n".utf8))
    }
  }
}

/// The faults of a property list, for its author.
private enum PropertyListWords {
  static func words(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      words("\(key.stringValue) is missing", at: context)
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      words(context.debugDescription, at: context)
    default: (error as NSError).localizedDescription
    }
  }

  private static func words(_ flaw: String, at context: DecodingError.Context) -> String {
    let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return (place.isEmpty ? "" : "\(place.joined(separator: ".")): ") + flaw
  }
}

/// The facts about documents in an `Info.plist`.
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
