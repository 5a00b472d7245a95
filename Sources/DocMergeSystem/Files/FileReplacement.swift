import Glibc

/// Gives a file new contents so that it has complete old or new bytes at any moment.
///
/// Mode, owner and extended attributes stay, and a link stays a link: its target is replaced. A read-only file is
/// refused; a device or a pipe is written to.
package struct FileReplacement: Sendable {
  private let target: SystemPath

  /// Why a file could not be replaced: it could not be opened, or it could not be written.
  package struct Failure: Error, Sendable, Hashable {
    package enum Step: Sendable { case opening, writing }

    package var step: Step
    package var reason: Errno

    package init(step: Step, reason: Errno) {
      self.step = step
      self.reason = reason
    }
  }

  /// Finds the file to replace: the target of a name, or of a link, existing or not.
  package init(_ path: SystemPath) {
    target = (try? path.real()) ?? Self.end(ofLink: path)
  }

  /// Whether this is the same place as another, existing or not.
  package func isSamePlace(as other: FileReplacement) -> Bool {
    guard target.name == other.target.name, let first = try? target.parent.status(),
      let second = try? other.target.parent.status()
    else { return false }
    return first.isSameItem(as: second)
  }

  /// The target of a link that does not exist yet, through as many links as the system follows.
  private static func end(ofLink path: SystemPath) -> SystemPath {
    var path = path
    for _ in 0..<40 {
      guard let next = try? path.linkTarget(), !next.isEmpty, next.count < Int(PATH_MAX) else {
        return path
      }
      path =
        next.first == UInt8(ascii: "/") ? SystemPath(bytes: next) : path.parent.appending(next)
    }
    return path
  }

  /// Replaces the contents by what `body` writes; `isDurable` makes it survive a power cut.
  ///
  /// `isCalledOff` is called when nothing is replaced yet, but everything that usually fails is done: the new contents
  /// are written, or, if there is no file to replace, the output is open.
  package func replace(
    isDurable: Bool = true, unless isCalledOff: () -> Bool = { false },
    _ body: (inout OutputFile) -> Void
  ) throws(Failure) {
    let status = try? target.status()
    do throws(Errno) {
      // A read-only file stays as it is, although a rename could replace it.
      if status != nil { try target.check(.writing) }
      // A link that remains is in a cycle; a rename would replace it.
      if status == nil, (try? target.ownStatus()) != nil { throw .tooManyLinks }
    } catch {
      throw Failure(step: .opening, reason: error)
    }
    if let status, !status.isFile { return try writeInPlace(unless: isCalledOff, body) }
    var new = try UnfinishedFile(beside: target)
    do throws(Errno) {
      try new.file.write(body)
      try takeOver(new.file, permissions: status?.permissions)
      if isDurable { try new.file.synchronise() }
      if isCalledOff() { return new.remove() }
      try new.takePlace(of: target, isDurable: isDurable)
    } catch {
      new.remove()
      throw Failure(step: .writing, reason: error)
    }
  }

  /// Gives the new file the attributes of the old one.
  private func takeOver(_ file: borrowing OpenFile, permissions: UInt32?) throws(Errno) {
    guard let permissions else { return try file.setPermissions(0o666 & ~Self.mask) }
    try file.copyAttributes(of: target)
    try file.setPermissions(permissions)
  }

  /// The mode bits that a new file does not get; `umask` can only be read by setting it.
  private static var mask: UInt32 {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// A device or a pipe has no old contents that could be lost.
  private func writeInPlace(
    unless isCalledOff: () -> Bool, _ body: (inout OutputFile) -> Void
  ) throws(Failure) {
    let file: OpenFile
    do throws(Errno) {
      file = try OpenFile(target, for: .writing, .empties)
    } catch {
      throw Failure(step: .opening, reason: error)
    }
    if isCalledOff() { return }
    do throws(Errno) {
      try file.write(body)
    } catch {
      throw Failure(step: .writing, reason: error)
    }
  }
}

/// A new file beside another one, until it replaces that.
private struct UnfinishedFile: ~Copyable {
  let file: OpenFile
  /// Its name, once it has one.
  private var name: SystemPath?

  init(beside target: SystemPath) throws(FileReplacement.Failure) {
    // Without a name, nothing is left behind when the program is killed in the middle.
    if let nameless = try? OpenFile.nameless(in: target.parent) {
      file = nameless
      return
    }
    var number: Int32 = -1
    do throws(Errno) {
      name = try Self.freeName(beside: target) { path throws(Errno) in
        number = try OpenFile(path, for: .writing, .makesNew, permissions: 0o600).release()
      }
    } catch {
      throw FileReplacement.Failure(step: .opening, reason: error)
    }
    file = OpenFile(owning: number)
  }

  /// Removes the file if it has a name already.
  func remove() { try? name?.removeFile() }

  mutating func takePlace(of target: SystemPath, isDurable: Bool) throws(Errno) {
    let name = if let name { name } else { try freeName(beside: target) }
    self.name = name
    if isDurable {
      try name.rename(to: target)
      return try Self.synchronise(folder: target.parent)
    }
    // Some file systems write a file to the disk at once when it is renamed over another, and its next deletion waits
    // for that. When two files swap their names, nothing is written.
    do throws(Errno) {
      try name.swap(with: target)
      try? name.removeFile()
    } catch {
      try name.rename(to: target)
    }
  }

  private func freeName(beside target: SystemPath) throws(Errno) -> SystemPath {
    try Self.freeName(beside: target) { name throws(Errno) in try file.give(name: name) }
  }

  /// The first name of a temporary file that `take` can take.
  ///
  /// A name can be taken if a process of the same number was killed: in containers numbers repeat.
  private static func freeName(
    beside target: SystemPath, _ take: (SystemPath) throws(Errno) -> Void
  ) throws(Errno) -> SystemPath {
    // The common prefix of docmerge's temporary files, which containers sweep away.
    let start = ".docmerge-tmp-\(getpid())-merged"
    var reason = Errno.fileExists
    for attempt in 0..<1000 {
      let path = target.parent.appending(
        attempt == 0 ? "\(start)-part" : "\(start)-\(attempt)-part")
      do throws(Errno) {
        try take(path)
        return path
      } catch {
        reason = error
      }
      guard reason == .fileExists else { break }
    }
    throw reason
  }

  /// A folder that may be written but not read cannot be synchronised; the rename is done.
  private static func synchronise(folder: SystemPath) throws(Errno) {
    let file: OpenFile
    do throws(Errno) {
      file = try OpenFile(folder, .isFolder)
    } catch {
      if error == .permissionDenied { return }
      throw error
    }
    do throws(Errno) {
      try file.synchronise()
    } catch {
      // Some file systems cannot synchronise a folder.
      if error.code != EINVAL { throw error }
    }
  }
}
