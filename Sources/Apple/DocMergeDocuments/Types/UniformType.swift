/// The type of a document, by name: a uniform type identifier such as `public.plain-text`.
///
/// Types conform to more general ones; folders that are one document conform to `com.apple.package`. A ``TypeRegistry``
/// knows the types; these properties use the shared one.
public struct UniformType: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The identifier, in lower case if it is declared so.
  public let identifier: String

  /// Makes the type of this identifier, declared or not.
  public init(unchecked identifier: String) {
    self.identifier = identifier
  }

  /// The type of this identifier; `nil` if it is neither declared nor dynamic.
  public init?(_ identifier: String) {
    let type = UniformType(unchecked: identifier)
    guard type.isDeclared || DynamicType(identifier) != nil else { return nil }
    self = type
  }

  /// The type of files with this extension: a dynamic one when no declared type has it.
  ///
  /// - Parameters:
  ///   - filenameExtension: without the dot, in any case.
  ///   - supertype: the type that it has to conform to.
  public init?(filenameExtension: String, conformingTo supertype: UniformType = .data) {
    guard
      let type = TypeRegistry.shared.type(
        forExtension: filenameExtension, conformingTo: supertype)
    else { return nil }
    self = type
  }

  /// The type of contents with this MIME type; `nil` when no declared type has it.
  public init?(mimeType: String) {
    guard let type = TypeRegistry.shared.type(forMIMEType: mimeType) else { return nil }
    self = type
  }

  /// Makes a type that this program declares: see ``TypeRegistry``.
  public init(exportedAs identifier: String, conformingTo parent: UniformType? = nil) {
    self.init(unchecked: identifier)
    if !isDeclared {
      TypeRegistry.shared.declare(
        TypeDeclaration(identifier: identifier, conformsTo: [(parent ?? .data).identifier]))
    }
  }

  /// Makes a type that another program declares.
  public init(importedAs identifier: String, conformingTo parent: UniformType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parent)
  }

  // MARK: Facts

  /// Whether it is declared.
  public var isDeclared: Bool { declaration != nil }

  /// Whether it was made for an extension that no declared type has.
  public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

  /// Whether it is a public type.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// The name for people, such as `plain text`.
  public var localizedDescription: String? { declaration?.description }

  /// The extension that new files of it get; `nil` when it has none.
  public var preferredFilenameExtension: String? {
    declaration?.extensions.first ?? DynamicType(identifier)?.filenameExtension
  }

  /// Its MIME type; `nil` when it has none.
  public var preferredMIMEType: String? { declaration?.mimeTypes.first }

  /// Whether its documents are folders.
  public var isPackage: Bool { conforms(to: .package) }

  /// All types that it conforms to, directly or not, without itself.
  public var supertypes: Set<UniformType> { TypeRegistry.shared.supertypes(of: self) }

  /// Whether it is the other type, or a kind of it.
  public func conforms(to type: UniformType) -> Bool {
    self == type || isSubtype(of: type)
  }

  /// Whether it is another type that is a kind of this one.
  public func isSubtype(of type: UniformType) -> Bool {
    self != type && supertypes.contains(type)
  }

  /// Whether the other type is a kind of it.
  public func isSupertype(of type: UniformType) -> Bool { type.isSubtype(of: self) }

  /// The identifier.
  public var description: String { identifier }

  private var declaration: TypeDeclaration? { TypeRegistry.shared.declaration(of: self) }
}
