public import Foundation

/// What a user is doing, in a form that can be handed to another device.
///
/// Linux has nobody who hands it on: an app does that itself. An activity belongs to one thread at a
/// time, that of a document to the main actor.
open class UserActivity: NSObject {
  /// What kind of activity it is, such as `org.example.notes.edit`.
  public let activityType: String
  /// The name to show.
  open var title: String?
  /// Facts that the activity goes on with.
  open var userInfo: [AnyHashable: Any]?
  /// The facts without which it cannot go on; `nil` for all.
  open var requiredUserInfoKeys: Set<String>?
  /// Whether the facts are out of date: the document is asked for new ones.
  open var needsSave = false
  /// Where to go on in a browser.
  open var webpageURL: URL?
  /// Words to find it by.
  open var keywords: Set<String> = []
  /// When it is of no use any more.
  open var expirationDate: Date?
  /// Whether it may be handed to another device.
  open var isEligibleForHandoff = true
  /// Whether it may be found on this device.
  open var isEligibleForSearch = false
  /// Whether anybody may find it.
  open var isEligibleForPublicIndexing = false
  /// Whether the user goes on with it at the moment.
  public private(set) var isCurrent = false

  /// Makes an activity without facts.
  public init(activityType: String) {
    self.activityType = activityType
  }

  /// Adds facts, or replaces them.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Says that the user goes on with it.
  open func becomeCurrent() { isCurrent = true }

  /// Says that the user does something else.
  open func resignCurrent() { isCurrent = false }

  /// Says that it is over.
  open func invalidate() { isCurrent = false }
}
