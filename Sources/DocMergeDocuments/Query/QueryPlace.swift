import DocMergeStore
import Foundation

/// A folder that a query looks through, with the container that it is in, if any.
struct QueryPlace: Sendable {
  var root: SystemPath
  /// Names at the top that are left out.
  var excluded: Set<String> = []
  var container: Container?
  var isExternal = false

  /// Where changes of the container's state show: heads, conflicts, and what was sent.
  var stateFolders: [SystemPath] {
    guard let container else { return [] }
    let references = SystemPath(container.path).appending(".docmerge/refs/docmerge".utf8)
    let remotes = references.appending("remotes".utf8)
    let names = (try? Files.entries(of: remotes).map(\.name)) ?? []
    return [references.appending("state".utf8), remotes]
      + names.map { remotes.appending($0).appending("state".utf8) }
  }

  /// How the documents of the container are, as far as it is not the usual way.
  struct Memberships: Sendable, Hashable {
    var container: SystemPath?
    var isExternal = false
    var conflicts: Set<SystemPath> = []
    /// What no remote has; `nil` when none has anything.
    var pending: Set<SystemPath>?

    func membership(of path: SystemPath) -> ItemFacts.Membership? {
      container.map { root in
        ItemFacts.Membership(
          container: root, isInConflict: conflicts.contains(path),
          isUploaded: pending.map { !$0.contains(path) } ?? false, isExternal: isExternal)
      }
    }
  }

  /// Asks the container; what it cannot say now counts as no conflict.
  func memberships() -> Memberships {
    guard let container else { return Memberships() }
    let root = SystemPath(container.path)
    let conflicts = (try? container.conflicts().map { root.appending($0.path) }) ?? []
    let pending = (try? container.pathsToUpload()) ?? nil
    return Memberships(
      container: root, isExternal: isExternal, conflicts: Set(conflicts),
      pending: pending.map { Set($0.map { root.appending($0) }) })
  }
}
