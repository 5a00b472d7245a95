public import DocMergeDocuments
@_exported public import Foundation

// A file that was written for iOS imports this module instead of UIKit. Of the modules below it gets the types that
// Foundation lacks, under their own names, and those for the places of containers and for deciding conflicts:
// `Document`, `MetadataItem` and the like are names that a program may use itself.
@_exported public import class DocMergeDocuments.FileWrapper
@_exported public import struct DocMergeDocuments.ModelResolver
@_exported public import enum DocMergeDocuments.PlaceError
@_exported public import class DocMergeDocuments.UbiquityContainers
@_exported public import class DocMergeDocuments.UndoManager
@_exported public import struct DocMergeResolvers.ByDate
@_exported public import struct DocMergeResolvers.Chain
@_exported public import struct DocMergeResolvers.KeepBoth
@_exported public import struct DocMergeResolvers.KeepOne
@_exported public import struct DocMergeResolvers.ThreeWayMerge

/// Apple's name of `FileVersion`.
public typealias NSFileVersion = FileVersion

/// Apple's name of `FileAccessIntent`.
public typealias NSFileAccessIntent = FileAccessIntent

/// Apple's name of `UserActivity`.
public typealias NSUserActivity = UserActivity

/// Apple's name of `KeyValueStore`.
public typealias NSUbiquitousKeyValueStore = KeyValueStore

/// In the `userInfo` of a change of values: the reason.
public let NSUbiquitousKeyValueStoreChangeReasonKey = KeyValueStore.changeReasonKey
/// In the `userInfo` of a change of values: the keys.
public let NSUbiquitousKeyValueStoreChangedKeysKey = KeyValueStore.changedKeysKey
/// The reason that others changed values.
public let NSUbiquitousKeyValueStoreServerChange = KeyValueStore.serverChange
/// The reason that a first sync brought values; on Linux that is a change like any other.
public let NSUbiquitousKeyValueStoreInitialSyncChange = 1
/// The reason that there is no room for more values; never given on Linux.
public let NSUbiquitousKeyValueStoreQuotaViolationChange = 2
/// The reason that the container was replaced by another one.
public let NSUbiquitousKeyValueStoreAccountChange = KeyValueStore.accountChange

/// Apple's name of a pointer for returning an object: on Linux, where nothing is autoreleased, any pointer.
public typealias AutoreleasingUnsafeMutablePointer = UnsafeMutablePointer

/// A pointer for returning an error: `&error` with a `var error: NSError?`, or `nil`.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

/// Runs the closure: nothing is autoreleased on Linux.
///
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
