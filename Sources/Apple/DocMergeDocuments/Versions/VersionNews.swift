import DocMergeCoordination
import Foundation

/// News about versions for presenters.
enum VersionNews {
  case gained, lost, resolved

  /// A suffix of the name of a version that is gained by a conflict.
  static let conflict = " in conflict"

  /// The news of a message, if it is about a version.
  init?(_ kind: PresenterNews.Kind) {
    switch kind {
    case .gainedVersion, .subitemGainedVersion: self = .gained
    case .lostVersion, .subitemLostVersion: self = .lost
    case .resolvedVersion, .subitemResolvedVersion: self = .resolved
    default: return nil
    }
  }

  /// The message to presenters of the document.
  var ofItem: PresenterNews.Kind {
    switch self {
    case .gained: .gainedVersion
    case .lost: .lostVersion
    case .resolved: .resolvedVersion
    }
  }

  /// The message to presenters of a folder around it.
  var ofSubitem: PresenterNews.Kind {
    switch self {
    case .gained: .subitemGainedVersion
    case .lost: .subitemLostVersion
    case .resolved: .subitemResolvedVersion
    }
  }

  /// Sends it to the presenters of a file, in all processes.
  func send(_ identifier: String, of url: URL, isConflict: Bool = false) {
    let names = isConflict ? [identifier, VersionNews.conflict] : [identifier]
    FileCoordinator().tell(about: url, ofItem, subitem: ofSubitem, names: names)
  }
}

extension PresentedVersion {
  /// The version itself, even after its removal: the container's history keeps it.
  public var fileVersion: FileVersion? {
    FileVersion.version(itemAt: itemURL, forPersistentIdentifier: persistentIdentifier)
      ?? FileVersion.removed(persistentIdentifier, itemAt: itemURL)
  }
}
