import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects

extension Remotes {
  /// Adds a remote.
  ///
  /// - Parameters:
  ///   - remote: the remote.
  ///   - participants: keys of those who may read and write an encrypted remote, in gpg's forms; if empty, git's
  ///     settings name them.
  /// - Throws: ``ContainerError/remoteExists(_:)``, ``RemoteError`` for an address that is not accepted,
  ///   ``GitError``.
  public func add(_ remote: Remote, participants: [String] = []) throws {
    let address = try RemoteAddress(remote.url)
    try EncryptionKeys.check(participants, for: address)
    guard !remote.name.hasPrefix("-") else {
      throw RemoteError(
        .badAddress, address: address.display, message: tr("its name begins with a dash"))
    }
    try container.operate {
      // References of `x/y` would stand among those of `x`.
      let taken = try all().first { other in
        other.name == remote.name || other.name.hasPrefix("\(remote.name)/")
          || remote.name.hasPrefix("\(other.name)/")
      }
      if let taken { throw ContainerError.remoteExists(taken.name) }
      try git.addRemote(remote.name, url: remote.url)
      guard !participants.isEmpty else { return }
      try git.setConfiguration(
        EncryptionKeys.participantsKey(remote.name), to: participants.joined(separator: " "))
    }
  }

  /// Forgets a remote.
  ///
  /// Changes that were merged from it stay.
  ///
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError``.
  public func remove(_ name: String) throws {
    try container.operate {
      _ = try named(name)
      try noteFormerlySent(to: name)
      try EncryptedMirror(container: container, name: name).remove()
      try git.removeRemote(name)
    }
  }

  /// Gives a remote another address.
  ///
  /// Objects fetched from the old place stay; everything that is here is sent to the new one.
  ///
  /// - Parameters:
  ///   - name: the remote.
  ///   - url: its new address.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``RemoteError`` for an address that is not accepted,
  ///   ``GitError``.
  public func setURL(of name: String, to url: String) throws {
    _ = try RemoteAddress(url)
    try container.operate {
      _ = try named(name)
      try noteFormerlySent(to: name)
      let mirror = EncryptedMirror(container: container, name: name)
      try mirror.remove()
      try mirror.forgetID()
      try git.setURL(of: name, to: url)
      try git.forget(container.replica(), of: name)
      try git.removeConfiguration(Remotes.metKey(name))
      try git.removeConfiguration(Publisher.noteKey(of: name))
    }
  }

  /// The key for the state that was sent to a remote which is not known any more.
  package static let formerlySentKey = "docmerge.formerlysent"

  /// Notes what others may have received from a remote that is about to be forgotten.
  private func noteFormerlySent(to name: String) throws {
    guard let sent = try sentState(to: name) else { return }
    try git.setConfiguration(Remotes.formerlySentKey, to: sent.id.description)
  }
}
