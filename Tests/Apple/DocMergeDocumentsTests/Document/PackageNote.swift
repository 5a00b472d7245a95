import DocMergeDocuments
import Foundation
import Synchronization

/// A document that is a folder of texts; it hands out the wrapper that it goes on editing, as most apps do.
@MainActor
final class PackageNote: Document {
  private(set) var package = FileWrapper(directoryWithFileWrappers: [:])
  private(set) var loads = 0
  /// Thrown on the queue for file work, after everything was written.
  nonisolated let writeError = Mutex<(any Error)?>(nil)

  override init(fileURL url: URL) {
    super.init(fileURL: url)
    // Nothing is saved but when a test says so, however slow the computer is.
    autosavePeriods = AutosavePeriods(idle: .seconds(1000), typing: .seconds(1000))
  }

  subscript(name: String) -> String? {
    get {
      package.fileWrappers?[name]?.regularFileContents.map { String(decoding: $0, as: UTF8.self) }
    }
    set {
      if let old = package.fileWrappers?[name] { package.removeFileWrapper(old) }
      if let newValue {
        package.addRegularFile(withContents: Data(newValue.utf8), preferredFilename: name)
      }
      updateChangeCount(.done)
    }
  }

  override func contents(forType typeName: String) throws -> Any { package }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let wrapper = contents as? FileWrapper, wrapper.isDirectory else {
      throw CocoaError(.fileReadCorruptFile)
    }
    package = wrapper
    loads += 1
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    if let error = writeError.withLock({ $0 }) { throw error }
  }
}
