package import DocMergeContainer
package import DocMergeObjects
package import DocMergeSystem
import Glibc

/// The decrypted contents of an encrypted remote: a bare repository in `.docmerge/docmerge/encrypted`.
///
/// git-remote-gcrypt fetches into it and pushes from it; the container syncs with it like with any remote on a path. So
/// fetched data is checked as usual, and the encrypted objects, which a remote that is itself a git repository sends
/// as a whole each time, never get among those of the container. It holds nothing that the container or the remote
/// lacks, so it may be removed at any time: the next sync makes it anew.
///
/// Used only under the sync lock.
package struct EncryptedMirror {
  package let container: Container
  /// The name of the remote.
  package let name: String

  package init(container: Container, name: String) {
    self.container = container
    self.name = name
  }

  private static let folderName = "encrypted"

  private static func folder(of container: Container) -> SystemPath {
    SystemPath(container.git.path)
      .appending("\(Container.privateName)/\(EncryptedMirror.folderName)".utf8)
  }

  /// Its path; names of remotes have slashes, and letters that a file system may not tell apart.
  package var path: SystemPath {
    EncryptedMirror.folder(of: container).appending(Hex.text(name.utf8).utf8)
  }

  /// The path as a word for git.
  package var text: String { String(decoding: path.bytes, as: UTF8.self) }

  package var git: GitStore { GitStore(path: text, environment: container.environment) }

  private var disk: Disk { container.disk }

  // MARK: Making and removing

  /// Makes it if it is missing, removes the remains of a killed sync, and writes its settings.
  ///
  /// git-remote-gcrypt replaces the noted id of a repository by that of any repository it finds. So the settings are
  /// the container's, and what git-remote-gcrypt notes is written after them and dropped each time.
  ///
  /// - Parameter signer: the key to sign with; `nil` leaves it to the settings.
  /// - Throws: ``GitError``, ``FileError``.
  package func prepare(signer: String?) throws {
    if try FileStatus.of(path) != nil { try removeDead(in: path) }
    let parts = ["HEAD", "objects", "refs"]
    if try !parts.allSatisfy({ try FileStatus.of(path.appending($0.utf8)) != nil }) {
      try disk.remove(path)
      try disk.makeFolder(path.parent)
      try GitStore.create(path: text)
    }
    let settings =
      "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
      + "[include]\n\tpath = ../../../config\n"
    let file = path.appending("config".utf8)
    try disk.remove(file)
    try disk.write(Array(settings.utf8), to: file, permissions: 0o600, isDurable: false)
    if let signer { try git.setConfiguration("remote.\(name).gcrypt-signingkey", to: signer) }
    try publishParticipants()
  }

  /// Makes the ids of the participants' keys visible, unless the settings say otherwise.
  ///
  /// Otherwise gpg tries each of a person's keys on messages for others. With keys of elliptic curves, GnuPG 2.2 takes
  /// that for a failure, and only the first participant could read.
  private func publishParticipants() throws {
    let (own, all) = ("remote.\(name).gcrypt-publish-participants", "gcrypt.publish-participants")
    guard try container.git.configuration(own) ?? container.git.configuration(all) == nil else {
      return
    }
    try git.setConfiguration(own, to: "true")
  }

  /// Removes the mirror.
  ///
  /// - Throws: ``FileError``.
  package func remove() throws { try disk.remove(path) }

  /// Removes everything that was decrypted, when versions are to leave the disk.
  ///
  /// A remote may still have them, and send them again: the next sync with each remote cleans up.
  ///
  /// - Throws: ``FileError``.
  package static func removeAll(of container: Container) throws {
    for remote in try container.remotes.all() {
      let mirror = EncryptedMirror(container: container, name: remote.name)
      guard try FileStatus.of(mirror.path) != nil else { continue }
      if try FileStatus.of(mirror.mark) == nil {
        try container.disk.write([], to: mirror.mark, permissions: 0o600)
      }
      try mirror.remove()
    }
    // Mirrors of remotes that were renamed by git, or removed while a sync ran.
    try removeUnknown(in: container)
  }

  /// Removes the mirrors of remotes that do not exist.
  private static func removeUnknown(in container: Container) throws {
    let folder = folder(of: container)
    guard try FileStatus.of(folder) != nil else { return }
    let mirrors = try container.remotes.all().map {
      EncryptedMirror(container: container, name: $0.name)
    }
    let known = Set(mirrors.flatMap { [$0.path.bytes, $0.mark.bytes] })
    for entry in try Files.entries(of: folder) {
      let path = folder.appending(entry.name)
      if !known.contains(path.bytes) { try container.disk.remove(path) }
    }
  }

  /// Removes lock files and empty files that dead processes left, at any depth.
  ///
  /// Those among the objects block nothing.
  private func removeDead(in folder: SystemPath) throws {
    for entry in try Files.entries(of: folder) where !entry.name.elementsEqual("objects".utf8) {
      let path = folder.appending(entry.name)
      if entry.status.form == .folder {
        try removeDead(in: path)
      } else if entry.status.size == 0 || entry.name.suffix(5).elementsEqual(".lock".utf8) {
        try disk.remove(path)
      }
    }
  }

  // MARK: The id of the repository

  /// The key under which git-remote-gcrypt notes the id of the repository that it found.
  private var idKey: String { "remote.\(name).gcrypt-id" }

  /// The id of the repository that this container knows under the name; `nil` before the first sync.
  func knownID() throws -> String? { try container.git.configuration(idKey) }

  /// The id of the repository that was there just now; the known one where none was.
  func metID() throws -> String? { try git.configuration(idKey) }

  /// Notes the id of the repository, once and for all.
  ///
  /// - Throws: ``GitError``.
  package func note(_ id: String) throws {
    guard try knownID() != id else { return }
    try container.git.setConfiguration(idKey, to: id)
  }

  /// Forgets the id, for another address.
  ///
  /// - Throws: ``GitError``.
  func forgetID() throws { try container.git.removeConfiguration(idKey) }

  // MARK: Housekeeping

  /// A git server sends everything encrypted each time, so encrypted objects soon outgrow the rest.
  private static let (mostLoose, mostPacks, mostBytes) = (256, 50, Int64(16 << 20))

  /// A file that asks for the removal of all unreachable objects.
  private var mark: SystemPath { SystemPath(bytes: path.bytes + ".tidy".utf8) }

  /// The words that have git remove unreachable objects, where there are many, or they must be removed.
  ///
  /// - Parameter hasSent: whether the remote has the references of this replica as they are now.
  /// - Returns: `nil` where nothing is to be done.
  /// - Throws: ``FileError``.
  package func housekeeping(hasSent: Bool) throws -> [String]? {
    let isToGo = try hasSent && FileStatus.of(mark) != nil
    guard try isToGo || isFull() else { return nil }
    return ["gc", "--prune=now", "--quiet"]
  }

  /// Whether there are many files of objects, or several times as many bytes as can be of use.
  private func isFull() throws -> Bool {
    let files = ObjectFiles(repository: text)
    if try files.exceed(loose: EncryptedMirror.mostLoose, packs: EncryptedMirror.mostPacks) {
      return true
    }
    let sizes = try Files.entries(of: path.appending("objects/pack".utf8)).map(\.status.size)
    return sizes.reduce(0, +) > EncryptedMirror.mostBytes + 4 * (sizes.max() ?? 0)
  }

  /// Notes that nothing is left to remove.
  ///
  /// - Throws: ``FileError``.
  func noteTidied() throws { try disk.remove(mark) }
}
