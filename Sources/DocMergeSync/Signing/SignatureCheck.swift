import DocMergeContainer
package import DocMergeObjects
import DocMergeSystem

/// Looks who has signed a state.
package struct SignatureCheck {
  package let program: SignatureProgram

  package init(program: SignatureProgram) {
    self.program = program
  }

  /// What is wrong with the signature of a state, as a half sentence; `nil` when somebody has signed it
  /// whom `gpg.ssh.allowedSignersFile` allows to, and nobody has revoked the key.
  ///
  /// - Throws: ``ContainerError/notVerified(_:)`` when it cannot be looked at, ``RemoteError`` when it was
  ///   cancelled, ``GitError``.
  package func flaw(of state: ObjectID) throws -> String? {
    // What cannot be read is refused for that, when it is to be taken in.
    guard let commit = try? program.container.git.commit(state) else { return nil }
    guard commit.isSigned else {
      return commit.proof == nil
        ? "is not signed (there, set docmerge.sign and user.signingKey, and sync again)"
        : "is signed, but not with an ssh key (there, set docmerge.sign, and sync again)"
    }
    let run = try program.run(["verify-commit", "\(state)"], failure: ContainerError.notVerified)
    let words = run.words
    let obstacle = run.messages.first { line in
      SignatureCheck.obstacles.contains { line.contains($0) }
    }
    if let obstacle { throw ContainerError.notVerified(PrintableText.words(obstacle)) }
    return run.isDone ? nil : "is signed, but \(try fault(words))"
  }

  /// Words of git and ssh-keygen that say that nobody could look, whatever was signed.
  ///
  /// git itself passes over a list of revoked keys that is not there.
  private static let obstacles = [
    "allowedSignersFile needs", "Unable to open allowed keys file", "cannot run",
    "revocation file configured but not found",
  ]

  private func fault(_ words: String) throws(GitError) -> String {
    if words.contains("incorrect signature") {
      return "was changed since (\(words))"
    }
    if words.contains("No principal matched") || words.contains("not permitted") {
      return "not with a key that gpg.ssh.allowedSignersFile allows (\(words))"
    }
    // ssh-keygen says of those nothing but that it will not have them.
    if words == "Could not verify signature.", try revocations() != nil {
      return "with a key that gpg.ssh.revocationFile revokes"
    }
    return "not well (\(words))"
  }

  private func revocations() throws(GitError) -> String? {
    try program.container.git.configuration("gpg.ssh.revocationfile")
  }
}
