import DocMergePOSIX
import Glibc

/// This program in the background, where it goes on by itself.
enum Background {
  /// Starts it with other words, in a folder.
  ///
  /// - Throws: ``CommandError``, which begins with `failure`.
  static func start(_ words: [String], in folder: String, failing failure: String) throws {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw CommandError(description: "\(failure): this program is not found")
    }
    defer { free(path) }
    let words = [String(cString: path), "-C", folder] + words
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard docmerge_detach(&arguments) == 0 else {
      throw CommandError(description: "\(failure): \(String(cString: strerror(errno)))")
    }
  }
}
