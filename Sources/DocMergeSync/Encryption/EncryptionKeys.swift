import DocMergeContainer
import DocMergeLanguage
import DocMergeObjects

/// The keys of an encrypted remote, by git's settings: those that may read and write it, and the one to sign with.
struct EncryptionKeys {
  package let container: Container
  /// The name of the remote.
  package let name: String
  package let isCancelled: () -> Bool

  private var git: GitStore { container.git }

  /// The setting of a remote for its participants, in the words of git-remote-gcrypt.
  static func participantsKey(_ name: String) -> String { "remote.\(name).gcrypt-participants" }

  /// The word for the person's own key alone.
  private static let ownKey = "simple"

  /// Why there is no key to use.
  enum Flaw: Error {
    /// The settings name no participants.
    case noParticipants
    /// gpg does not know the key of a participant.
    case unknown(String)
    /// None of the participants' keys is the person's own.
    case noneIsOwn
    case noProgram
  }

  /// The participants; empty for the person's own key.
  ///
  /// git-remote-gcrypt takes a missing setting for the own key too, so the first push of a person who forgot the
  /// setting locks all others out. A person who wants only the own key has to say so.
  ///
  /// - Throws: ``Flaw``, ``GitError``.
  package func participants() throws -> [String] {
    let setting =
      try git.configuration(EncryptionKeys.participantsKey(name))
      ?? git.configuration("gcrypt.participants")
    let words = setting?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    guard !words.isEmpty else { throw Flaw.noParticipants }
    if let word = words.first(where: { !EncryptionKeys.isName($0) }) { throw Flaw.unknown(word) }
    return words == [EncryptionKeys.ownKey] ? [] : words
  }

  /// The key to sign with, of the participants' keys; `nil` leaves the choice to the settings.
  ///
  /// The others accept only what a participant signed; gpg's default key may be another one.
  ///
  /// - Throws: ``Flaw``, ``GitError``.
  func signer() throws -> String? {
    let participants = try participants()
    var own: String?
    for participant in participants {
      // Of several keys the first one, as git-remote-gcrypt does.
      guard let key = try fingerprint(["--list-keys", "--", participant]) else {
        throw Flaw.unknown(participant)
      }
      if own == nil { own = try fingerprint(["--list-secret-keys", "--", key]).map { _ in key } }
    }
    guard participants.isEmpty || own != nil else { throw Flaw.noneIsOwn }
    let isChosen = try git.configuration("remote.\(name).gcrypt-signingkey") != nil
    return isChosen ? nil : own
  }

  /// The fingerprint of the first key that gpg lists; `nil` where there is none.
  private func fingerprint(_ words: [String]) throws -> String? {
    let child = GitChild(
      program: try git.configuration("gpg.program") ?? "gpg",
      words: ["--batch", "--no-tty", "--with-colons", "--fingerprint"] + words, timeout: .zero,
      mayAsk: false, mayConnect: false, isCancelled: isCancelled, progress: { _ in })
    let run = child.run()
    if case .notStarted = run.outcome { throw Flaw.noProgram }
    guard run.isDone else { return nil }
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("fpr:") }?
      .split(separator: ":", omittingEmptySubsequences: false).dropFirst(9).first.map(String.init)
  }

  /// Checks that participants can be noted for an address: only encrypted ones have any.
  ///
  /// - Throws: ``RemoteError``.
  package static func check(_ participants: [String], for address: RemoteAddress)
    throws(RemoteError)
  {
    func refusal(_ why: String) -> RemoteError {
      RemoteError(.badAddress, address: address.display, message: why)
    }
    guard address.isEncrypted || participants.isEmpty else {
      throw refusal(
        tr("participants are for addresses that begin with \(RemoteAddress.encryption)"))
    }
    for participant in participants where !isName(participant) {
      throw refusal(tr("the participant `\(participant)` is no id of a key, and no mail address"))
    }
  }

  /// Whether a word can stand for a key in a list separated by blanks, which the shell splits into words.
  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-")
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x7F && !scalar.properties.isWhitespace
          && scalar.properties.generalCategory != .format
          || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "@._+-=".unicodeScalars.contains(scalar)
      }
  }
}
