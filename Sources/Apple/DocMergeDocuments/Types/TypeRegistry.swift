import DocMergeCoordination
public import Foundation
import Synchronization

/// The known types, their supertypes, and the extensions of their files.
///
/// Of three sources, the first that knows an extension wins: declarations of programs, the table of Apple's common
/// types, and the shared MIME database of the desktop (`shared-mime-info`), if it is installed. An unknown extension
/// gets a dynamic type, so every file has a type.
public final class TypeRegistry: Sendable {
  /// The registry that ``UniformType`` uses.
  public static let shared: TypeRegistry = {
    let registry = TypeRegistry()
    registry.declareOwnPropertyList()
    return registry
  }()

  private struct State {
    var declarations: [String: TypeDeclaration] = [:]
    var byExtension: [String: String] = [:]
    var byMIMEType: [String: String] = [:]
    var documentTypes: [DocumentType] = []
  }

  private let state = Mutex(State())
  private let desktop: MIMEDatabase

  /// Makes a registry that knows the common types and those of the desktop.
  ///
  /// - Parameter dataFolders: the folders that may have a `mime` folder of shared-mime-info; by default, those of the
  ///   XDG directories.
  public init(dataFolders: [URL]? = nil) {
    desktop = MIMEDatabase(folders: dataFolders ?? XDGFolders.current.dataFolders)
    // In reverse, so that the first type of the table that has an extension keeps it.
    for declaration in CommonTypes.all.reversed() { declare(declaration) }
  }

  // MARK: Declaring

  /// Adds a type, or replaces the known one; it gets its extensions from their previous types.
  public func declare(_ declaration: TypeDeclaration) {
    if declaration.conformsTo.contains(UniformType.package.identifier) {
      for name in declaration.extensions { PackageNames.declare(name) }
    }
    state.withLock { state in
      state.declarations[declaration.identifier] = declaration
      for name in declaration.extensions {
        state.byExtension[name.lowercased()] = declaration.identifier
      }
      for name in declaration.mimeTypes {
        state.byMIMEType[name.lowercased()] = declaration.identifier
      }
    }
  }

  /// Adds kinds of documents; their undeclared types are declared with them.
  public func declare(_ types: [DocumentType]) {
    for type in types {
      let parent = type.isPackage ? UniformType.package : .data
      for identifier in type.typeIdentifiers
      where declaration(of: UniformType(unchecked: identifier)) == nil {
        declare(
          TypeDeclaration(
            identifier: identifier, conformsTo: [parent.identifier], description: type.name,
            extensions: type.extensions))
      }
      // The kind of document decides, with any types or none.
      for name in type.isPackage ? extensions(of: type) : [] { PackageNames.declare(name) }
    }
    state.withLock { $0.documentTypes += types }
  }

  /// The extensions of a kind of document, its own and those of its types.
  private func extensions(of type: DocumentType) -> [String] {
    type.extensions
      + type.typeIdentifiers.flatMap {
        declaration(of: UniformType(unchecked: $0))?.extensions ?? []
      }
  }

  /// Adds kinds of documents and types from JSON: an object with `documentTypes` and `exportedTypes`.
  ///
  /// - Parameter data: the JSON.
  /// - Throws: `DecodingError`; nothing is added then.
  public func declare(json data: Data) throws {
    let table = try JSONDecoder().decode(Table.self, from: data)
    for type in table.exportedTypes ?? [] { declare(type) }
    declare(table.documentTypes ?? [])
  }

  private struct Table: Decodable {
    var documentTypes: [DocumentType]?
    var exportedTypes: [TypeDeclaration]?
  }

  /// The kinds of documents that were declared.
  public var documentTypes: [DocumentType] { state.withLock(\.documentTypes) }

  // MARK: Queries

  /// The declaration of a type.
  public func declaration(of type: UniformType) -> TypeDeclaration? {
    state.withLock { $0.declarations[type.identifier] } ?? desktop.declaration(of: type.identifier)
  }

  /// The type of a file: by its extension, or else by whether it is a folder.
  public func type(of url: URL) -> UniformType {
    guard url.pathExtension.isEmpty else {
      return type(forExtension: url.pathExtension) ?? .data
    }
    return url.hasDirectoryPath ? .folder : .data
  }

  /// The type of files with this extension; a dynamic one when no declared type has it.
  ///
  /// - Parameters:
  ///   - filenameExtension: without the dot, in any case.
  ///   - supertype: the type that it has to conform to; packages count as data, as on Apple's systems.
  /// - Returns: the type; `nil` for an empty extension, or one with a slash in it.
  public func type(
    forExtension filenameExtension: String, conformingTo supertype: UniformType = .data
  ) -> UniformType? {
    let name = filenameExtension.lowercased()
    guard !name.isEmpty, !name.contains("/") else { return nil }
    let declared =
      state.withLock { $0.byExtension[name] } ?? desktop.identifier(forExtension: name)
    if let type = declared.map(UniformType.init(unchecked:)) {
      if supertype == .data || type == supertype || supertypes(of: type).contains(supertype) {
        return type
      }
    }
    return UniformType(
      unchecked: DynamicType(filenameExtension: name, supertype: supertype.identifier).identifier)
  }

  /// The type of contents with this MIME type; `nil` when no declared type has it.
  public func type(forMIMEType mimeType: String) -> UniformType? {
    let name = mimeType.lowercased()
    let identifier = state.withLock { $0.byMIMEType[name] } ?? desktop.identifier(forMIMEType: name)
    return identifier.map(UniformType.init(unchecked:))
  }

  /// All types that a type conforms to, directly or not, without itself.
  public func supertypes(of type: UniformType) -> Set<UniformType> {
    var found: Set<UniformType> = []
    var waiting = [type]
    while let next = waiting.popLast() {
      let parents =
        declaration(of: next)?.conformsTo ?? DynamicType(next.identifier).map { [$0.supertype] }
        ?? []
      for parent in parents.map(UniformType.init(unchecked:))
      where parent != type && found.insert(parent).inserted { waiting.append(parent) }
    }
    return found
  }

  /// Whether a folder of this name is one document.
  ///
  /// By its type, and by documents that were opened or saved as folders.
  public func isPackage(_ url: URL) -> Bool {
    let name = url.pathExtension
    if PackageNames.contains(ItemPath(url.path)) { return true }
    guard !name.isEmpty, let type = type(forExtension: name) else { return false }
    return type == .package || supertypes(of: type).contains(.package)
  }

  /// The URL with the extension of a type, added if it has another one.
  public func url(_ url: URL, withExtensionFor type: UniformType) -> URL {
    let extensions = declaration(of: type)?.extensions ?? []
    if extensions.contains(url.pathExtension.lowercased()) { return url }
    let preferred = extensions.first ?? DynamicType(type.identifier)?.filenameExtension
    return preferred.map { url.appendingPathExtension($0) } ?? url
  }
}
