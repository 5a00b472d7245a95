import DocMergeLanguage

/// The operation in which git met conflicts, and the origin of each side.
public struct GitOperation: Sendable, Hashable {
  /// An operation in which git can stop.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `git merge`, `git pull`.
    case merge
    /// `git rebase`.
    case rebase
    /// `git cherry-pick`.
    case cherryPick = "cherry-pick"
    /// `git revert`.
    case revert
    /// `git am -3`.
    case am
    /// `git merge --squash`.
    case squash
    /// `git stash pop` or `apply`, `git checkout -m`, `cherry-pick -n`: git keeps no record of these.
    case stash
  }

  /// A commit, as shown to people.
  public struct Commit: Sendable, Hashable {
    /// A name for git's own commands.
    public var name: String
    /// The first digits of its id, and its subject.
    public var words: String
  }

  /// The kind of the operation.
  public var kind: Kind
  /// The commit of ours.
  public var ours: Commit?
  /// The commit of theirs; `nil` where git keeps no record of it.
  public var theirs: Commit?
  /// The commits that were merged into ours before theirs, where git merges several branches at once.
  public var mergedBefore: [Commit] = []
  /// The branch that is being rebased, or worked on.
  public var branch: String?
  /// Whether it is a step of a rebase, such as a merge that the rebase repeats.
  public var isWithinRebase = false

  /// A sentence about which side is ours and which is theirs; in a rebase people expect the opposite.
  public var explanation: String {
    let mine = branch.map { tr("your branch \($0)") } ?? tr("your branch")
    let other = theirs.map { " \($0.words)" } ?? ""
    switch kind {
    case .merge where !mergedBefore.isEmpty:
      let before = mergedBefore.map(\.words).joined(separator: ", ")
      return tr(
        """
        Merging \(mergedBefore.count + 1) branches at once: ours is \(mine) with the branches merged \
        before, \(before); theirs is the last one,\(other).
        """)
    case .merge: return tr("Merging: ours is \(mine), theirs is\(other), which is merged into it.")
    case .squash:
      return tr("Squashing: ours is \(mine), theirs is the branch that is squashed into it.")
    case .rebase:
      let onto = ours.map { " \($0.words)" } ?? ""
      let name = branch ?? tr("a branch")
      return tr(
        """
        Rebasing \(name): ours is what you rebase onto,\(onto); theirs is your own commit\(other).
        """)
    case .cherryPick: return tr("Cherry-picking: ours is \(mine), theirs is the commit\(other).")
    case .revert:
      return tr("Reverting: ours is \(mine), theirs is the state before the commit\(other).")
    case .am: return tr("Applying a mailed patch: ours is \(mine), theirs is the patch\(other).")
    case .stash:
      return tr(
        "Applying changes (such as a stash): ours is \(mine), theirs are the applied changes.")
    }
  }

  /// The commit whose state theirs is: for a revert, the one before the reverted commit.
  public var theirsState: Commit? {
    guard kind == .revert, var state = theirs else { return theirs }
    state.name += "^"
    return state
  }

  /// The command that skips the commit in which git stopped; `nil` where git does so by itself.
  public var skip: String? {
    switch kind {
    case .cherryPick, .revert, .am: "git \(kind.rawValue) --skip"
    case .merge, .squash, .rebase, .stash: nil
    }
  }

  /// The command that continues when everything is resolved.
  public var continuation: String {
    switch kind {
    case .merge where isWithinRebase: "git rebase --continue"
    case .merge, .squash: "git commit"
    case .rebase, .cherryPick, .revert, .am: "git \(kind.rawValue) --continue"
    case .stash: tr("your work; if this was a stash pop, the stash is still there: git stash list")
    }
  }
}

extension GitRepository {
  /// The operation in which git stopped; conflicts without any record of git are from a stash.
  ///
  /// - Throws: ``GitFailure``.
  public func operation() throws -> GitOperation {
    let (kind, theirs) = stopped
    // Git stops only at the last of several branches; the others are merged by then.
    let heads = kind == .merge ? lines(of: "MERGE_HEAD") : []
    let branch =
      line(of: "rebase-merge/head-name") ?? line(of: "rebase-apply/head-name")
      ?? line(of: "HEAD").flatMap { $0.hasPrefix("ref: ") ? String($0.dropFirst(5)) : nil }
    return GitOperation(
      kind: kind, ours: try commit("HEAD"),
      theirs: try (heads.count > 1 ? heads.last : theirs).flatMap(commit),
      mergedBefore: try heads.dropLast().compactMap(commit),
      branch: branch.map { $0.hasPrefix("refs/heads/") ? String($0.dropFirst(11)) : $0 },
      isWithinRebase: holds("rebase-merge") || holds("rebase-apply/rebasing"))
  }

  private var stopped: (GitOperation.Kind, theirs: String?) {
    if holds("rebase-apply/applying") { return (.am, nil) }
    // A rebase that repeats merges stops in one: theirs is the merged commit.
    if holds("MERGE_HEAD") { return (.merge, "MERGE_HEAD") }
    if holds("rebase-merge") || holds("rebase-apply") { return (.rebase, "REBASE_HEAD") }
    if holds("CHERRY_PICK_HEAD") { return (.cherryPick, "CHERRY_PICK_HEAD") }
    if holds("REVERT_HEAD") { return (.revert, "REVERT_HEAD") }
    return (holds("SQUASH_MSG") ? .squash : .stash, nil)
  }

  private func commit(_ name: String) throws -> GitOperation.Commit? {
    let words = ["log", "-1", "--no-show-signature", "--format=%h “%s”", name, "--"]
    let output = try git.output(words.map { Array($0.utf8) })
    return output.status == 0 && !output.line.isEmpty
      ? GitOperation.Commit(name: name, words: output.line) : nil
  }
}
