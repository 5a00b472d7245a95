import DocMergeFiles
import Synchronization

/// Cached answers of git, for repeated questions.
final class GitAnswers: Sendable {
  /// Contents of blobs that were read ahead, many in one run of git.
  private let blobs = Mutex<[String: [UInt8]]>([:])
  private let changes = Mutex<[String: GitChange?]>([:])
  private let use = Mutex<MemoryUse?>(nil)
  private let formats = Mutex<[[UInt8]: String?]>([:])

  /// The formats that attributes name for paths; `ask` is called once, with the unknown paths.
  func formats(
    of paths: [[UInt8]], _ ask: ([[UInt8]]) throws -> [[UInt8]: String]
  ) rethrows -> [[UInt8]: String] {
    let known = formats.withLock { $0 }
    let unknown = paths.filter { known[$0] == nil }
    let found = try unknown.isEmpty ? [:] : ask(unknown)
    return formats.withLock { formats in
      for path in unknown { formats[path] = .some(found[path]) }
      return paths.reduce(into: [:]) { named, path in
        if let format = formats[path] ?? nil { named[path] = format }
      }
    }
  }

  /// A blob, if it was read ahead.
  func blob(_ object: String) -> [UInt8]? { blobs.withLock { $0[object] } }

  /// Replaces the stored contents.
  func hold(_ contents: [String: [UInt8]]) { blobs.withLock { $0 = contents } }

  /// The last change of a path, by a question that includes where to look.
  func change(_ question: String, _ ask: () throws -> GitChange?) rethrows -> GitChange? {
    if let known = changes.withLock({ $0[question] }) { return known }
    let answer = try ask()
    changes.withLock { $0[question] = .some(answer) }
    return answer
  }

  /// How the settings want remembered resolutions to be used.
  func memoryUse(_ ask: () throws -> MemoryUse) rethrows -> MemoryUse {
    if let known = use.withLock({ $0 }) { return known }
    let answer = try ask()
    use.withLock { $0 = answer }
    return answer
  }
}

extension GitRepository {
  /// The number of bytes that are read ahead at once.
  private static let portion: Int64 = 1 << 26

  /// Processes conflicts in portions whose contents are read in one run of git each.
  ///
  /// - Parameters:
  ///   - conflicts: The conflicts, in their order.
  ///   - body: Processes a portion.
  /// - Throws: ``GitFailure``, and the errors of `body`.
  public func inPortions(
    _ conflicts: [GitConflict], _ body: ([GitConflict]) throws -> Void
  ) throws {
    _ = try formats(of: conflicts.map(\.path))
    // A single conflict is read at once, even a large one.
    let sizes =
      conflicts.count > 1 ? try sizes(of: conflicts.flatMap { $0.stages.map(\.stage) }) : [:]
    var portion: [GitConflict] = []
    var size: Int64 = 0
    func finish() throws {
      guard !portion.isEmpty else { return }
      defer { answers.hold([:]) }
      try readAhead(portion.flatMap { $0.stages.map(\.stage) })
      try body(portion)
      (portion, size) = ([], 0)
    }
    for conflict in conflicts {
      let own = conflict.stages.map { sizes[$0.stage.object] ?? 0 }.reduce(0, +)
      if size + own > Self.portion { try finish() }
      portion.append(conflict)
      size += own
    }
    try finish()
  }

  private func readAhead(_ stages: [GitConflict.Stage]) throws {
    let names = Set(stages.filter { !$0.isSubmodule }.map(\.object)).sorted()
    var contents: [String: [UInt8]] = [:]
    for (name, bytes) in zip(names, try objects(names)) { contents[name] = bytes }
    answers.hold(contents)
  }

  /// Makes blobs of texts as they are, and returns their ids.
  func store(_ texts: [[UInt8]]) throws -> [String] {
    var ids: [String] = []
    var rest = texts[...]
    while !rest.isEmpty {
      let portion = Array(rest.prefix(MemoryFiles.limit))
      rest = rest.dropFirst(portion.count)
      if portion.count > 1, let found = try storeAtOnce(portion) {
        ids += found
      } else {
        ids += try portion.map {
          try git.run("hash-object", "-w", "--no-filters", "--stdin", input: $0).line
        }
      }
    }
    return ids
  }

  /// `nil` where git cannot see the files that this process provides.
  private func storeAtOnce(_ texts: [[UInt8]]) throws -> [String]? {
    try MemoryFiles.lend(texts) { paths -> [String]? in
      let words = ["hash-object", "-w", "--no-filters", "--stdin-paths"].map { Array($0.utf8) }
      let input = paths.map { $0 + "\n" }.joined()
      let output = try git.output(words, input: Array(input.utf8))
      let ids = output.line.split(separator: "\n").map(String.init)
      return output.status == 0 && ids.count == texts.count ? ids : nil
    } ?? nil
  }
}

extension GitRepository {
  /// A blob, and the path whose attributes determine its form in the worktree.
  typealias Filtered = (path: [UInt8], object: String)

  /// Contents as they are in the worktree: through git's filters for line endings, encodings, LFS.
  func filtered(_ files: [Filtered]) throws -> [[UInt8]] {
    // Git reads one line for each: the id, blanks, the path.
    let isPlain = files.allSatisfy { file in
      !file.path.contains(UInt8(ascii: "\n")) && file.path.first.map { $0 > 0x20 } ?? false
    }
    guard files.count > 1, isPlain, let found = try filteredAtOnce(files) else {
      return try files.map { file in
        let words = ["cat-file", "--filters", "--path"].map { Array($0.utf8) }
        return try git.run(words + [file.path, Array(file.object.utf8)]).bytes
      }
    }
    return found
  }

  /// The size that git prints is the one before the filters, so a line that is in no text separates them.
  private func filteredAtOnce(_ files: [Filtered]) throws -> [[UInt8]]? {
    var random = SystemRandomNumberGenerator()
    let mark = "docmerge-\(random.next())-\(random.next())"
    let input = files.flatMap { Array("\($0.object) ".utf8) + $0.path + [newline] }
    let words = ["cat-file", "--filters", "--batch=\(mark) %(objectname)"].map { Array($0.utf8) }
    let output = try git.run(words, input: input).bytes
    var texts: [[UInt8]] = []
    var start: Int?
    var position = 0
    let line = Array("\(mark) ".utf8)
    while position < output.count {
      let isAtLineStart = position == 0 || output[position - 1] == newline
      if isAtLineStart, output[position...].starts(with: line) {
        if let start { texts.append(Array(output[start..<position - 1])) }
        let end = output[position...].firstIndex(of: newline) ?? output.count - 1
        start = end + 1
        position = end
      }
      guard let next = output[position...].firstIndex(of: newline) else { break }
      position = next + 1
    }
    guard let start, output.last == newline else { return nil }
    texts.append(Array(output[start..<max(start, output.count - 1)]))
    return texts.count == files.count ? texts : nil
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }
}
