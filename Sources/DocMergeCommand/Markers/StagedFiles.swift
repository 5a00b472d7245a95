import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// The files that git would commit now.
enum StagedFiles {
  /// The files that differ from the last commit, with their contents from `git add`.
  ///
  /// - Parameter paths: the files and folders to read; all if there are none.
  /// - Returns: names from the top of the repository, and contents.
  /// - Throws: ``CommandError`` when git fails.
  static func read(_ paths: [String]) throws -> [(name: String, bytes: [UInt8])] {
    let words = [
      "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
      "--diff-filter=AMT", "--",
    ]
    var files: [(name: String, blob: String)] = []
    var fields = try git(words + paths).split(separator: 0)[...]
    while let entry = fields.popFirst(), let name = fields.popFirst() {
      // For example `:100644 100755 1a2b… 3c4d… M`; links and submodules have no text.
      let values = entry.split(separator: UInt8(ascii: " "))
      guard values.count == 5, values[1].starts(with: Array("100".utf8)) else { continue }
      files.append(
        (String(decoding: name, as: UTF8.self), String(decoding: values[3], as: UTF8.self)))
    }
    guard !files.isEmpty else { return [] }
    let asked = files.map { $0.blob + "\n" }.joined()
    let answer = try git(["cat-file", "--batch"], input: Array(asked.utf8))
    return try blobs(in: answer, count: files.count).enumerated().map { (files[$0].name, $1) }
  }

  private static func git(_ words: [String], input: [UInt8] = []) throws -> [UInt8] {
    guard let result = GitProgram.run(words, input: input) else {
      throw CommandError(description: tr("git cannot be run: is it installed?"))
    }
    guard result.status == 0 else {
      let message = String(decoding: result.messages, as: UTF8.self)
      throw CommandError(
        description: tr(
          "git \(words[0]) ended with \(result.status): \(PrintableText.words(message))"))
    }
    return result.output
  }

  /// The contents from the output of `git cat-file --batch`: a line with the size, the bytes, a newline.
  private static func blobs(in answer: [UInt8], count: Int) throws -> [[UInt8]] {
    var blobs: [[UInt8]] = []
    var rest = answer[...]
    for _ in 0..<count {
      let header = rest.prefix { $0 != UInt8(ascii: "\n") }
      let words = header.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)) else {
        throw CommandError(description: tr("git cannot read the staged files"))
      }
      rest = rest.dropFirst(header.count + 1)
      blobs.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return blobs
  }
}
