/// A declaration of a type, by a program or the system.
///
///     TypeRegistry.shared.declare(
///       TypeDeclaration(
///         identifier: "org.example.trip", conformsTo: ["com.apple.package"],
///         description: "Trip", extensions: ["trip"]))
public struct TypeDeclaration: Sendable, Hashable, Codable {
  /// The identifier, in reverse order of a domain.
  public var identifier: String
  /// The types that it is a kind of; `com.apple.package` for folders that are one document.
  public var conformsTo: [String]
  /// The name for people.
  public var description: String?
  /// The extensions of its files, the preferred one first, without dots.
  public var extensions: [String]
  /// Its MIME types, the preferred one first.
  public var mimeTypes: [String]

  /// Makes a declaration.
  public init(
    identifier: String, conformsTo: [String], description: String? = nil,
    extensions: [String] = [], mimeTypes: [String] = []
  ) {
    self.identifier = identifier
    self.conformsTo = conformsTo
    self.description = description
    self.extensions = extensions
    self.mimeTypes = mimeTypes
  }
}

/// A kind of document that a program works with: what an app of Apple's lists in its `Info.plist`.
public struct DocumentType: Sendable, Hashable, Codable {
  /// What the program does with such documents.
  public enum Role: String, Sendable, Hashable, Codable {
    /// Reads and writes them.
    case editor = "Editor"
    /// Reads them.
    case viewer = "Viewer"
    /// Neither: it only provides its icon.
    case none = "None"
  }

  /// The priority among several programs that can open such documents.
  public enum Rank: String, Sendable, Hashable, Codable {
    /// This program made the type.
    case owner = "Owner"
    /// This program unless there is an owner.
    case `default` = "Default"
    /// This program only on request.
    case alternate = "Alternate"
    /// Never this program.
    case none = "None"
  }

  /// The name for people.
  public var name: String
  /// The types of the contents, the one for new documents first; empty if only extensions are named.
  public var typeIdentifiers: [String]
  /// The extensions of the files; empty for those of the types.
  public var extensions: [String]
  /// The name of the icon; empty without one.
  public var iconName: String
  /// What the program does with them.
  public var role: Role
  /// Whether this program is the first choice for them.
  public var rank: Rank
  /// Whether a document is a folder.
  public var isPackage: Bool

  /// Makes a kind of document.
  public init(
    name: String, typeIdentifiers: [String], extensions: [String] = [], iconName: String = "",
    role: Role = .editor, rank: Rank = .default, isPackage: Bool = false
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.extensions = extensions
    self.iconName = iconName
    self.role = role
    self.rank = rank
    self.isPackage = isPackage
  }

  /// The fields with Apple's names in property lists.
  enum CodingKeys: String, CodingKey {
    case name = "CFBundleTypeName"
    case typeIdentifiers = "LSItemContentTypes"
    case extensions = "CFBundleTypeExtensions"
    case iconName = "CFBundleTypeIconFile"
    case role = "CFBundleTypeRole"
    case rank = "LSHandlerRank"
    case isPackage = "LSTypeIsPackage"
  }

  /// Decodes a kind of document; only the name is required.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      typeIdentifiers: try values.decodeIfPresent([String].self, forKey: .typeIdentifiers) ?? [],
      extensions: try values.decodeIfPresent([String].self, forKey: .extensions) ?? [],
      iconName: try values.decodeIfPresent(String.self, forKey: .iconName) ?? "",
      role: try values.decodeIfPresent(Role.self, forKey: .role) ?? .editor,
      rank: try values.decodeIfPresent(Rank.self, forKey: .rank) ?? .default,
      isPackage: try values.decodeIfPresent(Bool.self, forKey: .isPackage) ?? false)
  }
}
