import DocMergeCore
package import DocMergeFiles

extension GitRepository {
  /// The decisions of rules in this worktree.
  package var decisions: DecisionLog { DecisionLog(gitFolder: Array(gitFolder.utf8)) }

  /// The commit that is checked out; `nil` on a branch without one.
  ///
  /// - Throws: ``GitFailure``.
  package func headCommit() throws -> String? {
    let name = try headName()
    return name.isEmpty ? nil : name
  }

  /// The decisions of rules in git's current merge: for each file, the latest record.
  ///
  /// - Throws: ``GitFailure``, `DecisionLogFailure`.
  package func decisionsGoingOn() throws -> [DecisionRecord] {
    guard !operationMark.isEmpty, let head = try headCommit() else { return [] }
    var seen: Set<[UInt8]> = []
    return try decisions.latest { $0.head == head }.map(\.record)
      .filter { seen.insert($0.path).inserted }
  }

  /// Takes back decisions of rules in a file.
  ///
  /// The conflicts are put back into the file between markers. During the merge, git counts the file as
  /// in conflict again; after it, this is an ordinary edit of the worktree.
  ///
  /// - Parameters:
  ///   - decisions: The numbers of the decisions in the record.
  ///   - record: The decisions in the file.
  /// - Returns: Whether git counts the file as in conflict now.
  /// - Throws: ``GitFailure``, `DecisionReversal.Refusal`.
  @discardableResult
  package func takeBack(_ decisions: Set<Int>, of record: DecisionRecord) throws -> Bool {
    let file = WorktreeFile(worktreePath(record.path))
    try file.checkFolders(below: top)
    let reversal = DecisionReversal(
      record, style: try conflictStyle(), markerSize: try markerSize(of: record.path))
    let entries = try indexEntries(of: record.path)
    let lines = entries.count == 1 ? try stageLines(record, entries[0]) : []
    // Two processes that take back at once must not overwrite each other.
    try changingIndex(lines) {
      guard let now = try file.contents(), now.mode != "120000" else {
        throw DecisionReversal.Refusal.changed
      }
      let text = try reversal.text(
        takingBack: decisions, in: try cleaned(now.bytes, record.path))
      let object = try store([text])[0]
      let bytes = try filtered([(record.path, object)])[0]
      guard try file.contents()?.bytes == now.bytes else { throw DecisionReversal.Refusal.changed }
      try file.write(.init(mode: now.mode, bytes: bytes))
    }
    return !lines.isEmpty || entries.count > 1
  }

  /// The bytes of a file of the worktree in git's form: without the changes of its filters.
  ///
  /// - Throws: ``GitFailure``.
  package func cleaned(_ bytes: [UInt8], _ path: [UInt8]) throws -> [UInt8] {
    let words = ["hash-object", "-w", "--path"].map { Array($0.utf8) } + [path]
    let object = try git.run(words + [Array("--stdin".utf8)], input: bytes).line
    return try objects([object])[0] ?? bytes
  }

  /// How the settings want conflicts to be shown.
  private func conflictStyle() throws -> ConflictStyle {
    let words = ["config", "--get", "merge.conflictStyle"].map { Array($0.utf8) }
    switch try git.output(words).line {
    case "diff3": return .diff3
    case "zdiff3": return .zdiff3
    default: return .merge
    }
  }

  /// The length of the markers of a path, by attributes.
  private func markerSize(of path: [UInt8]) throws -> Int {
    let size = try attributes("conflict-marker-size", of: [path])[path].flatMap { Int($0) } ?? 7
    return size > 0 ? size : 7
  }

  /// The values that attributes give to paths; paths without a value are left out.
  func attributes(_ name: String, of paths: [[UInt8]]) throws -> [[UInt8]: String] {
    guard !paths.isEmpty else { return [:] }
    let words = ["check-attr", "-z", "--stdin", name].map { Array($0.utf8) }
    let parts = try git.run(words, input: paths.flatMap { $0 + [0] }).bytes
      .split(separator: 0, omittingEmptySubsequences: false)
    var values: [[UInt8]: String] = [:]
    // Path, attribute and value, each terminated by a zero byte.
    for start in stride(from: 0, to: parts.count - 2, by: 3) {
      let value = String(decoding: parts[start + 2], as: UTF8.self)
      guard !["unspecified", "unset", "set"].contains(value) else { continue }
      values[Array(parts[start])] = value
    }
    return values
  }

  // MARK: - The index

  /// A version of a path in the index: its mode, its object and its stage.
  private typealias IndexEntry = (mode: String, object: String, stage: String)

  private func indexEntries(of path: [UInt8]) throws -> [IndexEntry] {
    let words = ["ls-files", "--stage", "-z", "--full-name", "--"].map { Array($0.utf8) } + [path]
    return try git.run(words).bytes.split(separator: 0).compactMap { entry in
      let words = entry.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      return words.count == 3 ? (words[0], words[1], words[2]) : nil
    }
  }

  /// The lines that put a path that is settled in the index in conflict again.
  ///
  /// None if the merge is over, or is not the one of the record.
  private func stageLines(_ record: DecisionRecord, _ entry: IndexEntry) throws -> [UInt8] {
    guard entry.stage == "0", !operationMark.isEmpty, let head = record.head,
      try head == headName(), let texts = record.texts,
      let other = try operation().theirsState?.name
    else { return [] }
    let objects = try store([texts.base, texts.ours, texts.theirs])
    guard let ours = try mode(of: objects[1], in: "HEAD", record.path),
      let theirs = try mode(of: objects[2], in: other, record.path)
    else { return [] }
    var lines = Array("0 \(String(repeating: "0", count: entry.object.count))\t".utf8)
    lines += record.path + [0]
    for (number, mode) in zip(1...3, [ours, ours, theirs]) where number > 1 || !texts.base.isEmpty {
      lines += Self.indexLine(
        .init(mode: mode, object: objects[number - 1]), number: number, path: record.path)
    }
    return lines
  }

  /// The mode that an object has in a commit, at a path or at another one that it was renamed from; `nil`
  /// where the commit lacks it.
  private func mode(of object: String, in commit: String, _ path: [UInt8]) throws -> String? {
    let words = ["ls-tree", "-r", "-z", "--full-tree", commit].map { Array($0.utf8) }
    let here = try git.output(words + [path]).bytes.split(separator: 0)
    if let mode = Self.mode(of: object, among: here) { return mode }
    return Self.mode(of: object, among: try git.output(words).bytes.split(separator: 0))
  }

  private static func mode(of object: String, among entries: [ArraySlice<UInt8>]) -> String? {
    for entry in entries {
      let fields = entry.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
      guard fields.count == 3, fields[2].elementsEqual(object.utf8) else { continue }
      return String(decoding: fields[0], as: UTF8.self)
    }
    return nil
  }
}
