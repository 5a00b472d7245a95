/// Where the contents of a document are.
public enum Availability: String, Sendable, Hashable, CaseIterable {
  /// Here, as far as is known.
  case local
  /// Here, but not all current versions are, or are in the folder: the file there may be out of date.
  case partial
  /// On a remote: a placeholder is in the folder.
  case remote
}
