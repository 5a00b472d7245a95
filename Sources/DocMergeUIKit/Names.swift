// A file that was written for iOS imports this module in the place of UIKit.
@_exported public import DocMergeDocuments
@_exported public import Foundation

/// Apple's name of ``FileVersion``.
public typealias NSFileVersion = FileVersion

/// Apple's name of ``FileAccessIntent``.
public typealias NSFileAccessIntent = FileAccessIntent

/// Apple's name of ``UserActivity``.
public typealias NSUserActivity = UserActivity

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
