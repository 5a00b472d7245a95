// A file that was written for iOS imports this module in the place of UIKit.
@_exported public import DocMergeDocuments
@_exported public import Foundation

/// Apple's name of ``FileVersion``.
public typealias NSFileVersion = FileVersion

/// Apple's name of ``FileCoordinator``.
public typealias NSFileCoordinator = FileCoordinator

/// Apple's name of ``FilePresenter``.
public typealias NSFilePresenter = FilePresenter

/// Apple's name of ``FileAccessIntent``.
public typealias NSFileAccessIntent = FileAccessIntent

/// Apple's name of ``UserActivity``.
public typealias NSUserActivity = UserActivity
