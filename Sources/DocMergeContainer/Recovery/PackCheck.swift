import DocMergeLanguage
import DocMergeObjects
package import DocMergeSystem
import Glibc

/// Checks an unchecked pack in a repository, with git.
package struct PackCheck {
  private let container: Container
  private let pack: SystemPath
  private let index: SystemPath

  /// Names a pack.
  ///
  /// - Parameters:
  ///   - name: the name of its file, such as `pack-….pack`.
  ///   - container: the container whose repository has it.
  /// - Throws: ``ContainerError/damagedClone(_:)`` for a text that is not the name of a pack.
  package init(of name: String, in container: Container) throws {
    guard PackCheck.isName(Array(name.utf8)) else {
      throw ContainerError.damagedClone(
        tr("\(PrintableText.escape(name)) is not the name of a pack"))
    }
    let folder = SystemPath("\(container.git.path)/objects/pack")
    self.container = container
    pack = folder.appending(name.utf8)
    index = folder.appending("\(name.dropLast(5)).idx".utf8)
  }

  /// All packs of a repository.
  ///
  /// - Parameter container: the container of the repository.
  /// - Returns: the packs.
  /// - Throws: ``FileError``.
  package static func all(in container: Container) throws -> [PackCheck] {
    let folder = SystemPath("\(container.git.path)/objects/pack")
    guard try FileStatus.of(folder) != nil else { return [] }
    return try Files.entries(of: folder).map(\.name).filter(isName).map { name in
      try PackCheck(of: String(decoding: name, as: UTF8.self), in: container)
    }
  }

  /// Whether a name has git's form for packs: `pack-`, forty digits and `.pack`.
  package static func isName(_ name: [UInt8]) -> Bool {
    name.starts(with: "pack-".utf8) && name.suffix(5).elementsEqual(".pack".utf8)
      && ObjectID(digits: name.dropFirst(5).dropLast(5)) != nil
  }

  /// Removes the pack, complete or not.
  package func remove() throws(FileError) {
    for file in [index, pack] { try container.disk.remove(file) }
  }

  /// Whether the pack, once it is found sound, names no objects outside of itself.
  ///
  /// git writes the index of a pack anew: it must equal the existing one. Linear in the pack.
  ///
  /// - Parameter isStopped: asked several times a second; `true` ends it.
  /// - Returns: whether it names none.
  /// - Throws: ``ContainerError/damagedClone(_:)`` for a pack that is not sound, or names objects that do not exist;
  ///   ``GitError``, ``FileError``.
  func isSelfContained(_ isStopped: @escaping () -> Bool = { false }) throws -> Bool {
    // Another process has repacked the repository, and left nothing to compare.
    guard try FileStatus.of(pack) != nil else {
      _ = try run(GitWords.checkAll, endsWith: [0], isStopped)
      return true
    }
    let new = container.privatePath("checked-\(getpid()).idx")
    let status = try run(GitWords.checkPack(pack, writing: new), endsWith: [0, 1], isStopped)
    guard try Files.read(new).bytes == Files.read(index).bytes else {
      throw ContainerError.damagedClone(
        tr("the index of \(pack.description) is not that of its pack"))
    }
    try container.disk.remove(new)
    return status == 0
  }

  private func run(
    _ words: [String], endsWith known: [Int32], _ isStopped: @escaping () -> Bool
  ) throws -> Int32 {
    let run = GitChild(
      words: GitWords.common(container.git.path) + words, timeout: .zero, mayAsk: false,
      mayConnect: false, memory: try container.settings.childMemory(), isCancelled: isStopped,
      progress: { _ in }
    ).run()
    switch run.outcome {
    case .ended(let status) where known.contains(status): return status
    case .notStarted(let code):
      throw GitError(
        code: .init(rawValue: -1), function: "git", message: Errno(code).description)
    case .ended(let status):
      let words = run.messages.last.map(PrintableText.escape) ?? tr("git cannot read it")
      // More than the number of a signal: git was ended, or reports that it could not continue.
      guard status <= 128, !PackCheck.obstacles.contains(where: { words.contains($0) }) else {
        throw GitError(code: .init(rawValue: status), function: "git", message: words)
      }
      throw ContainerError.damagedClone(words)
    case .cancelled, .silent:
      throw GitError(code: .init(rawValue: -1), function: "git", message: tr("was ended"))
    }
  }

  /// Messages of git that only say that it could not check the pack.
  private static let obstacles = [
    "No space left", "ut of memory", "annot allocate memory", "unable to create", "Read-only",
    "quota", "Input/output error",
  ]
}
