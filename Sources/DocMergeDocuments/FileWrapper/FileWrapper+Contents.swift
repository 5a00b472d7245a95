import DocMergeStore
public import Foundation

extension FileWrapper {
  /// Adds a member to this folder.
  ///
  /// - Parameter child: a wrapper with a preferred name.
  /// - Returns: its key: the preferred name, with a number when another member has that.
  @discardableResult
  public func addFileWrapper(_ child: FileWrapper) -> String {
    guard isDirectory else {
      preconditionFailure("Only a wrapper of a folder can get a member.")
    }
    guard child.preferredFilename?.isEmpty == false else {
      preconditionFailure("A member of a folder needs a preferred name.")
    }
    return add(child)
  }

  /// Makes a file and adds it to this folder.
  ///
  /// - Parameters:
  ///   - data: the contents.
  ///   - fileName: the preferred name.
  /// - Returns: its key.
  @discardableResult
  public func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String
  {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  /// Takes a member out of this folder; one that is not in it is left alone.
  public func removeFileWrapper(_ child: FileWrapper) {
    guard case .folder(let folder) = body else {
      preconditionFailure("Only a wrapper of a folder has members.")
    }
    guard folder.remove(child) else { return }
    child.parents.removeAll { $0.wrapper == nil || $0.wrapper === self }
  }

  /// The members by key; `nil` of anything but a folder, or when it is gone before anyone looked.
  public var fileWrappers: [String: FileWrapper]? { try? contentsOfFolder() }

  /// The key of a member; `nil` when it is none.
  public func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    guard case .folder(let folder) = body else { return nil }
    return folder.key(of: child)
  }

  /// The contents of a file; `nil` of anything else, or when it changed before it was read.
  public var regularFileContents: Data? { try? contentsOfFile() }

  /// Where a link leads; `nil` of anything else.
  public var symbolicLinkDestinationURL: URL? { try? destinationOfLink() }

  // MARK: The same with reasons

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
    // Contents of another moment than the rest of the wrapper would make a document that never was.
    guard reading.status.hasContents(of: noted) else { throw FileWrapperError.changedOnDisk }
    body = .file(reading.data)
    return reading.data
  }

  /// Where a link leads.
  ///
  /// - Throws: ``FileWrapperError/wrongKind``.
  public func destinationOfLink() throws -> URL {
    guard case .symlink(let url) = body else { throw FileWrapperError.wrongKind }
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
  /// Whether a file looks as it did: the same kind, size and modification date.
  ///
  /// The inode may differ: a copy that took over the date holds the same.
  func hasContents(of other: FileStatus) -> Bool {
    isRegular == other.isRegular && size == other.size && modified == other.modified
  }

  var isRegular: Bool { form == .file || form == .executable }
}
