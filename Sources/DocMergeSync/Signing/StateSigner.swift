import DocMergeContainer
import DocMergeCore
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

/// Signs the state that is sent: it names every version by its hash, so one signature covers all.
///
/// Versions themselves are not signed: replicas that resolve alike make the same version. A signature is a separate
/// operation that changes nothing but who vouches for the state, so that ids of operations stay.
struct StateSigner {
  package let program: SignatureProgram

  private var container: Container { program.container }
  private var git: GitStore { container.git }

  /// A signed state that says the same as `state`; `nil` when `state` is already signed.
  ///
  /// - Throws: ``ContainerError/notSigned(_:)``, ``RemoteError`` when it was cancelled, ``GitError``.
  package func sign(_ state: ObjectID) throws -> ObjectID? {
    let identity = try container.identity()
    let commit = try git.commit(state)
    // In a copied container the last signature is that of the original replica.
    if commit.isSigned, OperationNote(message: commit.message)?.replica == identity.replica,
      try !isKeyNew(since: commit)
    {
      return nil
    }
    let date = container.environment.now
    let message = Trailers.message(
      "sign", OperationNote.trailers(.sign, by: identity, at: date))
    let run = try program.run(
      ["commit-tree", "-S", "-p", "\(state)", "-m", message, "\(commit.tree)"],
      variables(identity.person, date), failure: ContainerError.notSigned)
    guard run.isDone else { throw ContainerError.notSigned(run.words) }
    let text = String(decoding: run.output, as: UTF8.self)
    guard let id = ObjectID(hex: text.prefix(40)), let signed = try? git.foreignCommit(id),
      signed.isSigned, signed.tree == commit.tree, signed.parents == [state]
    else { throw ContainerError.notSigned(tr("git has not signed")) }
    return id
  }

  /// Whether the settings name another key than the one that signed a state.
  ///
  /// Others may refuse the old key, and need to know the new one even if nothing else is new.
  private func isKeyNew(since commit: Commit) throws(GitError) -> Bool {
    guard let setting = try git.configuration("user.signingkey"),
      let named = SigningKey(setting: setting), let used = key(of: commit), used != named
    else { return false }
    // A file beside a key that is not its public half would cause a new signature again and again.
    let before = commit.parents.first.flatMap { try? git.commit($0) }
    return before.flatMap(key) != used
  }

  private func key(of commit: Commit) -> SigningKey? {
    commit.proof.flatMap { SigningKey(signature: $0) }
  }

  private func variables(_ person: Person, _ date: Timestamp) -> [String: String] {
    var variables: [String: String] = [:]
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = person.name
      variables["GIT_\(role)_EMAIL"] = person.email
      variables["GIT_\(role)_DATE"] = "@\(date.seconds) +0000"
    }
    return variables
  }
}
