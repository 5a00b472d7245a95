import DocMergeCore
import DocMergeFolder
import DocMergeObjects
package import DocMergeSystem

/// What a clone leaves to be done once its documents are in place: git's check of the packs that it took over
/// from a remote, and the writing of the disk.
///
/// A note beside the index says that something is left. Nothing changes in the container before that is done:
/// whoever is to change something first does it (``Container/operate(finishesClone:_:)``), and the command that
/// cloned starts a process that does nothing else. Objects are compared with their ids whenever they are read,
/// the documents that were put in place among them; what is left to check are those that nobody read.
package struct CloneRest: Sendable {
  package let container: Container

  package init(container: Container) {
    self.container = container
  }

  private var path: SystemPath { container.privatePath("clone-rest") }

  /// What is noted: a line that says when, and a line for each pack.
  private struct Note {
    /// The computer's run, and the file system, in which the documents were written.
    var moment: Substring
    /// The packs that nobody has checked, by their file names.
    var packs: [Substring]
  }

  /// Stands for all packs that are there, while their names are not known.
  package static let everyPack = "*"

  /// Whether something is left to be done.
  ///
  /// - Throws: ``FileError``.
  package func isThere() throws(FileError) -> Bool { try FileStatus.of(path) != nil }

  /// Whether packs are left to be checked.
  ///
  /// A note that cannot be read names none: more is looked at then, not less, and finishing says why.
  package func hasPacks() -> Bool { (try? read())?.packs.isEmpty == false }

  // MARK: Leaving it

  /// Notes durably that documents, and these packs, are written from now on without waiting for the disk.
  ///
  /// - Parameter packs: the names of their files, or ``everyPack``.
  /// - Throws: ``FileError``.
  package func begin(packs: [String] = []) throws {
    if packs.isEmpty, try isThere() { return }
    try write(Note(moment: Substring(moment()), packs: packs.map { $0[...] }))
  }

  private func write(_ note: Note) throws {
    let text = ([note.moment] + note.packs).joined(separator: "\n")
    try WholeFile.replace(String(decoding: path.bytes, as: UTF8.self), with: Array(text.utf8))
  }

  /// Removes the packs that are noted, and that nothing leads to.
  ///
  /// - Throws: ``FileError``, ``GitError``.
  package func forgetPacks() throws {
    guard let note = try read() else { return }
    for pack in try packs(of: note) { try pack.remove() }
    try write(Note(moment: note.moment, packs: []))
    try container.git.refresh()
  }

  private func packs(of note: Note) throws -> [PackCheck] {
    guard note.packs.contains(CloneRest.everyPack[...]) else {
      return try note.packs.map { try PackCheck(of: String($0), in: container) }
    }
    return try PackCheck.all(in: container)
  }

  /// What tells one run of the computer, and one plugging in of a disk, from others.
  private func moment() throws -> String {
    let device = try FileStatus.of(container.root)?.device ?? 0
    // As Linux counts devices.
    let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF_FF00)
    let folder = "/sys/dev/block/\(major):\(minor)"
    // The disk's; of a part of it, it is found above. Some file systems have no disk.
    let number =
      ["diskseq", "../diskseq"].lazy.compactMap { name in
        try? Files.readUnsized("\(folder)/\(name)")
      }.first ?? []
    let words = String(decoding: number, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return "\(try LockFile.boot()) \(device) \(words.joined())"
  }

  /// Whether the disk may have kept only a part of the documents that were written.
  ///
  /// - Throws: ``FileError``.
  package func mayBeTorn() throws -> Bool {
    guard let note = try read() else { return false }
    return try note.moment != moment()
  }

  // MARK: Doing it

  /// Has git check the packs that were taken over.
  ///
  /// Linear in their sizes.
  ///
  /// - Parameter isStopped: asked several times a second; `true` ends it.
  /// - Throws: ``ContainerError/damagedClone(_:)`` when something is wrong with them, ``GitError`` when git
  ///   cannot be run, or was stopped, ``FileError``.
  package func check(_ isStopped: @escaping () -> Bool = { false }) throws {
    guard let note = try read(), !note.packs.isEmpty else { return }
    // Whoever copied them was killed before anything led to them.
    if try container.git.references(matching: "refs/docmerge/remotes/*").isEmpty {
      return try forgetPacks()
    }
    var unchecked = try packs(of: note)
    // What a pack names in another one is there when that is as its index says: known after the first round.
    for _ in 1...2 { unchecked = try unchecked.filter { try !$0.isSelfContained(isStopped) } }
  }

  /// Has git check the packs, and notes that it did.
  ///
  /// - Parameter isStopped: as for ``check(_:)``.
  /// - Throws: as ``check(_:)`` does.
  package func checkNow(_ isStopped: @escaping () -> Bool) throws {
    try check(isStopped)
    if let note = try read() { try write(Note(moment: note.moment, packs: [])) }
  }

  /// Sees to it that all documents are in place, and on the disk; then nothing is left.
  ///
  /// Where the computer was started anew meanwhile, some of them may be empty, cut off, or not there: those are
  /// made again. Whatever else lies in the folder is somebody's edit. As long as one of them cannot be made,
  /// the rest stays.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  package func finish() throws {
    guard let note = try read() else { return }
    if try note.moment != moment() {
      try container.index.clear()
      guard try container.bringFolderInLine().isEmpty else { return }
    }
    // What a killed clone had made ahead.
    try Sweep(container: container).clearFolder()
    try container.index.finish()
    do {
      try Files.synchronise(fileSystemsOf: [container.root, path.parent])
    } catch {
      // The kernel tells it once, and may have given up what it could not write.
      try write(Note(moment: "", packs: note.packs))
      throw error
    }
    try Files.remove(path)
    try Files.synchronise(folder: path.parent)
    Checkpoint.pass()
  }

  private func read() throws -> Note? {
    guard try isThere() else { return nil }
    let text = String(decoding: try Files.read(path).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Note(moment: lines[0], packs: Array(lines.dropFirst()))
  }
}

extension Container {
  /// Whether a clone left something to be done.
  ///
  /// - Throws: ``FileError``.
  package func hasRest() throws -> Bool { try CloneRest(container: self).isThere() }

  /// Does what a clone left to be done: has the disk write all documents, and git check what was taken over.
  ///
  /// - Throws: ``ContainerError/damagedClone(_:)`` when something is wrong with what was taken over, and as every
  ///   change does.
  package func finishClone() throws {
    if try hasRest() { try operate {} }
  }
}
