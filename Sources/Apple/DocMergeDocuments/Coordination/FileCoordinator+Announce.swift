import DocMergeCoordination
public import Foundation
import Synchronization

extension FileCoordinator {
  // MARK: Renames

  /// Announces that the accessor is about to rename an item.
  ///
  /// Needs no preparation on Linux; it is here because code for other systems calls it.
  public func item(at oldURL: URL, willMoveTo newURL: URL) {}

  /// Announces that the accessor has renamed an item: presenters of it, of its contents, and of the folders around it
  /// get a message, and waiting accesses follow.
  ///
  /// Call it inside of a writing accessor of this coordinator; anywhere else it does nothing.
  public func item(at oldURL: URL, didMoveTo newURL: URL) {
    guard let from = ItemPath(file: oldURL)?.real, let to = ItemPath(file: newURL)?.real,
      from != to
    else { return }
    for access in state.withLock({ $0.accesses.values }) {
      // The rename has happened even if it cannot be announced.
      if (try? access.noteMove(from: from, to: to)) == true { return }
    }
  }

  // MARK: Attributes and versions

  /// Announces that attributes of an item have changed that concern syncing.
  public func item(at url: URL, didChangeUbiquityAttributes attributes: Set<URLResourceKey>) {
    tell(
      about: url, .attributesChanged, subitem: nil, names: attributes.map(\.rawValue),
      except: presenterID)
  }

  /// Announces a new version of an item, to all presenters, including that of this coordinator.
  public func itemDidGain(_ version: PresentedVersion) {
    tell(
      about: version.itemURL, .gainedVersion, subitem: .subitemGainedVersion,
      names: [version.persistentIdentifier])
  }

  /// Announces that a version of an item is gone, to all presenters, including that of this coordinator.
  public func itemDidLose(_ version: PresentedVersion) {
    tell(
      about: version.itemURL, .lostVersion, subitem: .subitemLostVersion,
      names: [version.persistentIdentifier])
  }

  /// Announces that a conflict version is resolved, to all presenters, including that of this coordinator.
  public func itemDidResolveConflict(_ version: PresentedVersion) {
    tell(
      about: version.itemURL, .resolvedVersion, subitem: .subitemResolvedVersion,
      names: [version.persistentIdentifier])
  }

  func tell(
    about url: URL, _ kind: PresenterNews.Kind, subitem: PresenterNews.Kind?, names: [String],
    except presenter: String? = nil
  ) {
    guard let path = ItemPath(file: url)?.resolved else { return }
    // Failed news does not fail the work that it is about.
    try? Announcement.send(
      about: path, item: kind, subitem: subitem, names: names, except: presenter,
      purpose: purposeIdentifier)
  }

  // MARK: Checking the current access

  /// Whether the current code is inside of an accessor that may do this with the item.
  ///
  /// For an assertion before a file is touched: work that an accessor left to another queue is outside of it.
  public static func isCoordinated(_ url: URL, forWriting: Bool) -> Bool {
    guard let path = ItemPath(file: url)?.resolved else { return false }
    return AccessWindow.covers(path, forWriting: forWriting)
  }
}
