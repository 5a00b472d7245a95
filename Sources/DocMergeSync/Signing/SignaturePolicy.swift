public import DocMergeContainer
import DocMergeObjects

/// What becomes of other replicas' states that nobody who is allowed to has signed.
///
/// Set by `docmerge.verifysignatures` of git's settings.
public enum SignaturePolicy: String, Sendable, Hashable, CaseIterable {
  /// They are taken in, and signatures are not looked at.
  case never
  /// They are taken in, and named.
  case warn
  /// They are named, and not taken in.
  case require
}

extension Container {
  private static let policyKey = "docmerge.verifysignatures"
  private static let signKey = "docmerge.sign"

  /// What becomes of states that nobody who is allowed to has signed.
  ///
  /// - Returns: the policy; ``SignaturePolicy/never`` where nothing is set.
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``: a typing error must not let everybody
  ///   in. ``GitError``.
  public func signaturePolicy() throws -> SignaturePolicy {
    guard let word = try git.configuration(Container.policyKey) else { return .never }
    guard let policy = SignaturePolicy(rawValue: word.lowercased()) else {
      throw ContainerError.badSetting(
        key: Container.policyKey, value: word, choices: SignaturePolicy.allCases.map(\.rawValue))
    }
    return policy
  }

  /// Whether the states that are sent are signed: as `docmerge.sign` says, or as commits are.
  ///
  /// - Returns: without `docmerge.sign`, whether `commit.gpgSign` is on and `gpg.format` is `ssh`.
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``: a typing error must not send what is not
  ///   signed. ``GitError``.
  public func signsStates() throws -> Bool {
    if let word = try git.configuration(Container.signKey) {
      guard let choice = GitStore.choice(word) else {
        throw ContainerError.badSetting(
          key: Container.signKey, value: word, choices: ["true", "false"])
      }
      return choice
    }
    return try git.configuration("commit.gpgsign").flatMap(GitStore.choice) ?? false
      && git.configuration("gpg.format")?.lowercased() == "ssh"
  }
}
