import DocMergeLanguage
import DocMergeSystem

/// Starts this program in the background.
enum Background {
  /// Starts it with other words, in a folder.
  ///
  /// - Throws: ``CommandError``, which begins with `failure`.
  static func start(_ words: [String], in folder: String, failing failure: String) throws {
    guard let program = CurrentProcess.program else {
      throw CommandError(description: tr("\(failure): this program is not found"))
    }
    let path = String(decoding: program.bytes, as: UTF8.self)
    do throws(Errno) {
      try ChildProcess.detach([path, "-C", folder] + words)
    } catch {
      throw CommandError(description: "\(failure): \(error)")
    }
  }
}
