import DocMergePOSIX
import Glibc

/// The `git` that is installed.
package enum GitProgram {
  /// What git wrote, and how it ended.
  package struct Result: Sendable {
    /// The exit status; 128 and more after an error.
    package var status: Int32
    /// What it wrote to standard output.
    package var output: [UInt8]
    /// What it wrote to standard error; empty when that was passed on.
    package var messages: [UInt8]
  }

  /// Runs git with these words and waits for it.
  ///
  /// - Parameters:
  ///   - words: The words behind `git`.
  ///   - input: What it finds on standard input.
  ///   - passesMessages: Whether its words for the person go where those of this program go.
  /// - Returns: `nil` when it could not be started, or not be given all of its input.
  package static func run(
    _ words: [[UInt8]], input: [UInt8] = [], passesMessages: Bool = false
  ) -> Result? {
    let run = run(words, passesMessages: passesMessages) { file in
      input.withUnsafeBytes { file.append($0) }
      file.flush()
    }
    guard let run, run.failure == 0 else { return nil }
    return run.result
  }

  /// The same; `feed` writes what git finds on standard input, and may fail.
  static func run(
    _ words: [String], feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Int32)? {
    run(words.map { Array($0.utf8) }, passesMessages: true, feed: feed)
  }

  private static func run(
    _ words: [[UInt8]], passesMessages: Bool, feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Int32)? {
    let files = [docmerge_memory_file(), docmerge_memory_file(), docmerge_memory_file()]
    defer { for file in files where file >= 0 { close(file) } }
    guard !files.contains(where: { $0 < 0 }) else { return nil }
    var input = OutputFile(files[0])
    feed(&input)
    guard lseek(files[0], 0, SEEK_SET) == 0 else { return nil }
    // A folder with the names of a repository in it may come along with documents, its settings as well.
    let start = ["git", "-c", "safe.bareRepository=explicit"].map { Array($0.utf8) }
    let arguments = (start + words).map { strdup(CPath($0).characters) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let status = docmerge_run(arguments, files[0], files[1], passesMessages ? -1 : files[2])
    guard status >= 0, let output = contents(files[1]), let messages = contents(files[2]) else {
      return nil
    }
    return (Result(status: status, output: output, messages: messages), input.failure)
  }

  /// The same, for words that are text.
  package static func run(_ words: [String], input: [UInt8] = []) -> Result? {
    run(words.map { Array($0.utf8) }, input: input)
  }

  private static func contents(_ file: Int32) -> [UInt8]? {
    guard lseek(file, 0, SEEK_SET) == 0 else { return nil }
    return try? MappedFile.read(file, [])
  }
}
