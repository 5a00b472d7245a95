import DocMergeContainer
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// Checks the signature of a state.
package struct SignatureCheck {
  package let program: SignatureProgram

  package init(program: SignatureProgram) {
    self.program = program
  }

  /// The fault in the signature of a state, as a half sentence; `nil` when it is signed by a key that
  /// `gpg.ssh.allowedSignersFile` allows and that is not revoked.
  ///
  /// - Throws: ``ContainerError/notVerified(_:)`` when it cannot be checked, ``RemoteError`` when it was cancelled,
  ///   ``GitError``.
  package func flaw(of state: ObjectID) throws -> String? {
    let commit: Commit
    do throws(GitError) {
      commit = try program.container.git.commit(state)
    } catch {
      // It must not be merged unchecked if it can be read by then.
      return tr("cannot be read (\(error.message))")
    }
    guard commit.isSigned else {
      return commit.proof == nil
        ? tr("is not signed (there, set docmerge.sign and user.signingKey, and sync again)")
        : tr("is signed, but not with an ssh key (there, set docmerge.sign, and sync again)")
    }
    let run = try program.run(["verify-commit", "\(state)"], failure: ContainerError.notVerified)
    let words = run.words
    let obstacle = run.messages.first { line in
      SignatureCheck.obstacles.contains { line.contains($0) }
    }
    if let obstacle { throw ContainerError.notVerified(PrintableText.words(obstacle)) }
    return try run.isDone ? nil : fault(words)
  }

  /// Messages of git and ssh-keygen that say that nothing could be checked.
  ///
  /// git itself ignores a missing list of revoked keys.
  private static let obstacles = [
    "allowedSignersFile needs", "Unable to open allowed keys file", "cannot run",
    "revocation file configured but not found",
  ]

  private func fault(_ words: String) throws(GitError) -> String {
    if words.contains("incorrect signature") {
      return tr("is signed, but was changed since (\(words))")
    }
    if words.contains("No principal matched") || words.contains("not permitted") {
      return tr("is signed, but not with a key that gpg.ssh.allowedSignersFile allows (\(words))")
    }
    // About revoked keys, ssh-keygen only says that it does not accept them.
    if words == "Could not verify signature.", try revocations() != nil {
      return tr("is signed, but with a key that gpg.ssh.revocationFile revokes")
    }
    return tr("is signed, but not well (\(words))")
  }

  private func revocations() throws(GitError) -> String? {
    try program.container.git.configuration("gpg.ssh.revocationfile")
  }
}
