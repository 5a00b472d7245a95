import DocMergeCoordination
import Foundation

/// What presenters are told about versions.
enum VersionNews {
  case gained, lost, resolved

  /// Beside the name of a version that is gained by a conflict.
  static let conflict = " in conflict"

  /// What a message is about, if it is about a version.
  init?(_ kind: PresenterNews.Kind) {
    switch kind {
    case .gainedVersion, .subitemGainedVersion: self = .gained
    case .lostVersion, .subitemLostVersion: self = .lost
    case .resolvedVersion, .subitemResolvedVersion: self = .resolved
    default: return nil
    }
  }

  /// The message to who presents the document.
  var ofItem: PresenterNews.Kind {
    switch self {
    case .gained: .gainedVersion
    case .lost: .lostVersion
    case .resolved: .resolvedVersion
    }
  }

  /// The message to who presents a folder around it.
  var ofSubitem: PresenterNews.Kind {
    switch self {
    case .gained: .subitemGainedVersion
    case .lost: .subitemLostVersion
    case .resolved: .subitemResolvedVersion
    }
  }

  /// Tells the presenters of a file, in all processes.
  func send(_ identifier: String, of url: URL, isConflict: Bool = false) {
    let names = isConflict ? [identifier, VersionNews.conflict] : [identifier]
    FileCoordinator().tell(about: url, ofItem, subitem: ofSubitem, names: names)
  }
}

extension PresentedVersion {
  /// The version itself, also when it was removed: the container's history keeps it.
  public var fileVersion: FileVersion? {
    FileVersion.version(itemAt: itemURL, forPersistentIdentifier: persistentIdentifier)
      ?? FileVersion.removed(persistentIdentifier, itemAt: itemURL)
  }
}
