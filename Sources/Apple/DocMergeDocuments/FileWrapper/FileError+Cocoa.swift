import DocMerge
import DocMergeSystem
import Foundation
import Glibc

extension FileError {
  /// The same failure as an error of Foundation, which programs for Apple's classes expect.
  ///
  /// - Parameters:
  ///   - isWriting: whether the failed action was writing.
  ///   - place: the path, which becomes the error's URL.
  /// - Returns: an error with the POSIX error underneath.
  func cocoa(isWriting: Bool, at place: SystemPath) -> CocoaError {
    let path = String(decoding: place.bytes, as: UTF8.self)
    return CocoaError(
      FileError.cocoaCode(code, isWriting: isWriting),
      userInfo: [
        NSFilePathErrorKey: path, NSURLErrorKey: URL(fileURLWithPath: path),
        NSUnderlyingErrorKey: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO),
        NSLocalizedDescriptionKey: description,
      ])
  }

  private static func cocoaCode(_ code: Int32, isWriting: Bool) -> CocoaError.Code {
    switch (code, isWriting) {
    case (ENOENT, false), (ENOTDIR, false): .fileReadNoSuchFile
    case (EACCES, false), (EPERM, false): .fileReadNoPermission
    case (EFBIG, false): .fileReadTooLarge
    case (EILSEQ, false), (ENAMETOOLONG, false): .fileReadInvalidFileName
    case (_, false): .fileReadUnknown
    case (ENOENT, true), (ENOTDIR, true): .fileNoSuchFile
    case (EEXIST, true): .fileWriteFileExists
    case (EACCES, true), (EPERM, true): .fileWriteNoPermission
    case (ENOSPC, true), (EDQUOT, true): .fileWriteOutOfSpace
    case (EROFS, true): .fileWriteVolumeReadOnly
    case (ENAMETOOLONG, true): .fileWriteInvalidFileName
    default: .fileWriteUnknown
    }
  }
}
