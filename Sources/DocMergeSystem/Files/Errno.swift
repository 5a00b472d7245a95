import Glibc

/// Why the system refused a call: the number in `errno`.
///
/// It tells neither the action nor the path: ``FileError`` adds those for a person, and costs more to make.
package struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number, such as 2 for `ENOENT`.
  package let code: Int32

  /// A reason by its number.
  package init(_ code: Int32) { self.code = code }

  /// The reason of the last refused call of this thread.
  package static var current: Errno { Errno(errno) }

  package static let noSuchFile = Errno(ENOENT)
  package static let notDirectory = Errno(ENOTDIR)
  package static let isDirectory = Errno(EISDIR)
  package static let fileExists = Errno(EEXIST)
  package static let permissionDenied = Errno(EACCES)
  package static let notPermitted = Errno(EPERM)
  package static let readOnlyFileSystem = Errno(EROFS)
  package static let tooManyLinks = Errno(ELOOP)
  package static let tooManyFiles = Errno(EMFILE)
  package static let noSpace = Errno(ENOSPC)
  package static let tooLarge = Errno(EFBIG)
  package static let wouldBlock = Errno(EWOULDBLOCK)

  /// The reason in words, such as `No such file or directory`.
  package var description: String { SystemReason.words(for: code) }

  /// Fails for a result below zero, with which most calls report a failure.
  @discardableResult
  static func check<Number: SignedInteger>(_ result: Number) throws(Errno) -> Number {
    guard result >= 0 else { throw .current }
    return result
  }
}

extension FileError {
  /// The failure of an action on a file, for the reason of a call.
  package init(_ action: String, _ path: SystemPath, _ reason: Errno) {
    self.init(action, path, code: reason.code)
  }
}
