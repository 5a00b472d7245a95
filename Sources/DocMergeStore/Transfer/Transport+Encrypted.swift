import DocMergeCore

extension Transport {
  /// How often references are sent that others overwrote.
  private static let mostRounds = 5

  /// Sends references to a repository that git-remote-gcrypt encrypts.
  ///
  /// It writes all references at once, as one file, so a push that comes at the same time can undo this one.
  /// Therefore what is there afterwards is looked at, and sent again where others overwrote it; what is lost
  /// after that is sent by the next sync, as to a remote that lost something.
  ///
  /// - Throws: ``RemoteError``.
  func sendEncrypted(_ references: [(name: String, id: ObjectID)]) throws {
    for _ in 0..<Transport.mostRounds {
      _ = try run(.sending, GitWords.push(references, to: address, isAtomic: false))
      let there = try run(.fetching, GitWords.listAll(address)).output
      let lines = Set(String(decoding: there, as: UTF8.self).split(separator: "\n"))
      guard !references.allSatisfy({ lines.contains("\($0.id)\t\($0.name)") }) else {
        return try noteSent(references)
      }
    }
    throw failure(.busy, "others overwrote what was sent, again and again")
  }

  /// Checks that the remote can give what is asked for.
  ///
  /// - Throws: ``RemoteError`` where contents are to come one by one from a repository that is encrypted.
  func checkOnDemand() throws {
    guard isOnDemand, address.isEncrypted else { return }
    throw failure(.onlyWhole)
  }
}
