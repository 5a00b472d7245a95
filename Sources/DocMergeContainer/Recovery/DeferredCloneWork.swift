import DocMergeCore
import DocMergeFolder
import DocMergeObjects
package import DocMergeSystem

/// The work that a clone leaves for later, once its documents are in place: git's check of the packs that it took over
/// from a remote, and the writing of the disk.
///
/// A note beside the index says that work is left. Nothing changes in the container before it is done: a process that
/// changes something does it first (``Container/operate(finishesClone:_:)``), and the command that cloned starts a
/// process that does nothing else. Objects are compared with their ids whenever they are read, including the documents
/// that were put in place; only objects that were not read are left to check.
package struct DeferredCloneWork: Sendable {
  package let container: Container

  package init(container: Container) {
    self.container = container
  }

  private var path: SystemPath { container.privatePath("clone-rest") }

  /// The note: a line with the moment, and a line for each pack.
  private struct Note {
    /// The boot of the computer, and the file system, in which the documents were written.
    var moment: Substring
    /// The packs that are unchecked, by their file names.
    var packs: [Substring]
  }

  /// Stands for all packs that exist, while their names are not known.
  package static let everyPack = "*"

  /// Whether work is left.
  ///
  /// - Throws: ``FileError``.
  package func isThere() throws(FileError) -> Bool { try FileStatus.of(path) != nil }

  /// Whether packs are left to be checked.
  ///
  /// A note that cannot be read names none: that leads to more checks, not fewer, and finishing reports it.
  package func hasPacks() -> Bool { (try? read())?.packs.isEmpty == false }

  // MARK: Leaving work

  /// Notes durably that documents, and these packs, are from now on written without waiting for the disk.
  ///
  /// - Parameter packs: the names of their files, or ``everyPack``.
  /// - Throws: ``FileError``.
  package func begin(packs: [String] = []) throws {
    if packs.isEmpty, try isThere() { return }
    try write(Note(moment: Substring(moment()), packs: packs.map { $0[...] }))
  }

  private func write(_ note: Note) throws {
    let text = ([note.moment] + note.packs).joined(separator: "\n")
    try WholeFile.replace(
      String(decoding: path.bytes, as: UTF8.self), with: Array(text.utf8),
      on: container.disk)
  }

  /// Removes the noted packs that nothing leads to.
  ///
  /// - Throws: ``FileError``, ``GitError``.
  package func forgetPacks() throws {
    guard let note = try read() else { return }
    for pack in try packs(of: note) { try pack.remove() }
    try write(Note(moment: note.moment, packs: []))
    try container.git.refresh()
  }

  private func packs(of note: Note) throws -> [PackCheck] {
    guard note.packs.contains(DeferredCloneWork.everyPack[...]) else {
      return try note.packs.map { try PackCheck(of: String($0), in: container) }
    }
    return try PackCheck.all(in: container)
  }

  /// A mark that tells one boot of the computer, and one mount of a disk, from others.
  private func moment() throws -> String {
    let device = try FileStatus.of(container.root)?.device ?? 0
    // The device numbers of Linux.
    let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF_FF00)
    let folder = "/sys/dev/block/\(major):\(minor)"
    // The number of the disk; for a partition, it is one folder up. Some file systems have no disk.
    let number =
      ["diskseq", "../diskseq"].lazy.compactMap { name in
        try? Files.readUnsized("\(folder)/\(name)")
      }.first ?? []
    let words = String(decoding: number, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return "\(try LockFile.boot()) \(device) \(words.joined())"
  }

  /// Whether the disk may have kept only a part of the written documents.
  ///
  /// - Throws: ``FileError``.
  package func mayBeTorn() throws -> Bool {
    guard let note = try read() else { return false }
    return try note.moment != moment()
  }

  // MARK: Doing the work

  /// Has git check the packs that were taken over.
  ///
  /// Linear in their sizes.
  ///
  /// - Parameter isStopped: asked several times a second; `true` ends it.
  /// - Throws: ``ContainerError/damagedClone(_:)`` when something is wrong with them, ``GitError`` when git
  ///   cannot be run, or was stopped, ``FileError``.
  package func check(_ isStopped: @escaping () -> Bool = { false }) throws {
    guard let note = try read(), !note.packs.isEmpty else { return }
    // The process that copied them was killed before anything led to them.
    if try container.git.references(matching: "refs/docmerge/remotes/*").isEmpty {
      return try forgetPacks()
    }
    var unchecked = try packs(of: note)
    // A pack that names objects in another is checked once that other one is found sound: after the first round.
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

  /// Makes sure that all documents are in place, and on the disk; then no work is left.
  ///
  /// Where the computer was restarted meanwhile, some of them may be empty, cut off, or missing: those are made again.
  /// All other files in the folder are edits. As long as one document cannot be made, the note stays.
  ///
  /// - Throws: ``FileError``, ``GitError``, `DatabaseError`.
  package func finish() throws {
    guard let note = try read() else { return }
    if try note.moment != moment() {
      try container.index.clear()
      guard try container.bringFolderInLine().isEmpty else { return }
    }
    // What a killed clone had made in advance.
    try CrashRecovery(container: container).clearFolder()
    try container.index.finish()
    do {
      try container.disk.synchronise(fileSystemsOf: [container.root, path.parent])
    } catch {
      // The kernel reports a failure once, and may have dropped what it could not write.
      try write(Note(moment: "", packs: note.packs))
      throw error
    }
    try container.disk.remove(path)
    try container.disk.synchronise(folder: path.parent)
  }

  private func read() throws -> Note? {
    guard try isThere() else { return nil }
    let text = String(decoding: try Files.read(path).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Note(moment: lines[0], packs: Array(lines.dropFirst()))
  }
}

extension Container {
  /// Whether a clone left work to do.
  ///
  /// - Throws: ``FileError``.
  package func hasRest() throws -> Bool { try DeferredCloneWork(container: self).isThere() }

  /// Does the work that a clone left: has the disk write all documents, and git check the packs.
  ///
  /// - Throws: ``ContainerError/damagedClone(_:)`` when the packs are damaged, and what every change throws.
  package func finishClone() throws {
    if try hasRest() { try operate {} }
  }
}
