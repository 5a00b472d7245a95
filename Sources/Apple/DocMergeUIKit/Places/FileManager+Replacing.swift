import DocMergeDocuments
public import Foundation

// Foundation's methods of these names lose a file on Linux: they delete the original and throw, or report
// success with both files gone. Swift takes one of these in their place, with `import Foundation` too: one
// that needs no default is better than one that does, a text is better than an optional one, and square
// brackets are an array before they are options.
extension FileManager {
  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  /// - Returns: where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
  @discardableResult
  public func replaceItemAt(_ originalItemURL: URL, withItemAt newItemURL: URL) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL).perform()
  }

  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  ///   - options: whether the attributes of the new item are kept.
  /// - Returns: where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, options: ItemReplacementOptions
  ) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL, options: options).perform()
  }

  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  ///   - backupItemName: what the old item is called meanwhile.
  /// - Returns: where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?
  ) throws -> URL? {
    try SafeReplacement(originalItemURL, newItemURL, backup: backupItemName).perform()
  }

  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  ///   - backupItemName: what the old item is called meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  /// - Returns: where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String,
    options: ItemReplacementOptions
  ) throws -> URL? {
    try SafeReplacement(
      originalItemURL, newItemURL, backup: backupItemName, options: options
    ).perform()
  }

  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  ///   - backupItemName: what the old item is called meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  /// - Returns: where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
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

  /// Puts an item in the place of another one, which is there, old or new, at any moment.
  ///
  /// - Parameters:
  ///   - originalItemURL: what is replaced; it need not be there.
  ///   - newItemURL: what takes its place.
  ///   - backupItemName: what the old item is called meanwhile, or from then on.
  ///   - options: whether the old item stays, and whether the attributes of the new one are kept.
  ///   - resultingURL: gets where the new item is.
  /// - Throws: `CocoaError`; both items are as they were then.
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
