import DocMergeSystem

/// The installed `git`.
package enum GitProgram {
  /// The output of git, and how it ended.
  package struct Result: Sendable {
    /// The exit status; 128 and more after an error.
    package var status: Int32
    /// Its standard output.
    package var output: [UInt8]
    /// Its standard error; empty when that was passed on.
    package var messages: [UInt8]
  }

  /// Runs git with these words and waits for it.
  ///
  /// - Parameters:
  ///   - words: The words after `git`.
  ///   - variables: Variables that replace those of this process, or are added to them.
  ///   - input: Its standard input.
  ///   - passesMessages: Whether its messages are passed on to those of this program.
  /// - Returns: `nil` when it could not be started, or could not read all of its input.
  package static func run(
    _ words: [[UInt8]], variables: [String: [UInt8]] = [:], input: [UInt8] = [],
    passesMessages: Bool = false
  ) -> Result? {
    let run = run(words, variables: variables, passesMessages: passesMessages) { file in
      input.withUnsafeBytes { file.append($0) }
    }
    guard let run, run.failure == nil else { return nil }
    return run.result
  }

  /// The same; `feed` writes git's standard input, and may fail.
  static func run(
    _ words: [String], feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Errno?)? {
    run(words.map { Array($0.utf8) }, passesMessages: true, feed: feed)
  }

  private static func run(
    _ words: [[UInt8]], variables: [String: [UInt8]] = [:], passesMessages: Bool,
    feed: (inout OutputFile) -> Void
  ) -> (result: Result, failure: Errno?)? {
    guard let input = try? OpenFile.inMemory(), let output = try? OpenFile.inMemory(),
      let messages = try? OpenFile.inMemory()
    else { return nil }
    var failure: Errno?
    do throws(Errno) { try input.write(feed) } catch { failure = error }
    guard (try? input.rewind()) != nil else { return nil }
    // Documents may include a folder with the files of a repository, including its settings.
    let start = ["git", "-c", "safe.bareRepository=explicit"].map { Array($0.utf8) }
    do throws(Errno) {
      let end = try ChildProcess.run(
        start + words, variables: variables, input: input.number, output: output.number,
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
