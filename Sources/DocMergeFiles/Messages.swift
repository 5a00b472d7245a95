import DocMergeSystem

/// Messages for the user, on standard error.
package enum Messages {
  /// Writes a text.
  package static func write(_ text: String) {
    write(Array(text.utf8))
  }

  static func write(_ bytes: [UInt8]) {
    StandardFile.error.say(bytes)
  }
}
