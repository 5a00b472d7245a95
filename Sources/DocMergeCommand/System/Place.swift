import DocMergeSystem

/// The file or folder of a name in the file system, without opening it.
struct Place {
  private let path: SystemPath

  /// A place by its name, relative to the current folder.
  init(_ name: String) { path = SystemPath(name) }

  /// A place whose name need not be text.
  init(_ name: some Collection<UInt8>) { path = SystemPath(bytes: name) }

  /// The kind of a file.
  enum Kind {
    case file, folder, link
    /// A pipe or a socket.
    case pipe
    /// A device or something else that is not a document.
    case other
  }

  /// The kind of the item, or of the target of a link; `nil` where there is nothing.
  var kind: Kind? { try? look() }

  /// The kind of the item, or of the target of a link.
  func look() throws(Errno) -> Kind { Self.kind(of: try path.status()) }

  /// The kind of the item itself, also of a link; `nil` where there is nothing.
  var ownKind: Kind? { (try? path.ownStatus()).map(Self.kind) }

  /// Whether the place exists; a link is followed.
  var exists: Bool { path.exists }

  /// Whether nothing can be there; `false` if unknown, as in a folder that may not be entered.
  var isMissing: Bool {
    do throws(Errno) {
      try path.checkExists()
      return false
    } catch {
      return error == .noSuchFile || error == .notDirectory
    }
  }

  /// Whether it is an executable program.
  var isProgram: Bool { kind == .file && path.allows(.running) }

  /// Whether both names mean the same file.
  func isSame(as other: Place) -> Bool {
    guard let own = try? path.status(), let its = try? other.path.status() else { return false }
    return own.isSameItem(as: its)
  }

  /// The name without links and dots; `nil` where there is nothing.
  var real: [UInt8]? { try? path.real().bytes }

  /// The same as text.
  var realName: String? { real.map { String(decoding: $0, as: UTF8.self) } }

  /// The names in a folder, in no order, without `.` and `..`.
  func members() throws(Errno) -> [[UInt8]] { try path.names() }

  /// Makes a folder there.
  func makeFolder() throws(Errno) { try path.makeFolder() }

  /// Makes a folder, unless something exists there.
  func makeFolderIfMissing() throws(Errno) {
    do throws(Errno) {
      try path.makeFolder()
    } catch {
      try path.checkExists()
    }
  }

  /// Removes an empty folder, if there is one.
  func removeFolder() { try? path.removeFolder() }

  /// Removes a file.
  func removeFile() throws(Errno) { try path.removeFile() }

  /// Makes an empty file where there is none, as a lock for others.
  func makeLock() throws(Errno) {
    _ = try OpenFile(path, for: .writing, .makesNew, permissions: 0o666)
  }

  private static func kind(of status: FileStatus) -> Kind {
    switch status.form {
    case .file, .executable: .file
    case .folder: .folder
    case .symlink: .link
    case .other: status.isPipe ? .pipe : .other
    }
  }
}
