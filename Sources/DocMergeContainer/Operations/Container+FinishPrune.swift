import DocMergeHistory
import DocMergeObjects

extension Container {
  /// Removes the objects that the last operation, if it is a prune, and earlier prunes gave up.
  ///
  /// Also finishes a prune that broke off. Returns the bytes that were moved into the recycle bin, and how many
  /// versions the references of other replicas still keep.
  @discardableResult
  package func finishPrune() throws -> (bytes: Int64, kept: Int) {
    let bin = RecycleBin(container: self)
    if let pruned = try state()?.pruned() {
      let gone = Set(pruned.versions.map(\.id))
      let own = try replica()
      try VersionChains(container: self).rewrite(
        References.versions(own), without: gone, message: StateChange.keepMessage(of: own))
      try VersionChains(container: self).rewrite(
        References.downloads, without: gone,
        message: Trailers.message(Container.keepMessage, [("Replica", own.description)]))
    }
    let result = try bin.collect()
    try bin.noteFinished()
    return result
  }
}
