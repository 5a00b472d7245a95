import DocMergeSystem

/// Texts as files in memory that other programs can read.
package enum MemoryFiles {
  /// How many files are open at once; the system allows a process about a thousand.
  package static let limit = 256

  /// Provides texts as files while `body` runs.
  ///
  /// - Parameters:
  ///   - texts: The contents of the files; ``limit`` of them at most.
  ///   - body: Called with the paths of the files, in the order of the texts.
  /// - Returns: What `body` returns; `nil` if there is no memory for the files.
  /// - Throws: The errors of `body`.
  package static func lend<Result, Failure: Error>(
    _ texts: [[UInt8]], _ body: ([String]) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var files: [Int32] = []
    defer { for file in files { _ = OpenFile(owning: file) } }
    for text in texts {
      guard let file = try? OpenFile.inMemory(), (try? file.write(text)) != nil else { return nil }
      files.append(file.release())
    }
    return try body(files.map { "/proc/\(CurrentProcess.number)/fd/\($0)" })
  }
}
