public import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// A git repository that replicas meet at.
public struct Remote: Sendable, Hashable {
  /// The name that commands take.
  public var name: String
  /// The path or address of the bare repository.
  public var url: String

  /// Makes a remote without looking anything up.
  public init(name: String, url: String) {
    self.name = name
    self.url = url
  }

  /// The address for people, without its password.
  public var display: String {
    PrintableText.escape(RemoteAddress.withoutPassword(url))
  }
}

/// The state of the sync with a remote.
public struct RemoteStatus: Sendable, Hashable {
  /// The remote.
  public var remote: Remote
  /// The time of the last sync; `nil` if never.
  public var met: Timestamp?
  /// How many documents have changes that the remote does not have yet, as far as the last sync shows.
  public var waiting: Int
}
