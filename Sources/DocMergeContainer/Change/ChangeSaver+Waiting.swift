import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeSystem

/// Files that are left for later: those that a program is writing, and those that an editor is replacing.
extension ChangeSaver {
  /// Whether a program is still writing a file; it is reported then.
  mutating func isBeingWritten(_ item: FolderItem) -> Bool {
    let path = container.root.appending(item.path)
    guard waitsForWriters, item.kind.isFile, item.fingerprint.size > 0,
      FilesBeingWritten.contain(
        path, modified: item.fingerprint.modified, at: container.environment.now)
    else { return false }
    report.later.append(SkippedItem(path: item.path, reason: tr("a program is still writing it")))
    return true
  }

  private var editorSave: EditorSave {
    EditorSave(
      root: container.root, index: container.index, environment: container.environment)
  }

  /// Whether a document was only moved aside, to the name of its backup.
  mutating func isBeingReplaced(_ found: FolderChanges.Found) -> Bool {
    guard waitsForWriters, editorSave.isBackup(found.item, of: found.entry) else { return false }
    return wait(for: found.entry.path)
  }

  mutating func isBackedUp(_ entry: FolderIndex.Entry) throws -> Bool {
    guard waitsForWriters, try editorSave.isBackedUp(entry) else { return false }
    return wait(for: entry.path)
  }

  mutating func isDraft(_ item: FolderItem) throws -> Bool {
    guard waitsForWriters, try editorSave.isDraft(item) else { return false }
    return wait(for: item.path)
  }

  private mutating func wait(for path: DocumentPath) -> Bool {
    report.later.append(SkippedItem(path: path, reason: tr("an editor seems to be replacing it")))
    return true
  }
}
