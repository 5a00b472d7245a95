import DocMergeDocuments
import Foundation

/// A note with images: a folder that is one document.
///
///     trip.imagenotes/
///       title              the title, in a file of its own: a new title writes nothing else
///       text.md            the text
///       images/            the images, as they came
///       thumbnails/        a small copy of each image that there can be one of
final class NoteDocument: Document {
  private var package = FileWrapper(directoryWithFileWrappers: [:])

  /// The title; the name of the file for a note without one.
  var title: String {
    get { string("title", in: package) ?? localizedName }
    set { put(Data(newValue.utf8), as: "title", in: package) }
  }

  /// The text.
  var text: String {
    get { string("text.md", in: package) ?? "" }
    set { put(Data(newValue.utf8), as: "text.md", in: package) }
  }

  /// The names of the images, sorted.
  var images: [String] {
    (package.fileWrappers?["images"]?.fileWrappers ?? [:]).keys.sorted()
  }

  /// The small copy of an image, if there is one.
  func thumbnail(of image: String) -> Thumbnail? {
    package.fileWrappers?["thumbnails"]?.fileWrappers?[image]?.regularFileContents
      .flatMap(Thumbnail.init)
  }

  /// Adds an image with its thumbnail; one of the same name gets a number.
  ///
  /// - Returns: the name that the image got.
  func addImage(_ data: Data, named name: String) -> String {
    let image = FileWrapper(regularFileWithContents: data)
    image.preferredFilename = name
    // The key is the name that is free in the folder, and the name on disk.
    let key = folder("images").addFileWrapper(image)
    if let small = Thumbnail(data)?.scaled(to: 32) {
      put(small.data, as: key, in: folder("thumbnails"))
    }
    updateChangeCount(.done)
    return key
  }

  // MARK: The package

  private func string(_ name: String, in folder: FileWrapper) -> String? {
    folder.fileWrappers?[name]?.regularFileContents.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Puts a new file in the place of the one of that name; all others are not written again.
  private func put(_ data: Data, as name: String, in folder: FileWrapper) {
    if let old = folder.fileWrappers?[name] { folder.removeFileWrapper(old) }
    folder.addRegularFile(withContents: data, preferredFilename: name)
    updateChangeCount(.done)
  }

  private func folder(_ name: String) -> FileWrapper {
    if let folder = package.fileWrappers?[name] { return folder }
    let folder = FileWrapper(directoryWithFileWrappers: [:])
    folder.preferredFilename = name
    package.addFileWrapper(folder)
    return folder
  }

  override func contents(forType typeName: String) throws -> Any { package }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let wrapper = contents as? FileWrapper, wrapper.isDirectory else {
      throw CocoaError(.fileReadCorruptFile)
    }
    package = wrapper
  }
}
