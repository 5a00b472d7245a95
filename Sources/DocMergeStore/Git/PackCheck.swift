import Glibc

/// Checks a pack that lies in a repository as it came from elsewhere, by git.
struct PackCheck {
  private let container: Container
  private let pack: SystemPath
  private let index: SystemPath

  /// Names a pack.
  ///
  /// - Parameters:
  ///   - name: the name of its file, such as `pack-….pack`.
  ///   - container: the one in whose repository it is.
  /// - Throws: ``ContainerError/damagedClone(_:)`` for what is not the name of a pack.
  init(of name: String, in container: Container) throws {
    guard name.hasPrefix("pack-"), name.hasSuffix(".pack"), !name.contains("/") else {
      throw ContainerError.damagedClone("\(PrintableText.escape(name)) is not the name of a pack")
    }
    let folder = SystemPath("\(container.git.path)/objects/pack")
    self.container = container
    pack = folder.appending(name.utf8)
    index = folder.appending("\(name.dropLast(5)).idx".utf8)
  }

  /// Whether the pack, which is found to be sound, names nothing beyond itself.
  ///
  /// git writes the index of a pack anew: the one that is there must be the same.
  ///
  /// - Throws: ``ContainerError/damagedClone(_:)`` for a pack that is not sound, or names what is nowhere;
  ///   ``GitError``, ``FileError``.
  func isSelfContained() throws -> Bool {
    // Whoever packs a repository anew reads all that was in this pack, and leaves nothing to compare.
    guard try FileStatus.of(pack) != nil else {
      _ = try run(GitWords.checkAll, endsWith: [0])
      return true
    }
    let new = container.privatePath("checked.idx")
    let status = try run(GitWords.checkPack(pack, writing: new), endsWith: [0, 1])
    guard try Files.read(new).bytes == Files.read(index).bytes else {
      throw ContainerError.damagedClone("the index of \(pack.description) is not that of its pack")
    }
    try Files.remove(new)
    return status == 0
  }

  private func run(_ words: [String], endsWith known: [Int32]) throws -> Int32 {
    let run = GitChild(
      words: GitWords.common(container.git.path) + words, timeout: .zero, mayAsk: false,
      mayConnect: false, memory: try container.childMemory(), isCancelled: { false },
      progress: { _ in }
    ).run()
    switch run.outcome {
    case .ended(let status) where known.contains(status): return status
    case .notStarted(let code):
      throw GitError(
        code: .init(rawValue: -1), function: "git", message: String(cString: strerror(code)))
    case .ended, .cancelled, .silent:
      let words = run.messages.last.map(PrintableText.escape) ?? "git cannot read it"
      throw ContainerError.damagedClone(words)
    }
  }
}
