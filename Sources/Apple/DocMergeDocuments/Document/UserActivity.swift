public import Foundation

/// An activity of the user, in a form that can be handed to another device.
///
/// Linux has no service that hands it on: an app does that itself. An activity belongs to one thread at a time, that of
/// a document to the main actor.
open class UserActivity: NSObject {
  /// The kind of activity, such as `org.example.notes.edit`.
  public let activityType: String
  /// The name to show.
  open var title: String?
  /// Facts for continuing the activity.
  open var userInfo: [AnyHashable: Any]?
  /// The facts that are required; `nil` for all.
  open var requiredUserInfoKeys: Set<String>?
  /// Whether the facts are out of date: the document is asked for new ones.
  open var needsSave = false
  /// The page for continuing in a browser.
  open var webpageURL: URL?
  /// Words for searching it.
  open var keywords: Set<String> = []
  /// The date after which it is of no use.
  open var expirationDate: Date?
  /// Whether it may be handed to another device.
  open var isEligibleForHandoff = true
  /// Whether it may appear in searches on this device.
  open var isEligibleForSearch = false
  /// Whether it may appear in public searches.
  open var isEligibleForPublicIndexing = false
  /// Whether the user is doing it now.
  public private(set) var isCurrent = false

  /// Makes an activity without facts.
  public init(activityType: String) {
    self.activityType = activityType
  }

  /// Adds facts, or replaces them.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Makes it the current activity.
  open func becomeCurrent() { isCurrent = true }

  /// Notes that it is no longer the current activity.
  open func resignCurrent() { isCurrent = false }

  /// Ends the activity.
  open func invalidate() { isCurrent = false }
}
