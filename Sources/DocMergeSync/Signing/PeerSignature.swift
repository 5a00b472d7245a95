import DocMergeContainer
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// The signature of the last fetched state of another replica on a remote.
public struct PeerSignature: Sendable, Hashable {
  /// How good the signature is.
  public enum Quality: String, Sendable, Hashable {
    /// An allowed signer signed it.
    case good
    /// It is not signed.
    case missing
    /// It is signed, but by no allowed signer, or was changed since.
    case bad
    /// It could not be checked, for example without a list of allowed signers.
    case unknown
  }

  /// The name of the remote.
  public var remote: String
  /// The id of the replica.
  public var replica: String
  /// How good the signature is.
  public var quality: Quality
  /// The fault, as a half sentence about the replica; `nil` for a good signature.
  public var flaw: String?
}

extension Remotes {
  /// How the states of other replicas are signed, each of them checked now.
  ///
  /// A state that was refused is not kept; the sync reports it.
  ///
  /// - Returns: a signature for each replica and remote; none where `docmerge.verifysignatures` is `never`.
  /// - Throws: ``ContainerError/badSetting(key:value:choices:)``, ``GitError``.
  public func signatures() throws -> [PeerSignature] {
    guard try container.settings.signaturePolicy() != .never else { return [] }
    let own = try container.replica().description
    let check = SignatureCheck(program: SignatureProgram(container: container))
    var result: [PeerSignature] = []
    for remote in try all() {
      let prefix = References.remoteStates(remote.name)
      for (name, state) in try peers(on: remote.name) {
        let replica = PrintableText.escape(String(name.dropFirst(prefix.count)))
        guard replica != own else { continue }
        let (quality, flaw) = try quality(of: state, by: check)
        result.append(
          PeerSignature(remote: remote.name, replica: replica, quality: quality, flaw: flaw))
      }
    }
    return result
  }

  private func quality(
    of state: ObjectID, by check: SignatureCheck
  ) throws -> (PeerSignature.Quality, String?) {
    do {
      let isSigned = try git.commit(state).proof != nil
      guard let flaw = try check.flaw(of: state) else { return (.good, nil) }
      return (isSigned ? .bad : .missing, flaw)
    } catch let error as GitError {
      return (.unknown, tr("cannot be read (\(error.message))"))
    } catch ContainerError.notVerified(let reason) {
      return (.unknown, tr("has a signature that cannot be checked (\(reason))"))
    }
  }
}
