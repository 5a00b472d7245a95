import DocMergeCore
import DocMergeHistory
package import DocMergeSystem

/// Tells documents that an editor is replacing just now from those that were deleted, moved or made.
///
/// Many editors write a new file beside the document and rename it, or rename the document to a backup first. A scan
/// between two of these steps finds the document gone, or moved to the name of its backup, or an unfinished new one.
/// Such an item is left alone until it is some seconds old: then it is what it looks like.
package struct EditorSave {
  package let root: SystemPath
  package let index: FolderIndex
  private let environment: Environment

  package init(root: SystemPath, index: FolderIndex, environment: Environment) {
    self.root = root
    self.index = index
    self.environment = environment
  }

  /// How long a save may take between two steps, in seconds.
  private static let pause: Int64 = 30
  private static let backupEndings = ["~", ".bak", ".backup", ".orig", ".old"]
  private static let draftEndings = [".tmp", ".temp", ".new", ".part", ".sb-"]
  /// How many random letters `mkstemp` and similar functions append to a name.
  private static let randomLetters = 6

  // MARK: Backups

  /// Whether an editor has just renamed a missing document to a backup that docmerge ignores.
  package func isBackedUp(_ entry: FolderIndex.Entry) throws(FileError) -> Bool {
    for path in EditorSave.backups(of: entry.path) {
      guard let status = try FileStatus.of(root.appending(path)), status.isFile,
        status.inode == entry.fingerprint.inode
      else { continue }
      return isRecent(status.changed)
    }
    return false
  }

  /// Whether a document was moved to the name of its backup.
  package func isBackup(_ item: FolderItem, of entry: FolderIndex.Entry) -> Bool {
    item.kind.isFile && isRecent(item.fingerprint.changed)
      && EditorSave.isBackup(item.path, of: entry.path)
  }

  /// Whether a name is that of the backup of a document.
  static func isBackup(_ path: DocumentPath, of document: DocumentPath) -> Bool {
    backups(of: document).contains(path)
  }

  private static func backups(of path: DocumentPath) -> [DocumentPath] {
    let name = path.name
    return backupEndings.map { path.renamed(name + $0.utf8) } + [
      path.renamed([UInt8(ascii: ".")] + name + "~".utf8),
      path.renamed([UInt8(ascii: "#")] + name + "#".utf8),
    ]
  }

  // MARK: Drafts

  /// Whether a new file has a name made from a document's, as a replacement has.
  package func isDraft(_ item: FolderItem) throws(DatabaseError) -> Bool {
    guard item.kind.isFile, isRecent(item.fingerprint.changed) else { return false }
    for name in EditorSave.documents(draftedAs: item.path.name) where !name.isEmpty {
      if try index.entry(at: item.path.renamed(name)) != nil { return true }
    }
    return false
  }

  private static func documents(draftedAs name: [UInt8]) -> [[UInt8]] {
    var names = draftEndings.compactMap { ending in
      name.firstRange(of: Array(ending.utf8)).map { Array(name[..<$0.lowerBound]) }
    }
    if let dot = name.lastIndex(of: UInt8(ascii: ".")),
      name.count - dot - 1 == randomLetters, name[(dot + 1)...].allSatisfy(isLetterOrDigit)
    {
      names.append(Array(name[..<dot]))
    }
    // Hidden ones, such as those of rsync.
    return names + names.filter { $0.first == UInt8(ascii: ".") }.map { Array($0.dropFirst()) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber)
  }

  /// A clock that was set back must not keep anything from being saved.
  private func isRecent(_ moment: Timestamp) -> Bool {
    (0..<EditorSave.pause).contains(environment.now.seconds - moment.seconds)
  }
}
