import DocMerge
import DocMergeSystem
import Foundation

extension FileWrapper {
  /// Takes over contents from the disk; members that still exist keep their wrappers.
  func take(_ node: FileWrapperNode) {
    noted = node.status
    place = node.place
    fileAttributes = FileWrapper.attributes(of: node.status)
    switch node.form {
    case .file(let contents):
      letGo()
      body = .file(contents)
    case .symlink(let target):
      letGo()
      body = .symlink(FileWrapper.url(ofTarget: target, in: node.place.parent), target: target)
    case .folder(let entries): take(entries, isUnseen: !node.isImmediate)
    }
  }

  private func take(_ entries: [(name: String, node: FileWrapperNode)], isUnseen: Bool) {
    var old: [String: FileWrapper] = [:]
    if case .folder(let folder) = body { old = folder.children }
    letGo()
    let folder = FileWrapperFolder()
    folder.isUnseen = isUnseen
    for (name, node) in entries {
      let child = old[name] ?? FileWrapper(regularFileWithContents: Data())
      child.take(node)
      child.filename = name
      // A preferred name survives reading as long as the key is the one on disk.
      if child.preferredFilename == nil { child.setWantedName(name) }
      folder.put(child, key: name)
      child.parents.append(Parent(wrapper: self))
    }
    body = .folder(folder)
  }

  /// The URL of a link's target, which is taken as it is written: `~` is a name like any other.
  static func url(ofTarget target: String, in folder: SystemPath?) -> URL {
    let base = folder.map {
      URL(fileURLWithPath: String(decoding: $0.bytes, as: UTF8.self), isDirectory: true)
    }
    let plain = target.hasPrefix("~") ? "./" + target : target
    return plain.withCString { characters in
      URL(
        fileURLWithFileSystemRepresentation: characters, isDirectory: target.hasSuffix("/"),
        relativeTo: base)
    }
  }

  /// Releases its old members.
  private func letGo() {
    guard case .folder(let folder) = body else { return }
    for child in folder.children.values {
      child.parents.removeAll { $0.wrapper == nil || $0.wrapper === self }
    }
  }

  /// Whether contents from the disk look the same as this wrapper's files.
  func matches(_ node: FileWrapperNode) -> Bool {
    guard let noted else { return false }
    switch (body, node.form) {
    case (.file, .file), (.symlink, .symlink):
      return noted.modified == node.status.modified
    case (.folder(let folder), .folder(let entries)):
      return folder.children.count == entries.count
        && entries.allSatisfy { folder.children[$0.name]?.matches($0.node) ?? false }
    default: return false
    }
  }

  /// The attributes of a status, in the form of `FileManager`.
  static func attributes(of status: FileStatus) -> [String: Any] {
    let type: FileAttributeType =
      switch status.form {
      case .symlink: .typeSymbolicLink
      case .folder: .typeDirectory
      default: .typeRegular
      }
    var result: [FileAttributeKey: Any] = [
      .type: type, .size: NSNumber(value: status.size),
      .posixPermissions: NSNumber(value: Int16(truncatingIfNeeded: status.permissions)),
      .modificationDate: status.modified.date, .systemFileNumber: NSNumber(value: status.inode),
      .ownerAccountID: NSNumber(value: status.owner),
    ]
    if status.born.nanoseconds != 0 { result[.creationDate] = status.born.date }
    return Dictionary(uniqueKeysWithValues: result.map { ($0.key.rawValue, $0.value) })
  }
}
