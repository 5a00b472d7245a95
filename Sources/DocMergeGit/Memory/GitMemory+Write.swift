import DocMergeCore
import DocMergeResolvers

extension GitMemory {
  /// Changes entries in a commit on top of the ref's, and the ref only if nobody else did meanwhile.
  ///
  /// - Parameters:
  ///   - message: What is done.
  ///   - other: A commit that the new one takes in.
  ///   - changes: From the commit of the ref, what entries become; `nil` takes one out. Asked again when
  ///     somebody else was quicker.
  /// - Returns: How many entries were changed.
  /// - Throws: ``GitFailure``.
  func change(
    _ message: String, takingIn other: String? = nil,
    _ changes: (String?) throws -> [ConflictKey: MemoryEntry?]
  ) throws -> Int {
    defer { refresh() }
    var refusals = 0
    while true {
      let tip = try tip()
      let changed = try changes(tip)
      if changed.isEmpty, other == nil { return 0 }
      let stream = stream(changed, message, tip: tip, other: other)
      // It refuses to drop commits that came in between.
      let output = try repository.git.output(
        ["fast-import", "--quiet", "--date-format=raw"].map { Array($0.utf8) }, input: stream)
      if output.status == 0 { return changed.count }
      // Whoever is quicker may still hold the lock.
      refusals += try self.tip() == tip ? 1 : 0
      guard refusals < 5 else {
        throw GitFailure(words: [Array("fast-import".utf8)], output: output)
      }
    }
  }

  /// What `git fast-import` reads.
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
    // Without a commit to start from, what is taken in is only what was found sound.
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
