import DocMergeSystem

/// What went wrong with a file, in git's words.
package struct FileFailure: Error {
  /// The words, in bytes because they hold the name of the file.
  package let message: [UInt8]
  /// The exit status that git has for it.
  let status: Int32

  /// A failure that the system may have a reason for; `%` in `words` stands for the name.
  init(_ words: String, _ name: [UInt8], reason: Errno? = nil) {
    let parts = words.split(separator: "%", omittingEmptySubsequences: false)
    var message = Array("error: ".utf8) + parts[0].utf8 + name
    if parts.count > 1 { message += Array(parts[1].utf8) }
    if let reason { message += Array(": \(reason)".utf8) }
    self.message = message + [UInt8(ascii: "\n")]
    status = 255
  }

  /// A failure that git ends with at once.
  init(fatal words: [UInt8]) {
    message = Array("fatal: ".utf8) + words + [UInt8(ascii: "\n")]
    status = 128
  }

  /// A failure that git itself has already told the person about.
  init(toldWithStatus status: Int32) {
    message = []
    self.status = status
  }
}
