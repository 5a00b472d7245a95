import DocMerge
import DocMergeSystem
import Foundation

/// A folder that a query searches, with the container that it is in, if any.
struct QueryPlace: Sendable {
  var root: SystemPath
  /// Names at the top that are left out.
  var excluded: Set<String> = []
  var container: Container?
  var isExternal = false

  /// The folders in which changes of the container's state show: heads, conflicts, and sent versions.
  var stateFolders: [SystemPath] {
    guard let container else { return [] }
    let references = SystemPath(container.path).appending(".docmerge/refs/docmerge".utf8)
    let remotes = references.appending("remotes".utf8)
    // There are none before the first sync.
    let names = (try? Files.entries(of: remotes).map(\.name)) ?? []
    return [references.appending("state".utf8), remotes]
      + names.map { remotes.appending($0).appending("state".utf8) }
  }

  /// The state of the documents in the container, as far as it is unusual.
  struct Memberships: Sendable, Hashable {
    var container: SystemPath?
    var isExternal = false
    var conflicts: Set<SystemPath> = []
    /// The documents that no remote has; `nil` if no remote has anything.
    var pending: Set<SystemPath>?
    var elsewhere: [SystemPath: ItemFacts.Elsewhere] = [:]

    /// Whether an item has contents although none were known, or the other way round.
    func isOutdated(_ item: ItemFacts) -> Bool {
      guard container != nil else { return false }
      let isPlaceholder = item.form == .symlink && Container.isPlaceholder(item.path)
      return isPlaceholder != (elsewhere[item.path]?.availability == .remote)
    }

    /// The state of an item in its container; read from the file in the folder, not from the last state.
    func membership(of item: ItemFacts) -> ItemFacts.Membership? {
      var membership = membership(of: item.path)
      guard isOutdated(item) else { return membership }
      membership?.elsewhere =
        item.form == .symlink
        ? .init(availability: .remote, size: item.size, modified: item.modified) : nil
      return membership
    }

    private func membership(of path: SystemPath) -> ItemFacts.Membership? {
      container.map { root in
        ItemFacts.Membership(
          container: root, isInConflict: conflicts.contains(path),
          isUploaded: pending.map { !$0.contains(path) } ?? false, isExternal: isExternal,
          elsewhere: elsewhere[path])
      }
    }
  }

  /// Reads the container; facts that it cannot give now count as no conflict.
  func memberships() -> Memberships {
    guard let container else { return Memberships() }
    let root = SystemPath(container.path)
    let conflicts = (try? container.conflicts().map { root.appending($0.path) }) ?? []
    let pending = (try? container.remotes.pathsToUpload()) ?? nil
    let elsewhere = (try? container.local.documentsElsewhere()) ?? []
    return Memberships(
      container: root, isExternal: isExternal, conflicts: Set(conflicts),
      pending: pending.map { Set($0.map { root.appending($0) }) },
      elsewhere: Dictionary(
        elsewhere.map { document in
          (
            root.appending(document.path),
            ItemFacts.Elsewhere(
              availability: document.availability, size: document.current.size,
              modified: document.current.date)
          )
        }, uniquingKeysWith: { first, _ in first }))
  }
}
