import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeGit
import DocMergeSystem

/// Shows the conflicts between the markers of files as a decision session, and writes what is decided.
///
/// Conflicts that are left open stay between their markers, byte for byte.
struct MarkerSession {
  /// How the person is shown them.
  let face: SessionFace
  /// Remembers what is decided, in a git repository.
  var memory: MarkerMemory?

  /// What became of a file.
  private enum Ending {
    /// No markers are left.
    case done
    /// It was written, and some are left.
    case written
    /// It stays as it was.
    case untouched
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
    let files = try names.compactMap { name -> MarkedFile? in
      guard seen.insert(Self.place(of: name)).inserted else { return nil }
      return try MarkedFile(name, path: path(of: name), remembered: results)
    }
    let kept = memory.map { SessionFile(folder: $0.source.repository.gitFolder) }
    let (ending, session) = try face.show(
      DecisionSession(files.map(\.document)), goingOnWith: kept, title: "docmerge resolve")
    guard ending == .apply else {
      if let kept { try kept.leave(session) } else { Console.message("Nothing is written.") }
      return files.count
    }
    let endings = zip(files, session.documents).map(write)
    // The steps of a file that was written are about conflicts that are not the same any more.
    let untouched = zip(files, endings).filter { $1 == .untouched }.map { $0.0.document.path }
    try kept?.keep(session, of: Set(untouched))
    return endings.count { $0 != .done }
  }

  /// What the session calls a file: its path from the top of the repository, or else its name.
  private func path(of name: String) -> String {
    memory?.source.path(of: GivenName(name)).map { PrintableText.escape($0) }
      ?? PrintableText.escape(name)
  }

  /// The file that a name leads to, under whichever name.
  private static func place(of name: String) -> String {
    Place(name).real.map { PrintableText.escape($0) } ?? name
  }

  private func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    try memory?.source.results(for: keys) ?? [:]
  }

  /// Writes what is decided in a file; one that cannot be written keeps none of the others from it.
  private func write(_ file: MarkedFile, _ document: SessionDocument) -> Ending {
    let decisions = file.decisions(in: document)
    let name = PrintableText.escape(file.name)
    if let half = decisions.firstIndex(of: .inPart) {
      Console.message(
        "\(name): conflict \(half + 1) was split, and only a part of it is decided; the file stays as "
          + "it is, and what is decided is kept.")
      return .untouched
    }
    guard decisions.contains(where: { $0 != .open }) else { return .untouched }
    do {
      guard try InputFile.read(file.name) == file.bytes else {
        Console.message("\(name) was changed meanwhile, and stays as it is.")
        return .untouched
      }
      let batch = MarkerBatch(isDryRun: false, memory: memory)
      let isLeft = try batch.run(file.name, "by hand") { _, number in
        guard case .settled(let bytes) = decisions[number - 1] else { return nil }
        return .settled(bytes)
      }
      return isLeft ? .written : .done
    } catch {
      Console.message("docmerge: \(PrintableText.words(ErrorWords.words(of: error)))")
      return .untouched
    }
  }
}
