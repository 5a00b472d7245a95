package import DocMergeHistory

/// The content of a document's file in the folder; an indirect enum, since it is copied often.
package indirect enum FileContent: Sendable {
  /// The contents of a version.
  case version(Version)
  /// A placeholder for contents that are not here.
  case placeholder(Placeholder)

  /// Whether it is a plain file.
  package var isPlainFile: Bool {
    if case .version(let version) = self { version.content.kind == .file } else { false }
  }

  /// The content that a later scan finds.
  package var contentID: ContentID {
    switch self {
    case .version(let version): version.content
    case .placeholder(let placeholder): placeholder.content
    }
  }

  /// The number of bytes to read for it.
  package var size: Int64 {
    if case .version(let version) = self { version.size } else { 0 }
  }

  /// The version that is in the folder, or that the placeholder stands for.
  func version(of wish: Version) -> Version {
    if case .version(let version) = self { version } else { wish }
  }
}
