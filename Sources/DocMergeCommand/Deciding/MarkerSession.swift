import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// Shows the conflicts between the markers of files as a decision session, and writes the decisions.
///
/// Conflicts that are left open stay between their markers, byte for byte.
struct MarkerSession {
  /// The face that shows them to the person.
  let face: SessionFace
  /// Remembers the decisions, in a git repository.
  var memory: MarkerMemory?

  /// The state of a file at the end.
  private enum Ending {
    /// It has no markers any more.
    case done
    /// It was written, and some markers are left.
    case written
    /// It is unchanged.
    case untouched
  }

  /// Asks a person about the files, and returns how many are left with markers.
  func run(_ names: [String]) throws -> Int {
    guard let memory else { return try decide(names) }
    // The decisions are kept in the repository, for one session at a time.
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
      if let kept { try kept.leave(session) } else { Console.message(tr("Nothing is written.")) }
      return files.count
    }
    let endings = zip(files, session.documents).map(write)
    // The steps of a written file are about conflicts that have changed.
    let untouched = zip(files, endings).filter { $1 == .untouched }.map { $0.0.document.path }
    try kept?.keep(session, of: Set(untouched))
    return endings.count { $0 != .done }
  }

  /// The name of a file in the session: its path from the top of the repository, or else the given name.
  private func path(of name: String) -> String {
    memory?.source.path(of: GivenName(name)).map { PrintableText.escape($0) }
      ?? PrintableText.escape(name)
  }

  /// The real path of a file, for any of its names.
  private static func place(of name: String) -> String {
    Place(name).real.map { PrintableText.escape($0) } ?? name
  }

  private func results(for keys: [ConflictKey]) throws -> [ConflictKey: [UInt8]] {
    try memory?.source.results(for: keys) ?? [:]
  }

  /// Writes the decisions of a file; a failure does not keep other files from being written.
  private func write(_ file: MarkedFile, _ document: SessionDocument) -> Ending {
    let decisions = file.decisions(in: document)
    let name = PrintableText.escape(file.name)
    if let half = decisions.firstIndex(of: .inPart) {
      Console.message(
        tr(
          """
          \(name): conflict \(half + 1) was split, and only a part of it is decided; the file stays \
          as it is, and the decisions are kept.
          """))
      return .untouched
    }
    guard decisions.contains(where: { $0 != .open }) else { return .untouched }
    do {
      guard try InputFile.read(file.name) == file.bytes else {
        Console.message(tr("\(name) was changed meanwhile, and stays as it is."))
        return .untouched
      }
      let batch = MarkerBatch(isDryRun: false, memory: memory)
      let isLeft = try batch.run(file.name, tr("by hand")) { _, number in
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
