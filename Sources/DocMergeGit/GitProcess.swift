import DocMergeFiles
import DocMergeLanguage

/// Runs the installed `git`, which handles all filters, encodings, sparse indexes and worktrees.
struct GitProcess {
  /// The result of a run.
  struct Output {
    /// The exit status, or 128 and the number of the signal that ended it.
    var status: Int32
    /// Its standard output.
    var bytes: [UInt8]
    /// Its standard error.
    var message: String

    /// The output as text, without the line end.
    var line: String {
      String(
        decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
  }

  /// The words before those of each run, such as `--git-dir=…`.
  let options: [[UInt8]]
  /// Variables that replace those of this process, such as `GIT_INDEX_FILE`.
  var variables: [String: [UInt8]] = [:]

  /// Runs `git` and returns its output, also when it fails.
  func output(_ words: [[UInt8]], input: [UInt8] = []) throws -> Output {
    guard let result = GitProgram.run(options + words, variables: variables, input: input) else {
      throw GitFailure(
        tr("git cannot be run: is it installed, and is there memory for its output?"))
    }
    return Output(
      status: result.status, bytes: result.output,
      message: String(decoding: result.messages, as: UTF8.self))
  }

  /// Runs `git` and returns its output.
  ///
  /// - Throws: ``GitFailure`` when the status is not 0.
  func run(_ words: [[UInt8]], input: [UInt8] = []) throws -> Output {
    let output = try output(words, input: input)
    guard output.status == 0 else { throw GitFailure(words: words, output: output) }
    return output
  }

  /// The same, with words that are text.
  func run(_ words: String..., input: [UInt8] = []) throws -> Output {
    try run(words.map { Array($0.utf8) }, input: input)
  }
}

/// Why something could not be done with a git repository.
public struct GitFailure: Error, CustomStringConvertible {
  /// The failure, in words for a person.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Git's own message, such as `bad config line 3 in file .git/config`.
  init(toldBy output: GitProcess.Output) {
    self.init(tr("git says: \(GitFailure.words(of: output))"))
  }

  init(words: [[UInt8]], output: GitProcess.Output) {
    let verb = words.first { !$0.starts(with: "-".utf8) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    self.init(tr("git \(verb ?? "") failed: \(GitFailure.words(of: output))"))
  }

  private static func words(of output: GitProcess.Output) -> String {
    let words = output.message.split(separator: "\n").joined(separator: "; ")
    return words.isEmpty ? tr("status \(output.status)") : words
  }
}
