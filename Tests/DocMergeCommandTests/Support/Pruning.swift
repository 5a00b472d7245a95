import DocMergeTestSupport
import Foundation
import Testing

/// What `docmerge prune --json` prints.
struct PruneJSON: Decodable {
  var format: String
  var operation: String?
  var versions: Int
  var bytes: Int
  var recycled: Int
  var emptied: Int
  var stillKept: Int
  var documents: [Pruned]
  var holdups: [Holdup]

  struct Pruned: Decodable {
    var id: String
    var path: String
    var versions: Int
    var bytes: Int
    var reason: String
  }

  struct Holdup: Decodable {
    var replica: String
    var computer: String
    var date: String?
  }
}

extension Replica {
  func prune(_ words: String...) throws -> PruneJSON {
    try program.run(["prune", "--json"] + words, exits: 0).report(PruneJSON.self)
  }

  /// Whether the repository has an object with this text.
  func has(_ text: String) throws -> Bool {
    let id = Program("git", in: path).run(["hash-object", "--stdin"], input: Array(text.utf8))
      .lines[0]
    return Program("git", in: path).run(["--git-dir=.docmerge", "cat-file", "-e", id]).status == 0
  }

  /// Expects that nothing is wrong, neither for docmerge nor for git.
  func expectSound() throws {
    try docmerge("verify")
    try docmerge("audit")
    let output = try git("fsck", "--strict")
    #expect(!output.text.contains("missing") && !output.text.contains("broken"))
  }
}
