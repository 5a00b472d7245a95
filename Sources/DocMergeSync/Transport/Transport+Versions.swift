import DocMergeContainer
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

extension Transport {
  /// This many words fit into a command line with room to spare.
  private static let batch = 10_000
  /// After this many missing versions, the remote is not the right one.
  private static let patience = 64

  /// Fetches versions, with all their ancestors, in one transfer.
  ///
  /// - Parameter versions: the versions.
  /// - Returns: those that the remote does not have.
  /// - Throws: ``RemoteError``, ``GitError``; versions fetched in earlier batches stay.
  package func fetch(_ versions: [ObjectID]) throws -> Set<ObjectID> {
    if let place = address.path, try FileStatus.of(SystemPath(place)) == nil {
      // The disk is not mounted now.
      throw RemoteError(.unreachable, address: address.display, message: tr("nothing is there"))
    }
    try receive()
    var lacking: Set<ObjectID> = []
    var rest = versions[...]
    while !rest.isEmpty {
      try checkCancelled()
      var batch = Set(rest.prefix(Self.batch))
      rest = rest.dropFirst(Self.batch)
      while !batch.isEmpty {
        guard let missing = try fetch(batch) else { break }
        guard batch.remove(missing) != nil else { break }
        lacking.insert(missing)
        guard lacking.count < Self.patience else { return lacking.union(batch).union(rest) }
      }
    }
    try container.git.refresh()
    return lacking
  }

  /// Fetches versions; or returns one that is missing there, and nothing is fetched then.
  private func fetch(_ versions: Set<ObjectID>) throws -> ObjectID? {
    do {
      try fetch(versions.sorted(), isInsisting: false)
      return nil
    } catch let error as RemoteError {
      guard let missing = error.missingObject else { throw error }
      return missing
    }
  }

  private func fetch(_ versions: [ObjectID], isInsisting: Bool) throws {
    do {
      _ = try run(
        .fetching, GitWords.fetch(versions, from: place, isInsisting: isInsisting),
        isFrugal: true)
    } catch let error as RemoteError where error.reason == .notOffered {
      guard place.scheme == .ssh, !isInsisting else { throw error }
      try fetch(versions, isInsisting: true)
    }
  }
}

extension RemoteError {
  /// The object that the other side does not have, by its message.
  fileprivate var missingObject: ObjectID? {
    guard let words = message.firstRange(of: "not our ref ") else { return nil }
    return ObjectID(hex: message[words.upperBound...].prefix(40))
  }
}
