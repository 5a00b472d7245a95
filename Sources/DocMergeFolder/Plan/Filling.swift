package import DocMergeHistory

/// What is put into the folder for a document; behind a reference, since it goes through many hands.
package indirect enum Filling: Sendable {
  /// What a version holds.
  case version(Version)
  /// The sign that the contents are not here.
  case placeholder(Placeholder)

  /// Whether it is a file that is made as most are.
  package var isPlainFile: Bool {
    if case .version(let version) = self { version.content.kind == .file } else { false }
  }

  /// What a look at the folder finds then.
  package var content: ContentID {
    switch self {
    case .version(let version): version.content
    case .placeholder(let placeholder): placeholder.content
    }
  }

  /// The bytes that are read for it.
  package var size: Int64 {
    if case .version(let version) = self { version.size } else { 0 }
  }

  /// The version that is in the folder, or that the placeholder stands for.
  func version(of wish: Version) -> Version {
    if case .version(let version) = self { version } else { wish }
  }
}
