public import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// A git repository that replicas meet at.
public struct Remote: Sendable, Hashable {
  /// The name that commands take.
  public var name: String
  /// The path or address of the bare repository.
  public var url: String

  /// Makes a remote; nothing is looked up.
  public init(name: String, url: String) {
    self.name = name
    self.url = url
  }

  /// The address for people, without a password that is in it.
  public var display: String {
    PrintableText.escape(RemoteAddress.withoutPassword(url))
  }
}

/// How things stand with a remote.
public struct RemoteStatus: Sendable, Hashable {
  /// The remote.
  public var remote: Remote
  /// When it was met last; `nil` if never.
  public var met: Timestamp?
  /// How many documents have changes that it does not have yet, as far as the last sync shows.
  public var waiting: Int
}
