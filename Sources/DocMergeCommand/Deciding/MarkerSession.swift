import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeGit

/// Shows the conflicts between the markers of files as a decision session, and writes what is decided.
///
/// Conflicts that are left open stay between their markers, byte for byte.
struct MarkerSession {
  /// How the person is shown them.
  let face: SessionFace
  /// Remembers what is decided, in a git repository.
  var memory: MarkerMemory?

  /// A file, with what the session is about.
  private struct File {
    let name: String
    let bytes: [UInt8]
    let text: ConflictedText
    let document: SessionDocument
  }

  /// Whether the markers of a file tell of two texts, so that a session can show them.
  static func canShow(_ file: String) throws -> Bool {
    let conflicts = ConflictedText(try InputFile.read(file)).conflicts
    return !conflicts.isEmpty && conflicts.allSatisfy { $0.sides.count == 2 }
  }

  /// Asks a person about the files, and returns how many are left with markers.
  func run(_ names: [String]) throws -> Int {
    guard let memory else { return try decide(names) }
    // What was decided is kept in the repository, for one at a time.
    let lock = try DecidingLock(in: memory.source.repository.gitFolder)
    let left = try decide(names)
    _ = consume lock
    return left
  }

  private func decide(_ names: [String]) throws -> Int {
    var seen: Set<String> = []
    let files = try names.filter { seen.insert($0).inserted }.compactMap(file)
    let kept = memory.map { SessionFile(folder: $0.source.repository.gitFolder) }
    let (ending, session) = try face.show(
      DecisionSession(files.map(\.document)), goingOnWith: kept, title: "docmerge resolve")
    guard ending == .apply else {
      if let kept { try kept.leave(session) } else { Console.message("Nothing is written.") }
      return files.count
    }
    let batch = MarkerBatch(isDryRun: false, memory: memory)
    var open: Set<String> = []
    for (file, document) in zip(files, session.documents) {
      guard try InputFile.read(file.name) == file.bytes else {
        Console.message("\(document.path) was changed meanwhile, and stays as it is.")
        open.insert(document.path)
        continue
      }
      let decided = Self.decided(document, file.text.conflicts)
      let isLeft = try batch.run(file.name, "by hand") { _, number in
        decided[number - 1].map(MarkerStrategy.Outcome.settled)
      }
      if isLeft { open.insert(document.path) }
    }
    try kept?.keep(session, of: open.filter { path in !session.isPartlyWritten(path) })
    return open.count
  }

  // MARK: - Documents

  private func file(_ name: String) throws -> File? {
    let bytes = try InputFile.read(name)
    let text = ConflictedText(bytes)
    guard let untangled = text.untangled(suggest: Self.suggestion) else { return nil }
    let known = try results(for: untangled.merge.contents.conflicts.compactMap(\.key))
    let decisions = TextDecisions(
      untangled.merge, inputs: (untangled.base, untangled.ours, untangled.theirs)
    ) { conflict in conflict.key.flatMap { known[$0] } }
    let document = SessionDocument(
      path: PrintableText.escape(name),
      versions: zip(["ours", "theirs"], text.conflicts[0].sides).map { name, side in
        .init(name: name, origin: side.label.map { PrintableText.escape($0) } ?? "", size: nil)
      },
      identity: "markers", text: decisions, hasOneResult: true, keepsMarkers: true)
    return File(name: name, bytes: bytes, text: text, document: document)
  }

  private func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    guard let source = memory?.source, try source.repository.memoryUse() != .off else { return [:] }
    return try source.memory.results(for: keys)
  }

  /// What the boldest policy makes of a conflict, and the boldest of the rules that it takes.
  private static func suggestion(for conflict: MarkedConflict) -> Region.Suggestion? {
    guard let base = conflict.base else { return nil }
    let merged = try? mergeText(
      base: Array(base.bytes), ours: Array(conflict.sides[0].bytes),
      theirs: Array(conflict.sides[1].bytes), options: TextMergeOptions(policy: .eager))
    guard let merged, let bytes = merged.clean else { return nil }
    let rules = merged.regions.compactMap { region -> MergeRule? in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule
    }
    let boldest = rules.max { $0.risk.rank < $1.risk.rank }
    return Region.Suggestion(bytes: bytes, rule: boldest ?? .differentLines)
  }

  // MARK: - Writing

  /// What is decided for each conflict between markers; `nil` for those that are open.
  private static func decided(
    _ document: SessionDocument, _ conflicts: [MarkedConflict]
  ) -> [[UInt8]?] {
    if case .version(let number) = document.whole {
      return conflicts.map { Array($0.sides[number].bytes) }
    }
    var regions = (document.text?.regions ?? [])[...]
    return conflicts.map { conflict in
      // A conflict that was split has several regions.
      let size =
        conflict.sides.reduce(0) { $0 + $1.bytes.count } + (conflict.base?.bytes.count ?? 0)
      var taken: [OpenRegion] = []
      repeat {
        guard let next = regions.popFirst() else { return nil }
        taken.append(next)
      } while taken.reduce(0, { $0 + $1.size }) < size
      let texts = taken.map(\.decided)
      guard !texts.contains(nil) else { return nil }
      return Array(texts.compactMap { $0 }.joined())
    }
  }
}

extension OpenRegion {
  /// How many bytes the three texts have.
  fileprivate var size: Int {
    conflict.ours.count + conflict.theirs.count + (conflict.base?.count ?? 0)
  }
}

extension DecisionSession {
  /// Whether what was decided of a document is in its file by now, though not all of it was.
  fileprivate func isPartlyWritten(_ path: String) -> Bool {
    documents.contains { $0.path == path && $0.canBeWritten }
  }
}
