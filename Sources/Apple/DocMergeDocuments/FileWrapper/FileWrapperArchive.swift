import DocMerge
import Foundation

/// A wrapper with its members as one value: the content of its serialized representation.
struct FileWrapperArchive: Codable {
  enum Form: Codable {
    case file(Data)
    case symlink(String)
    case folder([String: FileWrapperArchive])
  }

  var form: Form
  var preferredName: String?
  var name: String?
  var permissions: Int?

  /// Deeper folders are no document: they would only exhaust the stack.
  static let maximumDepth = 128

  /// Decodes an archive; `nil` if it is damaged or has a name that no member can have.
  init?(data: Data) {
    guard let archive = try? PropertyListDecoder().decode(FileWrapperArchive.self, from: data),
      archive.isSound(depth: 0)
    else { return nil }
    self = archive
  }

  /// Archives a wrapper; `nil` if something in it cannot be read any more.
  init?(_ wrapper: FileWrapper, depth: Int = 0) {
    guard depth < FileWrapperArchive.maximumDepth else { return nil }
    if let contents = wrapper.regularFileContents {
      form = .file(contents)
    } else if case .symlink(_, let target) = wrapper.body {
      form = .symlink(target)
    } else if let children = wrapper.fileWrappers {
      let archives = children.compactMapValues { FileWrapperArchive($0, depth: depth + 1) }
      guard archives.count == children.count else { return nil }
      form = .folder(archives)
    } else {
      return nil
    }
    preferredName = wrapper.preferredFilename
    name = wrapper.filename
    permissions =
      (wrapper.fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? NSNumber)?.intValue
  }

  /// The archive as bytes.
  var data: Data? {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try? encoder.encode(self)
  }

  private func isSound(depth: Int) -> Bool {
    guard depth < FileWrapperArchive.maximumDepth else { return false }
    guard case .folder(let members) = form else { return true }
    return members.allSatisfy { name, member in
      FileWrapperWriter.isAllowed(name) && member.isSound(depth: depth + 1)
    }
  }
}

extension FileWrapper {
  /// Takes over the content of an archive.
  func take(_ archive: FileWrapperArchive) {
    filename = archive.name
    if let name = archive.preferredName { setWantedName(name) }
    if let permissions = archive.permissions {
      fileAttributes = [FileAttributeKey.posixPermissions.rawValue: NSNumber(value: permissions)]
    }
    switch archive.form {
    case .file(let contents): body = .file(contents)
    case .symlink(let target):
      body = .symlink(FileWrapper.url(ofTarget: target, in: nil), target: target)
    case .folder(let members):
      let folder = FileWrapperFolder()
      for (key, member) in members {
        let child = FileWrapper(regularFileWithContents: Data())
        child.take(member)
        if child.preferredFilename == nil { child.setWantedName(key) }
        folder.put(child, key: key)
        child.parents.append(Parent(wrapper: self))
      }
      body = .folder(folder)
    }
  }
}
