import DocMergePOSIX
import Glibc

/// Texts as files that other programs can read, and that no disk has.
package enum MemoryFiles {
  /// How many files are open at once; the system allows a process a thousand or so.
  package static let limit = 256

  /// Lends texts for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - texts: What the files hold; ``limit`` of them at most.
  ///   - body: Gets the paths of the files, in the order of the texts.
  /// - Returns: What `body` returns; `nil` if there is no memory for the files.
  /// - Throws: What `body` throws.
  package static func lend<Result, Failure: Error>(
    _ texts: [[UInt8]], _ body: ([String]) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for text in texts {
      let file = docmerge_memory_file()
      guard file >= 0 else { return nil }
      files.append(file)
      var output = OutputFile(file)
      text.withUnsafeBytes { output.append($0) }
      output.flush()
      guard output.failure == 0 else { return nil }
    }
    return try body(files.map { "/proc/\(getpid())/fd/\($0)" })
  }
}
