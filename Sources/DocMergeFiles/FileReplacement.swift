import DocMergePOSIX
import Glibc

/// Gives a file new contents so that it holds old or new bytes, whole, at any moment.
///
/// Mode, owner and extended attributes stay, and a link stays one: what it leads to is replaced.
struct FileReplacement {
  /// The name as the user gave it.
  private let name: [UInt8]
  private let target: CPath

  init(_ name: [UInt8]) {
    self.name = name
    if let real = realpath(CPath(name).characters, nil) {
      target = CPath(UnsafeRawBufferPointer(start: real, count: strlen(real)))
      free(real)
    } else {
      target = Self.end(ofLink: CPath(name))
    }
  }

  /// Whether this is the same place as another, be anything there yet or not.
  func isSamePlace(as other: FileReplacement) -> Bool {
    var (first, second) = (stat(), stat())
    guard target.name == other.target.name,
      stat(target.folder.characters, &first) == 0,
      stat(other.target.folder.characters, &second) == 0
    else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Where a link leads whose end is not there yet, through as many links as the system follows.
  private static func end(ofLink path: CPath) -> CPath {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path.characters, &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return path }
      let next = CPath(buffer[..<count].map { UInt8(bitPattern: $0) })
      let isAbsolute = next.bytes.first == UInt8(ascii: "/")
      path = isAbsolute ? next : CPath(path.folder.bytes + [UInt8(ascii: "/")] + next.bytes)
    }
    return path
  }

  /// Replaces the contents by what `body` writes; `isDurable` makes it outlast a power cut.
  ///
  /// `isCalledOff` is asked when nothing is replaced yet, but all that usually fails is done: the new
  /// contents are written, or, where there is no file to replace, what takes them is open.
  func replace(
    isDurable: Bool = true, unless isCalledOff: () -> Bool = { false },
    _ body: (inout OutputFile) -> Void
  ) throws(FileFailure) {
    var status = stat()
    let isThere = stat(target.characters, &status) == 0
    // What is read-only stays as it is, although a rename could replace it.
    if isThere, access(target.characters, W_OK) != 0 { throw cannotOpen() }
    // What is still a link leads in a circle; a rename would take its place.
    if !isThere, lstat(target.characters, &status) == 0 {
      errno = ELOOP
      throw cannotOpen()
    }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      return try writeInPlace(unless: isCalledOff, body)
    }
    let (file, name) = try openUnfinished()
    defer { close(file) }
    var output = OutputFile(file)
    body(&output)
    errno = output.failure
    let isWritten =
      output.failure == 0 && takesOver(file, mode: isThere ? status.st_mode & 0o7777 : nil)
      && (!isDurable || fsync(file) == 0)
    guard isWritten else { throw failed(name) }
    if isCalledOff() {
      if let name { unlink(name.characters) }
      return
    }
    let unfinished = name ?? freeName { docmerge_name(file, $0.characters) == 0 }
    guard let unfinished, takesPlace(unfinished, isDurable: isDurable) else {
      throw failed(unfinished)
    }
  }

  /// A new file beside the target, and its name if it needs one already.
  private func openUnfinished() throws(FileFailure) -> (file: Int32, name: CPath?) {
    // Without a name, nothing is left behind when the program is killed in the middle.
    let nameless = docmerge_open_nameless(target.folder.characters)
    if nameless >= 0 { return (nameless, nil) }
    var file: Int32 = -1
    let name = freeName { path in
      file = open(path.characters, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      return file >= 0
    }
    guard let name else { throw cannotOpen() }
    return (file, name)
  }

  /// The first name of a temporary file that `takes` can take; otherwise `errno` says why.
  ///
  /// A name is taken where a process of the same number was killed: in containers numbers come again.
  private func freeName(_ takes: (CPath) -> Bool) -> CPath? {
    // The prefix is that of all temporary files of docmerge, which containers sweep away.
    let start = ".docmerge-tmp-\(getpid())-merged"
    for attempt in 0..<1000 {
      let path = target.folder.appending(
        attempt == 0 ? "\(start)-part" : "\(start)-\(attempt)-part")
      if takes(path) { return path }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  /// Puts the new file in the place of the old one.
  private func takesPlace(_ unfinished: CPath, isDurable: Bool) -> Bool {
    if isDurable {
      return rename(unfinished.characters, target.characters) == 0 && synchroniseFolder()
    }
    // Some file systems write a file to the disk at once when it is renamed over another, and whoever
    // deletes it next waits for that. When two files swap their names, nothing is written.
    if docmerge_rename_exchange(unfinished.characters, target.characters) == 0 {
      unlink(unfinished.characters)
      return true
    }
    return rename(unfinished.characters, target.characters) == 0
  }

  /// Removes what is unfinished, and says why it is.
  private func failed(_ unfinished: CPath?) -> FileFailure {
    let reason = errno
    if let unfinished { unlink(unfinished.characters) }
    return FileFailure("Could not write to %", name, reason: reason)
  }

  private func cannotOpen() -> FileFailure {
    FileFailure("Could not open % for writing", name, reason: errno)
  }

  /// Gives the new file what the old one had besides its contents.
  private func takesOver(_ file: Int32, mode: mode_t?) -> Bool {
    guard let mode else {
      let mask = umask(0)
      umask(mask)
      return fchmod(file, 0o666 & ~mask) == 0
    }
    return docmerge_copy_attributes(target.characters, file) == 0 && fchmod(file, mode) == 0
  }

  private func synchroniseFolder() -> Bool {
    let folder = open(target.folder.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may be written but not read cannot be synchronised; the rename is done.
    guard folder >= 0 else { return errno == EACCES }
    defer { close(folder) }
    return fsync(folder) == 0 || errno == EINVAL
  }

  /// A device or a pipe has no old contents that could be lost.
  private func writeInPlace(
    unless isCalledOff: () -> Bool, _ body: (inout OutputFile) -> Void
  ) throws(FileFailure) {
    let file = open(target.characters, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard file >= 0 else { throw cannotOpen() }
    defer { close(file) }
    if isCalledOff() { return }
    var output = OutputFile(file)
    body(&output)
    guard output.failure == 0 else {
      throw FileFailure("Could not write to %", name, reason: output.failure)
    }
  }
}

/// Gives a file new contents, whole or not at all; one that is not there is made.
package func replaceFile(_ path: [UInt8], with bytes: [UInt8]) throws(FileFailure) {
  try FileReplacement(path).replace { output in
    bytes.withUnsafeBytes { output.append($0) }
    output.flush()
  }
}
