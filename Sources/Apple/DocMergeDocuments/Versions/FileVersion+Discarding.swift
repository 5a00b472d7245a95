import DocMerge
public import Foundation

extension FileVersion {
  var isMarkedDiscardable: Bool {
    guard !isCurrent, case .container(let container, let id, let entry) = home else { return false }
    let marks = VersionMarks(.discardable, id, in: container)
    return marks.ids.contains(Substring(entry.id.description))
  }

  /// Sets ``isDiscardable``, and throws if that is not possible.
  ///
  /// - Throws: `CocoaError` with the cause underneath: ``FileVersionError/isCurrent``,
  ///   ``FileVersionError/cannotBeKept`` for false, ``FileVersionError/notInContainer``.
  public func setDiscardable(_ isDiscardable: Bool) throws {
    try DocumentFailure.translate(at: itemURL) {
      guard !isCurrent else { throw FileVersionError.isCurrent }
      guard case .container(let container, let id, let entry) = home else {
        throw FileVersionError.notInContainer
      }
      guard isMarkedDiscardable != isDiscardable else { return }
      guard isDiscardable else { throw FileVersionError.cannotBeKept }
      try VersionMarks(.discardable, id, in: container).add([entry.id])
    }
  }

  /// Removes the discardable versions, unless they are in conflict.
  ///
  /// A ``Document`` in a container does this after each save.
  ///
  /// - Throws: `CocoaError`.
  public static func removeDiscardableVersionsOfItem(at url: URL) throws {
    try DocumentFailure.translate(at: url) { try removeDiscardable(url) }
  }

  private static func removeDiscardable(_ url: URL) throws {
    guard let item = try VersionedItem.find(url) else { return }
    let ids = VersionMarks(.discardable, item.document.id, in: item.container).ids
    // To list the versions takes longer than to see that none may be removed.
    guard !ids.isSubset(of: VersionMarks(.removed, item.document.id, in: item.container).ids) else {
      return
    }
    for version in try others(url)
    where ids.contains(Substring(version.identifier)) && version.isResolved {
      try version.discard()
    }
  }
}
