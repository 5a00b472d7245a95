import DocMergeUIKit

/// A trip with a title and pictures, as a package, with undo.
final class TripPackage: UIDocument {
  private enum Name {
    static let info = "info.json"
    static let pictures = "pictures"
  }

  private struct Info: Codable {
    var title: String
  }

  private var wrapper = FileWrapper(directoryWithFileWrappers: [:])
  private(set) var title = ""
  private(set) var pictures: [String: Data] = [:]

  func setTitle(_ newTitle: String) {
    let oldTitle = title
    undoManager.registerUndo(withTarget: self) { trip in
      trip.setTitle(oldTitle)
    }
    undoManager.setActionName("Rename")
    title = newTitle
    forget(Name.info)
  }

  func setPicture(_ data: Data?, named name: String) {
    let old = pictures[name]
    undoManager?.registerUndo(withTarget: self) { $0.setPicture(old, named: name) }
    pictures[name] = data
    if let folder = wrapper.fileWrappers?[Name.pictures], let child = folder.fileWrappers?[name] {
      folder.removeFileWrapper(child)
    }
  }

  override func contents(forType typeName: String) throws -> Any {
    if wrapper.fileWrappers?[Name.info] == nil {
      let data = try JSONEncoder().encode(Info(title: title))
      wrapper.addRegularFile(withContents: data, preferredFilename: Name.info)
    }
    let folder: FileWrapper
    if let existing = wrapper.fileWrappers?[Name.pictures] {
      folder = existing
    } else {
      folder = FileWrapper(directoryWithFileWrappers: [:])
      folder.preferredFilename = Name.pictures
      wrapper.addFileWrapper(folder)
    }
    for (name, data) in pictures where folder.fileWrappers?[name] == nil {
      let child = FileWrapper(regularFileWithContents: data)
      child.preferredFilename = name
      folder.addFileWrapper(child)
    }
    return wrapper
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let package = contents as? FileWrapper, package.isDirectory,
      let data = package.fileWrappers?[Name.info]?.regularFileContents
    else {
      throw NSError(
        domain: "TripPackage", code: 1, userInfo: [NSLocalizedDescriptionKey: "No trip"])
    }
    wrapper = package
    title = try JSONDecoder().decode(Info.self, from: data).title
    pictures = [:]
    for (name, child) in package.fileWrappers?[Name.pictures]?.fileWrappers ?? [:] {
      pictures[name] = child.regularFileContents
    }
  }

  private func forget(_ name: String) {
    if let child = wrapper.fileWrappers?[name] {
      wrapper.removeFileWrapper(child)
    }
  }
}
