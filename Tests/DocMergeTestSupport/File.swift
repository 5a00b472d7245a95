import Glibc

/// A path of the file system, with what tests do there; the path need not be text.
package struct File: Sendable {
  private let path: [CChar]

  package init(_ path: String) {
    self.init(bytes: Array(path.utf8))
  }

  package init(bytes: [UInt8]) {
    path = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Replaces the contents, without changing which file it is; makes missing folders.
  ///
  /// - Postcondition: No process has the file open for writing because of this call.
  package func write(_ bytes: [UInt8]) {
    makeFolders()
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    let written = Glibc.write(file, bytes, bytes.count)
    close(file)
    precondition(written == bytes.count, "cannot write \(self)")
    waitForCopies()
  }

  /// Waits for the children that other tests start: each has a copy of every open file until it
  /// runs its program, and a file that is open for writing is not saved.
  private func waitForCopies() {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(file) }
    // The constants of <fcntl.h> that Glibc does not export: F_SETSIG and F_SETLEASE. A process
    // that opens the file meanwhile sends a signal; SIGURG is one that does nothing.
    guard fcntl(file, 10, SIGURG) == 0 else { return }
    // A program of the test itself may keep the file open.
    let end = ContinuousClock.now + .seconds(10)
    while fcntl(file, 1024, Int32(F_RDLCK)) != 0, errno == EAGAIN, ContinuousClock.now < end {
      sched_yield()
    }
    _ = fcntl(file, 1024, Int32(F_UNLCK))
  }

  /// The contents of a file; `nil` when there is none.
  package var bytes: [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// The contents as text.
  package var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether anything is there, if only a link that leads nowhere.
  package var exists: Bool { status != nil }

  /// The mode bits without the kind.
  package var permissions: UInt32? { status.map { $0.st_mode & 0o7777 } }

  package var inode: UInt? { status?.st_ino }

  /// The date of the last change, in nanoseconds.
  package var date: Int? {
    status.map { $0.st_mtim.tv_sec * 1_000_000_000 + $0.st_mtim.tv_nsec }
  }

  package func setPermissions(_ bits: UInt32) {
    precondition(chmod(path, bits) == 0, "cannot set the mode of \(self)")
  }

  /// Sets the date of the last change.
  package func setDate(seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    let done = utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
    precondition(done == 0, "cannot date \(self)")
  }

  /// Makes a symbolic link.
  package func link(to target: String) {
    makeFolders()
    precondition(symlink(target, path) == 0, "cannot link \(self)")
  }

  /// Where a symbolic link points; `nil` for anything else.
  package var target: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Renames, as any program may.
  package func move(to other: File) {
    other.makeFolders()
    precondition(rename(path, other.path) == 0, "cannot move \(self)")
  }

  /// Removes a file or a link.
  package func remove() {
    precondition(unlink(path) == 0, "cannot remove \(self)")
  }

  /// Removes a folder with all that is in it.
  package func removeAll() {
    if rmdir(path) == 0 || unlink(path) == 0 { return }
    chmod(path, 0o700)
    for name in nameBytes { File(bytes: bytes(of: name)).removeAll() }
    rmdir(path)
  }

  /// The names in a folder, sorted, as text.
  package var names: [String] { nameBytes.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  /// The names in a folder.
  package var nameBytes: [[UInt8]] {
    // A link is no folder, wherever it leads.
    guard target == nil, let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  private func bytes(of name: [UInt8]) -> [UInt8] {
    path.dropLast().map { UInt8(bitPattern: $0) } + Array("/".utf8) + name
  }

  private var status: stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private func makeFolders() {
    for (index, character) in path.enumerated().dropFirst()
    where character == CChar(UInt8(ascii: "/")) {
      mkdir(Array(path[..<index]) + [0], 0o777)
    }
  }
}

extension File: CustomStringConvertible {
  package var description: String {
    String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
