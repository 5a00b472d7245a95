import DocMergeSystem

/// A failure of a file operation, in git's words.
package struct FileFailure: Error {
  /// The words, in bytes because they hold the name of the file.
  package let message: [UInt8]
  /// Git's exit status for it.
  let status: Int32

  /// A failure that may have a reason from the system; `%` in `words` is replaced by the name.
  init(_ words: String, _ name: [UInt8], reason: Errno? = nil) {
    let parts = words.split(separator: "%", omittingEmptySubsequences: false)
    var message = Array("error: ".utf8) + parts[0].utf8 + name
    if parts.count > 1 { message += Array(parts[1].utf8) }
    if let reason { message += Array(": \(reason)".utf8) }
    self.message = message + [UInt8(ascii: "\n")]
    status = 255
  }

  /// A failure that ends git at once.
  init(fatal words: [UInt8]) {
    message = Array("fatal: ".utf8) + words + [UInt8(ascii: "\n")]
    status = 128
  }

  /// A failure that git has already reported.
  init(toldWithStatus status: Int32) {
    message = []
    self.status = status
  }
}
