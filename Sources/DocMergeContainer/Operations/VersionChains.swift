import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Rewrites the chains that keep versions.
struct VersionChains {
  package let container: Container

  private var git: GitStore { container.git }

  /// Makes a chain that keeps everything that the old one keeps, except some versions.
  ///
  /// Versions that are parents of others of the rest are kept by those. Commits that are no versions, such as the
  /// states of a replica that was restored, stay. Linear in what the chain keeps.
  ///
  /// A chain without anything to keep is an empty link: a missing reference would count as lost, and would be restored
  /// with its old target.
  package func rewrite(_ name: String, without gone: Set<ObjectID>, message: String) throws {
    guard let old = try git.reference(name) else { return }
    var parents: [ObjectID: [ObjectID]] = [:]
    var waiting = [old]
    var seen: Set<ObjectID> = []
    var keepsGone = false
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted else { continue }
      let commit = try git.commit(id)
      waiting += commit.parents
      if StateChange.keepMessages.contains(Trailers.parse(commit.message).text) { continue }
      if gone.contains(id) { keepsGone = true } else { parents[id] = commit.parents }
    }
    guard keepsGone else { return }
    let ends = Set(parents.keys).subtracting(parents.values.joined()).sorted()
    let signature = Commit.Signature(
      person: try container.identity().person, seconds: container.environment.now.seconds)
    var batch = ObjectBatch()
    let sent = try sentChain(name, without: gone)
    let chain = try VersionChain(message: message, signature: signature)
      .extend(sent, keeping: ends, in: &batch)
    let link = Commit(
      tree: try batch.add(Tree().object), parents: [], author: signature, committer: signature,
      message: message)
    let end = try chain ?? batch.add(link.object)
    try batch.flush(into: git)
    try git.setReference(name, to: end, from: old)
  }

  /// The link of a chain that a remote has, if it keeps none of the removed versions: the new chain continues it then,
  /// so that servers that accept only that accept it.
  private func sentChain(_ name: String, without gone: Set<ObjectID>) throws -> ObjectID? {
    for sent in Set(try git.references(matching: References.known(name, of: "*")).values).sorted() {
      guard try git.contains(sent) else { continue }
      let kept = try git.commits(reachableFrom: [sent], butNotFrom: [])
      if gone.isDisjoint(with: kept) { return sent }
    }
    return nil
  }
}
