import DocMergeCore
package import DocMergeFolder
package import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem

extension Container {
  /// Where the contents of a document are.
  package func availability(
    of entry: FolderIndex.Entry?, _ heads: [Version], isOnDemand: Bool
  ) throws(GitError) -> Availability {
    if let entry, entry.isPlaceholder { return .remote }
    guard isOnDemand else { return .local }
    for head in heads where try !git.contains(head.id) { return entry == nil ? .remote : .partial }
    // A version that a broken-off sync fetched may not be in the folder yet.
    guard let entry, !heads.contains(where: { $0.id == entry.version }) else { return .local }
    return .partial
  }

  /// Whether a document has to be downloaded before it can be read in the folder.
  ///
  /// The file in the folder counts too: nothing else shows an eviction that broke off.
  package func needsDownload(_ document: DocumentSummary) -> Bool {
    document.availability != .local || isPlaceholder(of: document.id, at: document.path)
  }

  /// A head of a document with its origin, as far as that is known here.
  ///
  /// - Throws: ``GitError``.
  package func entry(_ head: Version, of document: DocumentSummary) throws -> HistoryEntry {
    if try git.contains(head.id) { return try entry(head.id) }
    return HistoryEntry(
      version: head, document: document.id, parents: [], path: document.path, operation: .save,
      message: "")
  }

  /// Refuses to continue from versions that are not here: versions made from them could not be sent.
  package func checkDownloaded(_ record: Record) throws {
    for head in record.heads.elements where try !git.contains(head.id) {
      throw ContainerError.notDownloaded(record.name?.display ?? record.id.description)
    }
  }

  /// The names of the documents of a folder that are outside of the focus; `nil` is the top of the container.
  ///
  /// - Throws: `DatabaseError`.
  package func namesOutside(in folder: DocumentPath?) throws -> [[UInt8]] {
    try index.outside().map(\.wanted).filter { $0.folder == folder }.map(\.name)
  }

  // MARK: Keeping

  package static let keepMessage = "Keep downloads"

  /// Keeps downloaded versions from housekeeping, in a separate chain that is not sent.
  ///
  /// - Parameters:
  ///   - versions: the versions to keep.
  ///   - isAll: whether versions kept before may go.
  /// - Throws: ``GitError``.
  package func keepDownloads(_ versions: [ObjectID], isAll: Bool = false) throws {
    let old = try git.reference(References.downloads)
    guard !versions.isEmpty || isAll && old != nil else { return }
    let identity = try identity()
    var batch = ObjectBatch()
    let chain = try VersionChain(
      message: Trailers.message(
        Container.keepMessage, [("Replica", identity.replica.description)]),
      signature: .init(person: identity.person, seconds: environment.now.seconds)
    ).extend(isAll ? nil : old, keeping: versions, in: &batch)
    try batch.flush(into: git)
    if let chain {
      try git.setReference(References.downloads, to: chain, from: old)
    } else {
      try git.access { session throws(GitError) in
        try session.removeReference(References.downloads)
      }
    }
  }
}
