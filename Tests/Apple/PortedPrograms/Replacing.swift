import DocMergeUIKit
import Foundation

/// Every way to call what replaces a file.
enum Replacing {
  static let calls: [(URL, URL) throws -> Void] = [
    { _ = try FileManager.default.replaceItemAt($0, withItemAt: $1) },
    { _ = try FileManager.default.replaceItemAt($0, withItemAt: $1, options: []) },
    {
      _ = try FileManager.default.replaceItemAt(
        $0, withItemAt: $1, options: .usingNewMetadataOnly)
    },
    { _ = try FileManager.default.replaceItemAt($0, withItemAt: $1, backupItemName: nil) },
    { _ = try FileManager.default.replaceItemAt($0, withItemAt: $1, backupItemName: "backup") },
    {
      _ = try FileManager.default.replaceItemAt(
        $0, withItemAt: $1, backupItemName: nil, options: [])
    },
    {
      _ = try FileManager.default.replaceItemAt(
        $0, withItemAt: $1, backupItemName: nil, options: [.usingNewMetadataOnly])
    },
    {
      _ = try FileManager.default.replaceItemAt(
        $0, withItemAt: $1, backupItemName: "backup", options: .withoutDeletingBackupItem)
    },
    {
      let name: String? = nil
      _ = try FileManager.default.replaceItemAt(
        $0, withItemAt: $1, backupItemName: name, options: [])
    },
    {
      try FileManager.default.replaceItem(
        at: $0, withItemAt: $1, backupItemName: nil, options: [], resultingItemURL: nil)
    },
    {
      var place: NSURL?
      try FileManager.default.replaceItem(
        at: $0, withItemAt: $1, backupItemName: nil, resultingItemURL: &place)
    },
  ]
}
