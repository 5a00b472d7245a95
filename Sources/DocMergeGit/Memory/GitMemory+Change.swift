public import DocMergeCore
public import DocMergeResolvers
import DocMergeSystem

extension GitMemory {
  /// Remembers decisions; each counts as newer than the known one for its conflict.
  ///
  /// - Parameters:
  ///   - resolutions: The decisions.
  ///   - path: The path.
  ///   - date: The date, if not now; then later decisions are kept.
  /// - Returns: How many of them were new.
  /// - Throws: ``GitFailure``.
  @discardableResult
  public func remember(
    _ resolutions: [RememberedResolution], at path: [UInt8], date: Timestamp? = nil
  ) throws -> Int {
    let lesson = Lesson(path: path, date: date ?? GitMemory.now, resolutions: resolutions)
    return try remember([lesson], isNewest: date == nil, message: "Remember a resolution")
  }

  /// Decisions that were made at one place and time.
  struct Lesson {
    var path: [UInt8]
    var date: Timestamp
    var resolutions: [RememberedResolution]
  }

  /// Remembers many decisions in one step.
  func remember(_ lessons: [Lesson], isNewest: Bool, message: String) throws -> Int {
    let keys = Set(lessons.flatMap { $0.resolutions.compactMap(\.key) })
    guard !keys.isEmpty else { return 0 }
    let resolved = isNewest ? try repository.lastResolution()?.commit : nil
    let note = resolved.map { "\n\n\(GitMemory.note)\($0)" } ?? ""
    return try change("\(message)\(note)") { tip in
      let known = try tip.map { try entries(for: Array(keys), in: $0) } ?? []
      let before = Dictionary(known.map { ($0.key, $0) }) { $1 }
      var after = before
      for lesson in lessons {
        for resolution in lesson.resolutions {
          guard let key = resolution.key else { continue }
          var entry = MemoryEntry(
            key: key, resolution: resolution, date: lesson.date, path: lesson.path)
          if let known = after[key] {
            if known.resolution?.result == resolution.result { continue }
            if isNewest { entry.date = max(entry.date, Timestamp(seconds: known.date.seconds + 1)) }
            entry = known.joined(with: entry)
          }
          after[key] = entry
        }
      }
      return after.filter { before[$0.key] != $0.value }.mapValues { $0 }
    }
  }

  /// Forgets the decisions for conflicts, here and, after the next exchange, in other clones.
  ///
  /// - Throws: ``GitFailure``.
  public func forget(_ keys: [ConflictKey]) throws {
    _ = try change("Forget \(keys.count == 1 ? "a resolution" : "\(keys.count) resolutions")") {
      tip in
      let known = try tip.map { try entries(for: keys, in: $0) } ?? []
      return Dictionary(
        known.filter { $0.resolution != nil }.map { entry in
          let date = max(GitMemory.now, Timestamp(seconds: entry.date.seconds + 1))
          return (entry.key, MemoryEntry(key: entry.key, date: date, path: entry.path))
        }, uniquingKeysWith: { $1 })
    }
  }

  /// Takes back the decisions that were remembered with a resolution that is undone.
  func takeBack(resolution: String) throws {
    guard let tip = try tip() else { return }
    let note = GitMemory.note + resolution
    let words = ["log", "-1", "--format=%H", "--fixed-strings", "--grep", note, tip]
    let commit = try repository.git.run(words.map { Array($0.utf8) }).line
    guard !commit.isEmpty else { return }
    let paths = try repository.git.run(
      "diff-tree", "-r", "-z", "--root", "--name-only", "--no-commit-id", commit
    ).bytes.split(separator: 0)
    let keys = Set(
      paths.compactMap { path in
        ConflictKey(String(decoding: path, as: UTF8.self).split(separator: "/")[..<2].joined())
      })
    let (then, before) = try (
      entries(for: Array(keys), in: commit),
      self.commit("\(commit)^").map { try entries(for: Array(keys), in: $0) } ?? []
    )
    _ = try change("Undo") { tip in
      let now = try tip.map { try entries(for: Array(keys), in: $0) } ?? []
      var changes: [ConflictKey: MemoryEntry?] = [:]
      // Later decisions stay.
      for entry in then where now.contains(entry) {
        changes.updateValue(before.first { $0.key == entry.key }, forKey: entry.key)
      }
      return changes
    }
  }

  /// Marks the resolution with which a decision was remembered.
  private static let note = "Resolution: "

  static var now: Timestamp { Timestamp(seconds: Timestamp.now.seconds) }
}
