import DocMergeCoordination
public import Foundation
import Synchronization

extension FileCoordinator {
  // MARK: Renames

  /// Says that the accessor is about to rename an item.
  ///
  /// Nobody has to prepare for it on Linux; it is here because code for other systems calls it.
  public func item(at oldURL: URL, willMoveTo newURL: URL) {}

  /// Says that the accessor has renamed an item: presenters of it, of what it contains, and of the
  /// folders around it are told, and whoever waits for it follows.
  ///
  /// Call it inside of a writing accessor of this coordinator; anywhere else it does nothing.
  public func item(at oldURL: URL, didMoveTo newURL: URL) {
    guard let from = ItemPath(file: oldURL)?.real, let to = ItemPath(file: newURL)?.real,
      from != to
    else { return }
    for access in state.withLock({ $0.accesses.values }) {
      // What cannot be told to others has happened all the same.
      if (try? access.noteMove(from: from, to: to)) == true { return }
    }
  }

  // MARK: Attributes and versions

  /// Says that attributes of an item have changed that have to do with syncing.
  public func item(at url: URL, didChangeUbiquityAttributes attributes: Set<URLResourceKey>) {
    tell(
      about: url, .attributesChanged, subitem: nil, names: attributes.map(\.rawValue),
      except: presenterID)
  }

  /// Says that an item has one more version; even the presenter of this coordinator is told.
  public func itemDidGain(_ version: PresentedVersion) {
    tell(
      about: version.itemURL, .gainedVersion, subitem: .subitemGainedVersion,
      names: [version.persistentIdentifier])
  }

  /// Says that an item has a version less; even the presenter of this coordinator is told.
  public func itemDidLose(_ version: PresentedVersion) {
    tell(
      about: version.itemURL, .lostVersion, subitem: .subitemLostVersion,
      names: [version.persistentIdentifier])
  }

  /// Says that a conflict version of an item is resolved; even the presenter of this coordinator is told.
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
    // News that reach nobody are no failure of what they are about.
    try? Announcement.send(
      about: path, item: kind, subitem: subitem, names: names, except: presenter,
      purpose: purposeIdentifier)
  }

  // MARK: Asking about the present

  /// Whether the code that runs now is inside of an accessor that may do this with the item.
  ///
  /// Of use in an assertion before a file is touched: work that an accessor left to another queue is
  /// outside of it.
  public static func isCoordinated(_ url: URL, forWriting: Bool) -> Bool {
    guard let path = ItemPath(file: url)?.resolved else { return false }
    return AccessWindow.covers(path, forWriting: forWriting)
  }
}
