import DocMergeDecisions

/// The images among the versions of a document.
struct DocumentImages: Sendable {
  /// One of the texts or images that a document is made of.
  enum Version: Hashable, Sendable {
    case base
    /// A version that is decided between, by its number.
    case number(Int)

    /// The version for a part of a path: `base`, or a number.
    init?(name: Substring) {
      if name == "base" {
        self = .base
      } else if let number = Int(name), String(number) == name {
        self = .number(number)
      } else {
        return nil
      }
    }
  }

  /// The types of the versions that are images.
  let types: [Version: ImageType]

  /// Reads the first bytes of each version; a text is read only where its name is that of a drawing.
  init(of document: SessionDocument) {
    guard document.text == nil || ImageType.isDrawing(document.path) else {
      types = [:]
      return
    }
    let versions = [.base] + document.contents.indices.map { Version.number($0) }
    var found: [Version: ImageType] = [:]
    for version in versions {
      guard let bytes = Self.bytes(of: version, in: document) else { continue }
      found[version] = ImageType(of: bytes, path: document.path)
    }
    types = found
  }

  /// The image of a version, with its type; `nil` for contents that are not an image.
  static func image(
    _ version: Version, in document: SessionDocument
  ) -> (bytes: [UInt8], type: ImageType)? {
    guard let bytes = bytes(of: version, in: document),
      let type = ImageType(of: bytes, path: document.path)
    else { return nil }
    return (bytes, type)
  }

  /// The bytes of a version; `nil` where there are none, or they cannot be read.
  private static func bytes(of version: Version, in document: SessionDocument) -> [UInt8]? {
    let contents: VersionContents?
    switch version {
    case .base: contents = document.baseContents
    case .number(let number):
      guard document.contents.indices.contains(number) else { return nil }
      contents = document.contents[number]
    }
    guard let contents, contents.members == nil else { return nil }
    // The page shows a picture that cannot be loaded as missing.
    return try? contents.bytes()
  }
}
