public import Foundation

/// What a user is doing, in a form that can be handed to another device.
@MainActor
public final class UserActivity: NSObject {
  /// What kind of activity it is, such as `org.example.notes.edit`.
  public nonisolated let activityType: String
  /// The name to show.
  public var title: String?
  /// Facts that the activity goes on with.
  public var userInfo: [AnyHashable: Any]?
  /// Whether the facts are out of date: the document is asked for new ones.
  public var needsSave = false

  /// Makes an activity without facts.
  public init(activityType: String) {
    self.activityType = activityType
  }

  /// Adds facts, or replaces them.
  public func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }
}
