import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeFormats
import DocMergeGit

/// The conflicts of a git repository as a decision session, and what becomes of it.
struct GitSession {
  let source: GitSource
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// The conflicts, in the order of the documents.
  let conflicts: [GitConflict]

  /// Asks a person about the conflicts, and carries out what they decided.
  func run() throws {
    source.explain()
    let edited = try source.repository.edits(of: conflicts)
    for conflict in conflicts where edited[conflict.path] != nil {
      Console.message(
        "\(conflict.display) was edited by hand; a decision replaces that, and `docmerge undo` brings "
          + "it back.")
    }
    var session = DecisionSession(try conflicts.map(document))
    let file = SessionFile(folder: source.repository.gitFolder)
    for path in session.goOn(with: try file.read()) {
      Console.message("\(PrintableText.escape(Array(path.utf8))): its versions are other ones now.")
    }
    let done = session.documents.reduce(0) { $0 + $1.steps.count }
    if done > 0 { Console.message("Going on where you left, after \(Words.count(done, "step")).") }
    var prompt = SessionPrompt(
      session, printer: RegionPrinter(names: names), place: place,
      keep: { try file.write(SavedSession($0)) })
    switch try prompt.run() {
    case .apply: try apply(prompt.session, edited, file)
    case .leave:
      try file.write(SavedSession(prompt.session))
      Console.message("Nothing is written; what you decided is kept for the next docmerge resolve.")
    }
  }

  // MARK: - Documents

  private func document(_ conflict: GitConflict) throws -> SessionDocument {
    let stages = [conflict.base, conflict.ours, conflict.theirs]
    func version(_ name: String, _ stage: GitConflict.Stage?) throws -> SessionDocument.Version {
      let size = try stage.map { try source.repository.bytes(of: $0).count }
      return .init(name: name, origin: "", size: size)
    }
    return SessionDocument(
      path: String(decoding: conflict.path, as: UTF8.self),
      versions: [try version("ours", conflict.ours), try version("theirs", conflict.theirs)],
      identity: stages.map { $0?.object ?? "-" }.joined(separator: " "), text: try text(conflict))
  }

  /// The regions of a conflict; `nil` where it can only be decided as a whole.
  private func text(_ conflict: GitConflict) throws -> TextDecisions? {
    guard let ours = conflict.ours, let theirs = conflict.theirs,
      ![ours, theirs].contains(where: { $0.isSymlink || $0.isSubmodule }),
      conflict.base?.isSymlink != true
    else { return nil }
    let inputs = (
      base: try conflict.base.map(source.repository.bytes) ?? [],
      ours: try source.repository.bytes(of: ours), theirs: try source.repository.bytes(of: theirs)
    )
    var options = TextMergeOptions(
      policy: conflict.base == nil ? .strict : policy,
      style: conflict.base == nil ? .merge : .zdiff3,
      isSuggesting: true)
    options.structure = structure(conflict)
    let merge = try LayeredMerge(
      base: inputs.base, ours: inputs.ours, theirs: inputs.theirs, options: options,
      pair: .oneByOne)
    guard merge.merged.obstacle == nil else { return nil }
    let known = try remembered(merge.contents.conflicts)
    return TextDecisions(merge, inputs: inputs) { conflict in conflict.key.flatMap { known[$0] } }
  }

  private func structure(_ conflict: GitConflict) -> DocumentStructure {
    DocumentStructure(path: String(decoding: conflict.path, as: UTF8.self), formatName: nil)
  }

  private func remembered(_ conflicts: [Region.Conflict]) throws -> [ConflictKey: [UInt8]] {
    guard try source.repository.memoryUse() != .off else { return [:] }
    return try source.memory.results(for: conflicts.compactMap(\.key))
  }

  // MARK: - Words

  private var names: (ours: String, theirs: String) {
    func words(_ name: String, _ origin: String?) -> String {
      origin.map { "\(name) (\(PrintableText.words($0)))" } ?? name
    }
    let ours = [source.operation.branch, source.operation.ours?.words].compactMap { $0 }
    return (
      words("ours", ours.isEmpty ? nil : ours.joined(separator: ", ")),
      words("theirs", source.operation.theirs?.words)
    )
  }

  private func place(_ position: DecisionSession.Position, _ region: OpenRegion) -> String {
    let conflict = conflicts[position.document]
    let slice = region.conflict.ours
    guard let ours = try? conflict.ours.map(source.repository.bytes) else { return "" }
    let text = LayeredTexts(base: ours, ours: ours, theirs: ours).ours
    let start = min(slice.startIndex, text.count)
    let line = text[..<start].count { $0 == UInt8(ascii: "\n") } + 1
    let range = start..<min(max(start, slice.endIndex - (slice.isEmpty ? 0 : 1)), text.count)
    let name = DocumentPlaces(of: text, in: structure(conflict))?.name(of: range)
    return "line \(line)" + (name.map { ", " + PrintableText.escape(Array($0.utf8)) } ?? "")
  }

  // MARK: - Carrying out

  /// Writes and stages what is decided; what is not stays in conflict.
  private func apply(
    _ session: DecisionSession, _ edited: [[UInt8]: GitEdit], _ file: SessionFile
  ) throws {
    let resolve = GitResolve(
      source: source, isDryRun: false, isForced: true, merging: ThreeWayMerge(policy: policy))
    let now = try source.repository.edits(of: conflicts)
    for (conflict, document) in zip(conflicts, session.documents) where document.isDecided {
      guard now[conflict.path] == edited[conflict.path] else {
        Console.message("\(conflict.display) was changed meanwhile, and stays as it is.")
        continue
      }
      _ = try resolve.run([conflict], try strategy(document))
    }
    // What was written is no conflict any more, and nothing of it is kept.
    let left = Set(try source.repository.conflicts().map(\.path))
    let rest = session.documents.filter { left.contains(Array($0.path.utf8)) }
    var kept = SavedSession(session)
    kept.documents.removeAll { saved in !rest.contains { $0.path == saved.path } }
    try file.write(kept)
  }

  private func strategy(_ document: SessionDocument) throws -> GitResolve.Strategy {
    switch document.whole {
    case .version(0): .keep(.ours)
    case .version: .keep(.theirs)
    case .all: .resolver(KeepBoth())
    case .newest: .resolver(ByDate(.newest))
    case .oldest: .resolver(ByDate(.oldest))
    case nil: .written(document.text?.merged.clean ?? [])
    }
  }
}

extension Region.Conflict {
  /// What the memory knows it by.
  fileprivate var key: ConflictKey? {
    ConflictKey(base: base.map(Array.init), ours: Array(ours), theirs: Array(theirs))
  }
}
