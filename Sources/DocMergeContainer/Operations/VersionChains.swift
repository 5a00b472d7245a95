import DocMergeCore
import DocMergeHistory
import DocMergeObjects
import DocMergeSystem

/// Writes the chains that keep versions anew.
struct VersionChains {
  package let container: Container

  private var git: GitStore { container.git }

  /// Makes a chain that keeps all that the old one does, but for some versions.
  ///
  /// Versions that others of the rest were made from are kept by those. What is no version, such as the
  /// states of a replica that was restored, stays. Linear in what the chain keeps.
  ///
  /// A chain without anything to keep is a link to nothing: a reference that is missing would be taken for
  /// lost, and the old chain for what it pointed to.
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
      person: try container.identity().person, seconds: Timestamp.now.seconds)
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

  /// What a remote has of a chain, if it keeps nothing of what goes: the new one continues it then, so that
  /// servers which take nothing else take it.
  private func sentChain(_ name: String, without gone: Set<ObjectID>) throws -> ObjectID? {
    for sent in Set(try git.references(matching: References.known(name, of: "*")).values).sorted() {
      guard try git.contains(sent) else { continue }
      let kept = try git.commits(reachableFrom: [sent], butNotFrom: [])
      if gone.isDisjoint(with: kept) { return sent }
    }
    return nil
  }
}
