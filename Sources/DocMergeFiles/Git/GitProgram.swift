import DocMergeSystem

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
    }
    guard let run, run.failure == nil else { return nil }
    return run.result
  }

  /// The same; `feed` writes what git finds on standard input, and may fail.
  static func run(
    _ words: [String], feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Errno?)? {
    run(words.map { Array($0.utf8) }, passesMessages: true, feed: feed)
  }

  private static func run(
    _ words: [[UInt8]], passesMessages: Bool, feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Errno?)? {
    guard let input = try? OpenFile.inMemory(), let output = try? OpenFile.inMemory(),
      let messages = try? OpenFile.inMemory()
    else { return nil }
    var failure: Errno?
    do throws(Errno) { try input.write(feed) } catch { failure = error }
    guard (try? input.rewind()) != nil else { return nil }
    // A folder with the names of a repository in it may come along with documents, its settings as well.
    let start = ["git", "-c", "safe.bareRepository=explicit"].map { Array($0.utf8) }
    do throws(Errno) {
      let end = try ChildProcess.run(
        start + words, input: input.number, output: output.number,
        error: passesMessages ? -1 : messages.number)
      let result = Result(
        status: end.shellStatus, output: try contents(output), messages: try contents(messages))
      return (result, failure)
    } catch {
      return nil
    }
  }

  /// The same, for words that are text.
  package static func run(_ words: [String], input: [UInt8] = []) -> Result? {
    run(words.map { Array($0.utf8) }, input: input)
  }

  private static func contents(_ file: borrowing OpenFile) throws(Errno) -> [UInt8] {
    try file.rewind()
    return try file.readAll()
  }
}
