// A file that was written for iOS imports this module in the place of UIKit.
@_exported public import DocMergeDocuments
@_exported public import Foundation

/// Apple's name of `FileVersion`.
public typealias NSFileVersion = FileVersion

/// Apple's name of `FileAccessIntent`.
public typealias NSFileAccessIntent = FileAccessIntent

/// Apple's name of `UserActivity`.
public typealias NSUserActivity = UserActivity

/// Apple's name of `KeyValueStore`.
public typealias NSUbiquitousKeyValueStore = KeyValueStore

/// In the `userInfo` of a change of values: why they changed.
public let NSUbiquitousKeyValueStoreChangeReasonKey = KeyValueStore.changeReasonKey
/// In the `userInfo` of a change of values: the keys.
public let NSUbiquitousKeyValueStoreChangedKeysKey = KeyValueStore.changedKeysKey
/// The reason that others changed values.
public let NSUbiquitousKeyValueStoreServerChange = KeyValueStore.serverChange
/// The reason that a first sync brought values; on Linux that is a change like any other.
public let NSUbiquitousKeyValueStoreInitialSyncChange = 1
/// The reason that there is no room for more values; never given on Linux.
public let NSUbiquitousKeyValueStoreQuotaViolationChange = 2
/// The reason that another container took the place of the one before.
public let NSUbiquitousKeyValueStoreAccountChange = KeyValueStore.accountChange

/// Apple's name of an address where an object is left: on Linux, where nothing is autoreleased, any
/// address.
public typealias AutoreleasingUnsafeMutablePointer = UnsafeMutablePointer

/// Where a method leaves an error: `&error` with a `var error: NSError?`, or `nil`.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

/// Runs the closure: nothing is autoreleased on Linux.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
