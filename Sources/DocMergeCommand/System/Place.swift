import Glibc

/// What a name of the file system stands for, as far as a look from outside tells.
///
/// This folder alone calls the system: everything above asks here.
struct Place {
  private let name: [CChar]

  /// A place by its name, relative to the current folder.
  init(_ name: String) { self.name = Array(name.utf8CString) }

  /// A place whose name need not be text.
  init(_ name: some Collection<UInt8>) { self.name = name.map { CChar(bitPattern: $0) } + [0] }

  /// What a name stands for.
  enum Kind {
    case file, folder, link
    /// A pipe or a socket.
    case pipe
    /// A device or something else that is no document.
    case other
  }

  /// What lies there, or where a link leads; `nil` where there is nothing.
  var kind: Kind? { Self.kind(of: status(stat)) }

  /// What lies there, also where that is a link; `nil` where there is nothing.
  var ownKind: Kind? { Self.kind(of: status(lstat)) }

  /// Whether something lies there; a link is followed.
  var exists: Bool { access(name, F_OK) == 0 }

  /// Whether nothing can lie there; not so where it cannot be told, as in a folder that may not be entered.
  var isMissing: Bool {
    access(name, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Whether it is a program that may be run.
  var isProgram: Bool { kind == .file && access(name, X_OK) == 0 }

  /// Whether both names stand for one file.
  func isSame(as other: Place) -> Bool {
    guard let own = status(stat), let its = other.status(stat) else { return false }
    return (own.st_dev, own.st_ino) == (its.st_dev, its.st_ino)
  }

  /// The name without links and dots; `nil` where there is nothing.
  var real: [UInt8]? {
    guard let real = realpath(name, nil) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// The same as text.
  var realName: String? { real.map { String(decoding: $0, as: UTF8.self) } }

  /// The names in a folder, in no order, without the two for itself and the one above.
  ///
  /// - Returns: `nil`, with the reason in ``SystemFailure/latest``, where it cannot be read.
  func members() -> [[UInt8]]? {
    guard let stream = opendir(name) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// Makes a folder there; `false`, with the reason in ``SystemFailure/latest``, where that cannot be.
  func makeFolder() -> Bool { mkdir(name, 0o777) == 0 }

  /// Removes an empty folder, if there is one.
  func removeFolder() { rmdir(name) }

  /// Removes a file; `false`, with the reason in ``SystemFailure/latest``, where that cannot be.
  @discardableResult
  func removeFile() -> Bool { unlink(name) == 0 }

  /// Makes an empty file where there is none, as a lock for others; `false` with the reason otherwise.
  func makeLock() -> Bool {
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  private func status(
    _ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> stat? {
    var status = stat()
    return look(name, &status) == 0 ? status : nil
  }

  private static func kind(of status: stat?) -> Kind? {
    guard let status else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    case S_IFIFO, S_IFSOCK: return .pipe
    default: return .other
    }
  }
}

/// Why the system refused the last call.
enum SystemFailure {
  /// The reason in the system's words.
  static var latest: String { String(cString: strerror(errno)) }
}

/// The variables of the environment.
enum Variable {
  /// The value of a variable; `nil` where it is not set.
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
