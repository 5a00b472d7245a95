import DocMergeCore
import DocMergePOSIX
import Glibc

extension FileWriter {
  // MARK: Putting new contents in the place of old ones

  func swap(
    _ built: SystemPath, _ content: ContentID, _ path: DocumentPath, _ expected: Expected
  ) throws {
    let target = root.appending(path)
    guard let status = try FileStatus.of(built) else { throw FileError("replace", target) }
    let made = Expected(status: status, content: content)
    let isExchanged: Bool
    do {
      guard let before = try FileStatus.of(target), before.isSameFile(as: expected.status) else {
        throw Refusal.changedMeanwhile(path)
      }
      isExchanged = try exchange(built, target)
    } catch {
      try discard(built, made, beside: path)
      throw error
    }
    guard isExchanged else { return }
    let wasExpected = Result { try isStill(built, expected) }
    if case .success(true) = wasExpected { return }
    if exchangeBack(built, target) {
      Checkpoint.pass()
      try discard(built, made, beside: path)
    } else {
      // Somebody removed what had just come: what was written before that is in the place again.
      try putBack(built, to: path)
    }
    _ = try wasExpected.get()
    throw Refusal.changedMeanwhile(path)
  }

  /// Puts what was built in the place; `false` where what lay there is gone then, instead of beside it.
  private func exchange(_ built: SystemPath, _ target: SystemPath) throws(FileError) -> Bool {
    let isDone = exchangeAtOnce(built, target)
    if !isDone {
      guard errno == EINVAL || errno == ENOSYS else { throw FileError("replace", target) }
      // This file system cannot swap.
      let forms = [try FileStatus.of(built)?.form, try FileStatus.of(target)?.form]
      if forms.contains(.folder) {
        try exchangeInSteps(built, target)
        return true
      }
      // A plain rename is still whole, if less watchful.
      guard rename(built.characters, target.characters) == 0 else {
        throw FileError("replace", target)
      }
    }
    Checkpoint.pass()
    return isDone
  }

  /// Has the file system put each in the place of the other; where it did not, `errno` says why.
  private func exchangeAtOnce(_ built: SystemPath, _ target: SystemPath) -> Bool {
    guard Surroundings.hasSwaps else {
      errno = EINVAL
      return false
    }
    return docmerge_rename_exchange(built.characters, target.characters) == 0
  }

  /// Puts what was taken out in its place again; `false` where nothing is there any more.
  private func exchangeBack(_ built: SystemPath, _ target: SystemPath) -> Bool {
    if exchangeAtOnce(built, target) { return true }
    guard errno == EINVAL || errno == ENOSYS else { return false }
    return (try? exchangeInSteps(built, target)) != nil
  }

  /// Puts each of two in the place of the other where one of them is a folder, which no rename replaces.
  ///
  /// For a moment nothing is in the place; who looks after a crash then finds the old contents beside it.
  private func exchangeInSteps(_ built: SystemPath, _ target: SystemPath) throws(FileError) {
    let aside = temporary(beside: target, as: FileWriter.whole)
    func move(_ one: SystemPath, _ other: SystemPath) throws(FileError) {
      guard rename(one.characters, other.characters) == 0 else {
        throw FileError("replace", target)
      }
      Checkpoint.pass()
    }
    try move(target, aside)
    do throws(FileError) {
      try move(built, target)
    } catch {
      try move(aside, target)
      throw error
    }
    try move(aside, built)
  }

  /// Whether what was taken out is what was looked at before; of a package, every byte is compared.
  func isStill(_ path: SystemPath, _ expected: Expected) throws -> Bool {
    guard let status = try FileStatus.of(path), status.isSameFile(as: expected.status) else {
      return false
    }
    guard expected.content.kind == .package, status.form == .folder else { return true }
    guard try PackageMembers.unkept(in: path) == nil else { return false }
    let saved = expected.content.object
    let bits = FolderRules(git: git).hasExecuteBits ? nil : saved
    return try ContentReader.tree(of: path, withBitsOf: bits, in: git) == saved
  }
}
