import DocMerge
import DocMergeSystem
public import Foundation

extension FileWrapper {
  /// The members by key.
  ///
  /// - Throws: ``FileWrapperError``.
  public func contentsOfFolder() throws -> [String: FileWrapper] {
    guard case .folder(let folder) = body else { throw FileWrapperError.wrongKind }
    if folder.isUnseen {
      guard let place, try FileStatus.of(place)?.form == .folder else {
        throw FileWrapperError.changedOnDisk
      }
      folder.isUnseen = false
    }
    return folder.children
  }

  /// The contents of a file.
  ///
  /// - Throws: ``FileWrapperError``, `CocoaError`.
  public func contentsOfFile() throws -> Data {
    guard case .file(let contents) = body else { throw FileWrapperError.wrongKind }
    if let contents { return contents }
    guard let place, let noted else { throw FileWrapperError.changedOnDisk }
    let reading: (data: Data, status: FileStatus)
    do {
      reading = try WrappedFile.read(place)
    } catch {
      throw error.cocoa(isWriting: false, at: place)
    }
    // Contents of another moment than the rest of the wrapper would make a document that never existed.
    guard reading.status.hasContents(of: noted) else { throw FileWrapperError.changedOnDisk }
    body = .file(reading.data)
    return reading.data
  }

  /// The target of a link.
  ///
  /// - Throws: ``FileWrapperError/wrongKind``.
  public func destinationOfLink() throws -> URL {
    guard case .symlink(let url, _) = body else { throw FileWrapperError.wrongKind }
    return url
  }

  @discardableResult
  func add(_ child: FileWrapper) -> String {
    guard case .folder(let folder) = body, let name = child.preferredFilename else { return "" }
    let key = folder.add(child, name: name)
    if !child.parents.contains(where: { $0.wrapper === self }) {
      child.parents.append(Parent(wrapper: self))
    }
    return key
  }
}

extension FileStatus {
  /// Whether a file looks unchanged: the same kind, size and modification date.
  ///
  /// The inode may differ: a copy with the same date has the same contents.
  func hasContents(of other: FileStatus) -> Bool {
    isRegular == other.isRegular && size == other.size && modified == other.modified
  }

  var isRegular: Bool { form == .file || form == .executable }
}
