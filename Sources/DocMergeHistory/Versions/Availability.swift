/// Where the contents of a document are.
public enum Availability: String, Sendable, Hashable, CaseIterable {
  /// Here, as far as anything is known of them.
  case local
  /// Here, but not all of the versions in force are, or lie in the folder: what does may be out of date.
  case partial
  /// On a remote: a placeholder lies in the folder.
  case remote
}
