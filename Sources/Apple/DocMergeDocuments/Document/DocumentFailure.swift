import DocMerge
import DocMergeSystem
package import Foundation
import Glibc

/// Errors in the form that apps for Apple's classes expect: in Cocoa's domain, with the file and the cause.
package enum DocumentFailure {
  /// Whether an error from a document itself is being reported to the app.
  @TaskLocal static var isReported = false

  /// An error of this package or of the system as an error of Foundation; any other one, such as of the app, as it is.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - isWriting: whether the failed action was writing.
  ///   - url: the file.
  /// - Returns: the error; the given one is underneath.
  package static func cocoa(_ error: any Error, isWriting: Bool, at url: URL) -> any Error {
    let path = SystemPath(wrapperPath: url)
    switch error {
    case let error as FileError: return error.cocoa(isWriting: isWriting, at: path)
    case let error as POSIXError:
      return FileError(isWriting ? "write" : "read", path, code: error.code.rawValue)
        .cocoa(isWriting: isWriting, at: path)
    case let error as CocoaError where error.code == .userCancelled && error.userInfo.isEmpty:
      return cocoa(.userCancelled, at: url, nil)
    default:
      guard var code = code(of: error, isWriting: isWriting) else { return error }
      if isWriting, code == .fileWriteUnknown, isOfFullDisk(error, path) {
        code = .fileWriteOutOfSpace
      }
      let words = (error as? any LocalizedError)?.errorDescription
      return cocoa(code, at: url, words ?? "\(error)", error)
    }
  }

  /// Runs a body whose errors become those of Foundation.
  ///
  /// - Parameters:
  ///   - isWriting: whether the body writes.
  ///   - url: the file.
  ///   - body: what may fail.
  /// - Returns: what `body` returns.
  /// - Throws: the errors of `body` in the form for apps.
  package static func translate<Result>(
    isWriting: Bool = true, at url: URL, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw cocoa(error, isWriting: isWriting, at: url)
    }
  }

  /// An error of Foundation about a file.
  ///
  /// - Parameters:
  ///   - code: the code.
  ///   - url: the file.
  ///   - words: a sentence; `nil` for that of Foundation.
  ///   - cause: the cause, if there is one.
  /// - Returns: the error.
  package static func cocoa(
    _ code: CocoaError.Code, at url: URL, _ words: String? = nil, _ cause: (any Error)? = nil
  ) -> CocoaError {
    var facts: [String: Any] = [NSURLErrorKey: url, NSFilePathErrorKey: url.path]
    facts[NSLocalizedDescriptionKey] = words
    facts[NSUnderlyingErrorKey] = cause
    return CocoaError(code, userInfo: facts)
  }

  private static func code(of error: any Error, isWriting: Bool) -> CocoaError.Code? {
    switch error {
    case is CancellationError, DocumentError.skipped: .userCancelled
    case let error as CoordinationError: code(ofAccess: error, isWriting: isWriting)
    case let error as PlaceError: code(ofPlace: error)
    case is ChangedByOthers: .fileWriteFileExists
    case let error as ContainerError: code(ofContainer: error, isWriting: isWriting)
    case FileVersionError.notInContainer, FileVersionError.cannotBeKept: .featureUnsupported
    case FileWrapperError.changedOnDisk: .fileReadUnknown
    case is DocumentError, is FileVersionError, is FileWrapperError, is GitError,
      is DatabaseError, is RemoteError:
      isWriting ? .fileWriteUnknown : .fileReadUnknown
    default: nil
    }
  }

  private static func code(
    ofAccess error: CoordinationError, isWriting: Bool
  ) -> CocoaError.Code {
    switch error {
    case .timedOut, .deadlock: .fileLocking
    case .invalidOptions: .featureUnsupported
    case .notAFile: isWriting ? .fileWriteUnsupportedScheme : .fileReadUnsupportedScheme
    case .claimLost, .unavailable: isWriting ? .fileWriteUnknown : .fileReadUnknown
    }
  }

  /// The code for an error about the place of a document.
  private static func code(ofPlace error: PlaceError) -> CocoaError.Code {
    switch error {
    case .unsupported: .featureUnsupported
    case .notInContainer, .noSuchContainer, .onNoRemote: .ubiquitousFileUnavailable
    case .offline: .ubiquitousFileUbiquityServerNotAvailable
    case .inContainer, .invalidIdentifier, .mustStay: .fileWriteUnknown
    }
  }

  private static func code(
    ofContainer error: ContainerError, isWriting: Bool
  ) -> CocoaError.Code {
    switch error {
    case .noSuchDocument, .noSuchVersion: isWriting ? .fileNoSuchFile : .fileReadNoSuchFile
    case .pathIsTaken: .fileWriteFileExists
    case .invalidPath, .hasAnotherName:
      isWriting ? .fileWriteInvalidFileName : .fileReadInvalidFileName
    case .busy, .watched, .monitored: .fileLocking
    default: isWriting ? .fileWriteUnknown : .fileReadUnknown
    }
  }

  /// Whether a failed write of a repository or an index can only be due to a full disk: libgit2 does not say so.
  private static func isOfFullDisk(_ error: any Error, _ path: SystemPath) -> Bool {
    guard error is GitError || error is DatabaseError else { return false }
    var status = statvfs()
    guard statvfs(path.parent.characters, &status) == 0 else { return false }
    return status.f_bavail < 16
  }
}
