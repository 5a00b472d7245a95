import DocMergeTestSupport

extension Replica {
  /// The names in the folder that are placeholders.
  var placeholders: Set<String> {
    Set(contents.filter { $0.value.hasPrefix("-> .docmerge/not-downloaded/") }.keys)
  }

  /// Where the contents of each document are, by path.
  func availability() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try documents().map { ($0.path, $0.contents) })
  }

  /// The ids of all git objects in the container.
  func objects() throws -> Set<String> {
    let list = try git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return Set(list.lines)
  }

  /// Expects that everything in the container is sound, and nothing is lost.
  func expectSoundness() throws {
    try docmerge("verify")
    try docmerge("audit")
    try git("fsck", "--strict", "--connectivity-only")
  }
}
