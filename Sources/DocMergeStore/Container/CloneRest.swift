import DocMergeCore

/// What a clone leaves to be done once its documents are in place: git's check of the packs that it took over
/// from a remote, and the writing of the disk.
///
/// A note beside the index says that something is left. Nothing changes in the container before that is done:
/// whoever is to change something first does it (``Container/operate(finishing:_:)``), and the command that
/// cloned starts a process that does nothing else. Objects are compared with their ids whenever they are read,
/// the documents that were put in place among them; what is left to check are those that nobody read.
struct CloneRest: Sendable {
  let container: Container

  private var path: SystemPath { container.privatePath("clone-rest") }

  /// What is noted: a line that says when, and a line for each pack.
  private struct Note {
    /// The computer's run, and the file system, in which the documents were written.
    var moment: Substring
    /// The packs that nobody has checked, by their file names.
    var packs: [Substring]
  }

  /// Whether something is left to be done.
  func isThere() throws(FileError) -> Bool { try FileStatus.of(path) != nil }

  /// Whether packs are left to be checked.
  func hasPacks() -> Bool { (try? read())?.packs.isEmpty == false }

  // MARK: Leaving it

  /// Notes durably that documents, and these packs, are written from now on without waiting for the disk.
  func begin(packs: [String] = []) throws {
    if packs.isEmpty, try isThere() { return }
    try write(Note(moment: Substring(moment()), packs: packs.map { $0[...] }))
  }

  private func write(_ note: Note) throws {
    let text = ([note.moment] + note.packs).joined(separator: "\n")
    try WholeFile.replace(String(decoding: path.bytes, as: UTF8.self), with: Array(text.utf8))
  }

  /// What tells one run of the computer, and one mounting of a disk, from others.
  private func moment() throws -> String {
    let device = try FileStatus.of(container.root)?.device ?? 0
    return "\(try ContainerLock.boot()) \(device)"
  }

  // MARK: Doing it

  /// Has git check the packs that were taken over.
  ///
  /// Linear in their sizes.
  ///
  /// - Throws: ``ContainerError/damagedClone(_:)`` when something is wrong with them, ``GitError`` when git
  ///   cannot be run, ``FileError``.
  func check() throws {
    guard let note = try read() else { return }
    var left = try note.packs.map { try PackCheck(of: String($0), in: container) }
    // What a pack names in another one is there when that is as its index says: known after the first round.
    for _ in 1...2 { left = try left.filter { try !$0.isSelfContained() } }
  }

  /// Sees to it that all documents are in place, and on the disk; then nothing is left.
  ///
  /// Where the computer was started anew meanwhile, some of them may be empty, cut off, or not there: those are
  /// made again. Whatever else lies in the folder is somebody's edit.
  func finish() throws {
    guard let note = try read() else { return }
    if try note.moment != moment() {
      try container.index.clear()
      _ = try container.bringFolderInLine(mayBeTorn: true)
    }
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
