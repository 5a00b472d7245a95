import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

extension GitRepository {
  /// Changes the index as git does: holds its lock while `body` runs, and then installs the new index.
  ///
  /// If another process holds the lock, or `body` fails, nothing is changed.
  ///
  /// - Parameters:
  ///   - lines: The changes, in the lines of `git update-index --index-info`.
  ///   - body: The work to do before the new index counts.
  /// - Throws: ``GitFailure``, and the errors of `body`.
  func changingIndex(_ lines: [UInt8], _ body: () throws -> Void) throws {
    let index = indexPath
    let lock = SystemPath("\(index).lock")
    let next = SystemPath("\(index).docmerge-\(CurrentProcess.number)")
    do throws(Errno) {
      _ = try OpenFile(lock, for: .writing, .makesNew, permissions: 0o666)
    } catch {
      throw lockFailure("\(index).lock", error)
    }
    SignalCleanup.begin([lock, next])
    var isDone = false
    defer {
      try? next.removeFile()
      // Once the new index is in place, a lock with this name belongs to another process.
      if !isDone { try? lock.removeFile() }
      SignalCleanup.end()
    }
    try prepareIndex(at: next, from: index, lines)
    try body()
    do throws(Errno) {
      try next.rename(to: lock)
      try lock.rename(to: SystemPath(index))
    } catch {
      throw GitFailure(tr("cannot replace \(index): \(error)"))
    }
    isDone = true
  }

  /// The path of the index: the environment may name another one, relative to the top of the worktree.
  private var indexPath: String {
    let named = Variable.value("GIT_INDEX_FILE")
    let path = named.map { $0.hasPrefix("/") ? $0 : "\(top)/\($0)" } ?? "\(gitFolder)/index"
    // git makes an index where there is none.
    guard let real = try? SystemPath(path).real() else { return path }
    return String(decoding: real.bytes, as: UTF8.self)
  }

  private func lockFailure(_ lock: String, _ reason: Errno) -> GitFailure {
    guard reason == .fileExists else {
      return GitFailure(tr("cannot lock the index: \(lock): \(reason)"))
    }
    return GitFailure(
      tr(
        """
        the index is locked (\(lock)): another git works here, or one was killed; try again when it is \
        done, or remove the file
        """))
  }

  /// The new index, in a file of its own.
  private func prepareIndex(at next: SystemPath, from index: String, _ lines: [UInt8]) throws {
    if let bytes = try WorktreeFile(Array(index.utf8)).contents()?.bytes {
      try replaceFile(at: next, with: bytes)
    }
    var git = git
    git.variables["GIT_INDEX_FILE"] = next.bytes
    _ = try git.run("update-index", "-z", "--index-info", input: lines)
  }

  private func replaceFile(at path: SystemPath, with bytes: [UInt8]) throws {
    do {
      try DocMergeFiles.replaceFile(path.bytes, with: bytes)
    } catch {
      throw GitFailure(String(decoding: error.message.dropLast(), as: UTF8.self))
    }
  }
}
