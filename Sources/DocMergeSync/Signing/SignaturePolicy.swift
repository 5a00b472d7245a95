public import DocMergeContainer
import DocMergeObjects

/// What happens with other replicas' states that no allowed signer has signed.
///
/// Set by `docmerge.verifysignatures` of git's settings.
public enum SignaturePolicy: String, Sendable, Hashable, CaseIterable {
  /// They are merged, and signatures are not checked.
  case never
  /// They are merged and reported.
  case warn
  /// They are reported and not merged.
  case require
}

extension ContainerSettings {
  private static let policyKey = "docmerge.verifysignatures"
  private static let signKey = "docmerge.sign"

  /// What happens with states that no allowed signer has signed.
  ///
  /// - Returns: the policy; ``SignaturePolicy/never`` where nothing is set.
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``: a typing error must not accept everyone.
  ///   ``GitError``.
  public func signaturePolicy() throws -> SignaturePolicy {
    guard let word = try git.configuration(Self.policyKey) else { return .never }
    guard let policy = SignaturePolicy(rawValue: word.lowercased()) else {
      throw ContainerError.badSetting(
        key: Self.policyKey, value: word, choices: SignaturePolicy.allCases.map(\.rawValue))
    }
    return policy
  }

  /// Whether sent states are signed: by `docmerge.sign`, or else as commits are.
  ///
  /// - Returns: without `docmerge.sign`, whether `commit.gpgSign` is on and `gpg.format` is `ssh`.
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``: a typing error must not send an unsigned state.
  ///   ``GitError``.
  public func signsStates() throws -> Bool {
    if let word = try git.configuration(Self.signKey) {
      guard let choice = GitStore.choice(word) else {
        throw ContainerError.badSetting(
          key: Self.signKey, value: word, choices: ["true", "false"])
      }
      return choice
    }
    return try git.configuration("commit.gpgsign").flatMap(GitStore.choice) ?? false
      && git.configuration("gpg.format")?.lowercased() == "ssh"
  }
}
