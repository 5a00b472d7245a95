import DocMergeDocuments
public import Foundation

// Foundation's methods of these names lose a file on Linux: they delete the original and throw, or report success with
// both files gone. Swift chooses one of these instead, even with `import Foundation`: a method without defaults is
// better than one with, a string is better than an optional one, and square brackets are an array before they are
// options.
extension FileManager {
  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  @discardableResult
  public func replaceItemAt(_ originalItemURL: URL, withItemAt newItemURL: URL) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL).perform()
  }

  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  ///   - options: whether the attributes of the new item are kept.
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, options: ItemReplacementOptions
  ) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL, options: options).perform()
  }

  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  ///   - backupItemName: the name of the old item meanwhile.
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?
  ) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL, backup: backupItemName).perform()
  }

  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  ///   - backupItemName: the name of the old item meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String,
    options: ItemReplacementOptions
  ) throws -> URL? {
    try SafeReplacement(
      originalItemURL, newItemURL, backup: backupItemName, options: options
    ).perform()
  }

  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  ///   - backupItemName: the name of the old item meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  /// - Returns: the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?,
    options: [ItemReplacementOptions]
  ) throws -> URL? {
    try SafeReplacement(
      originalItemURL, newItemURL, backup: backupItemName,
      options: ItemReplacementOptions(options)
    ).perform()
  }

  /// Replaces an item by another one; the old or the new one is there at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: the item to replace; it need not exist.
  ///   - newItemURL: its replacement.
  ///   - backupItemName: the name of the old item meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  ///   - resultingURL: gets the URL of the new item.
  /// - Throws: `CocoaError`; both items are unchanged then.
  public func replaceItem(
    at originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?,
    options: ItemReplacementOptions = [],
    resultingItemURL resultingURL: AutoreleasingUnsafeMutablePointer<NSURL?>?
  ) throws {
    let url = try SafeReplacement(
      originalItemURL, newItemURL, backup: backupItemName, options: options
    ).perform()
    resultingURL?.pointee = NSURL(fileURLWithPath: url.path)
  }
}
