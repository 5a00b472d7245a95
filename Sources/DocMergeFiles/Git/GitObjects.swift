import DocMergeLanguage
import DocMergeSystem

/// Blobs of the repository, read and written by git.
enum GitObjects {
  /// The contents of blobs by their names, such as `HEAD:notes.md`.
  static func contents(of names: [[UInt8]]) throws(FileFailure) -> [[UInt8]] {
    let newline = UInt8(ascii: "\n")
    for name in names where name.contains(newline) { throw missing(name) }
    let input = names.flatMap { $0 + [newline] }
    let words = ["cat-file", "--batch"].map { Array($0.utf8) }
    let answer = GitProgram.run(words, input: input, passesMessages: true)
    guard let answer else { throw FileFailure(fatal: Array(tr("git cannot be run").utf8)) }
    guard answer.status == 0 else { throw FileFailure(toldWithStatus: answer.status) }
    var rest = answer.output[...]
    var texts: [[UInt8]] = []
    for name in names {
      let line = rest.prefix { $0 != newline }
      rest = rest.dropFirst(line.count + 1)
      // Git knows the empty text by its id, even if it was never stored.
      if emptyIDs.contains(String(decoding: name, as: UTF8.self)) {
        texts.append([])
        if !String(decoding: line, as: UTF8.self).hasSuffix(" missing") { rest = rest.dropFirst() }
        continue
      }
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count == 3, let size = Int(String(decoding: fields[2], as: UTF8.self)) else {
        throw missing(name)
      }
      guard fields[1].elementsEqual("blob".utf8) else {
        let id = String(decoding: fields[0], as: UTF8.self)
        throw FileFailure(fatal: Array(tr("unable to read blob object \(id)").utf8))
      }
      texts.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return texts
  }

  /// Makes a blob from the output of `body`, and prints its id.
  static func store(_ body: (inout OutputFile) -> Void) throws(FileFailure) {
    guard let (result, failure) = GitProgram.run(["hash-object", "-w", "--stdin"], feed: body),
      failure == nil, result.status == 0
    else { throw FileFailure(tr("Could not write object file"), []) }
    do throws(Errno) {
      try StandardFile.output.write(result.output)
    } catch {
      throw FileFailure(
        tr("Could not write to %"), Array(tr("standard output").utf8), reason: error)
    }
  }

  /// The id of the empty text in either kind of repository.
  private static let emptyIDs: Set = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  private static func missing(_ name: [UInt8]) -> FileFailure {
    FileFailure(tr("object '%' does not exist"), name)
  }
}
