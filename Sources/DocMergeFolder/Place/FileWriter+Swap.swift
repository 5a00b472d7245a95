import DocMergeCore
package import DocMergeHistory
package import DocMergeSystem
import Glibc

extension FileWriter {
  // MARK: Replacing old contents

  package func swap(
    _ built: SystemPath, _ content: ContentID, _ path: DocumentPath, _ expected: Expected
  ) throws {
    let target = root.appending(path)
    guard let status = try FileStatus.of(built) else { throw FileError("replace", target) }
    let made = Expected(status: status, content: content)
    let outcome: Exchange
    do {
      guard let before = try FileStatus.of(target), before.isSameFile(as: expected.status) else {
        throw Refusal.changedMeanwhile(path)
      }
      outcome = try exchange(built, target)
    } catch {
      try discard(built, made, beside: path)
      throw error
    }
    switch outcome {
    case .exchanged: break
    case .replaced: return
    case .impossible: return try swapInSteps(built, made, path, expected)
    }
    let wasExpected = Result { try isStill(built, expected) }
    if case .success(true) = wasExpected { return }
    if disk.swap(built, target) {
      try discard(built, made, beside: path)
    } else {
      // The new contents were removed by another process: the contents before that are in place again.
      try putBack(built, to: path)
    }
    _ = try wasExpected.get()
    throw Refusal.changedMeanwhile(path)
  }

  /// The result of putting built contents in place.
  private enum Exchange {
    /// The old contents are where the new ones were built.
    case exchanged
    /// The old contents are gone.
    case replaced
    /// Nothing was done: this file system cannot swap, and no rename replaces a folder.
    case impossible
  }

  private func exchange(_ built: SystemPath, _ target: SystemPath) throws(FileError) -> Exchange {
    if disk.swap(built, target) {
      return .exchanged
    }
    guard errno == EINVAL || errno == ENOSYS else { throw FileError("replace", target) }
    let forms = [try FileStatus.of(built)?.form, try FileStatus.of(target)?.form]
    if forms.contains(.folder) { return .impossible }
    // A plain rename is still atomic, but cannot check the old contents.
    guard disk.rename(built, to: target) else { throw FileError("replace", target) }
    return .replaced
  }

  /// Moves the old contents out, checks them, and moves the new ones in, each to a free place.
  ///
  /// For a moment nothing is in the place: the replacement of a document is noted before, so that it does not count as
  /// removed. In the end the old contents are where the new ones were built.
  private func swapInSteps(
    _ built: SystemPath, _ made: Expected, _ path: DocumentPath, _ expected: Expected
  ) throws {
    let target = root.appending(path)
    let aside = temporary(beside: target, as: FileWriter.whole)
    do {
      guard try renameNew(target, to: aside) else { throw Refusal.changedMeanwhile(path) }
      do {
        guard try isStill(aside, expected), try renameNew(built, to: target) else {
          throw Refusal.changedMeanwhile(path)
        }
      } catch {
        try putBack(aside, to: path)
        throw error
      }
    } catch {
      try discard(built, made, beside: path)
      throw error
    }
    guard try renameNew(aside, to: built) else { throw FileError("rename", built, code: EEXIST) }
  }

  /// Whether the old contents are still the expected ones; of a package, every byte is compared.
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
