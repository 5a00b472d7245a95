import DocMergeCore
import DocMergeResolvers

extension GitMemory {
  /// Changes entries in a commit on top of the ref's; moves the ref only if no other process did so meanwhile.
  ///
  /// - Parameters:
  ///   - message: The commit message.
  ///   - other: A commit that the new one includes.
  ///   - changes: From the commit of the ref, the new entries; `nil` removes one. Called again when
  ///     another process was faster.
  /// - Returns: How many entries were changed.
  /// - Throws: ``GitFailure``.
  func change(
    _ message: String, merging other: String? = nil,
    _ changes: (String?) throws -> [ConflictKey: MemoryEntry?]
  ) throws -> Int {
    defer { refresh() }
    var refusals = 0
    while true {
      let tip = try tip()
      let changed = try changes(tip)
      if changed.isEmpty, other == nil { return 0 }
      let stream = stream(changed, message, tip: tip, other: other)
      // It refuses to drop commits that were added in between.
      let output = try repository.git.output(
        ["fast-import", "--quiet", "--date-format=raw"].map { Array($0.utf8) }, input: stream)
      if output.status == 0 { return changed.count }
      // The faster process may still hold the lock.
      refusals += try self.tip() == tip ? 1 : 0
      guard refusals < 5 else {
        throw GitFailure(words: [Array("fast-import".utf8)], output: output)
      }
    }
  }

  /// The input of `git fast-import`.
  private func stream(
    _ changes: [ConflictKey: MemoryEntry?], _ message: String, tip: String?, other: String?
  ) -> [UInt8] {
    var stream: [UInt8] = []
    func line(_ text: String) { stream += Array("\(text)\n".utf8) }
    func data(_ bytes: [UInt8]) {
      line("data \(bytes.count)")
      stream += bytes
      line("")
    }
    line("commit \(GitMemory.ref)")
    line("committer docmerge <docmerge> \(GitMemory.now.seconds) +0000")
    data(Array(message.utf8))
    if let tip { line("from \(tip)") }
    if let other { line(tip == nil ? "from \(other)" : "merge \(other)") }
    // Without a commit to start from, only imported entries that were valid are included.
    if tip == nil, other != nil { line("deleteall") }
    for (key, entry) in changes.sorted(by: { $0.key.description < $1.key.description }) {
      let folder = MemoryEntry.folder(of: key)
      line("D \(folder)")
      for (part, bytes) in entry?.parts ?? [] {
        line("M 100644 inline \(folder)/\(part.rawValue)")
        data(bytes)
      }
    }
    line("")
    return stream
  }
}
