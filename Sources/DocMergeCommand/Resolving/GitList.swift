import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verbs that show conflicts, in a git repository.
struct GitList {
  let source: GitSource

  /// `docmerge list`.
  func list(asJSON: Bool) throws {
    let conflicts = try source.conflicts([])
    if asJSON {
      Console.print(try GitJSON.list(conflicts, source))
    } else {
      guard !conflicts.isEmpty else {
        Console.message(tr("No path is in conflict."))
        return try tellDecisions()
      }
      source.explain()
      let sizes = try source.repository.sizes(of: conflicts.flatMap { $0.stages.map(\.stage) })
      let showsChanges = conflicts.count <= GitJSON.changesLimit
      let filled = try source.filledByRerere(conflicts)
      for conflict in conflicts {
        let name = PrintableText.escape(try source.name(of: conflict))
        Console.print("\(Style.bold(name))  \(Style.yellow(conflict.kind.rawValue))")
        for version in [GitVersion.ours, .theirs] {
          Console.print(try line(of: conflict, version, sizes, showsChanges: showsChanges))
        }
        if filled.contains(conflict.path) {
          Console.print(tr("      filled in by git's rerere, as recorded before; not staged yet"))
        }
      }
      Console.message(
        tr("\(counted(conflicts.count, "path")) in conflict: decide with `docmerge resolve`."))
      if let conflict = conflicts.first(where: { filled.contains($0.path) }) {
        let shown = GivenName.typed(try source.name(of: conflict))
        Console.message(
          tr(
            """
            What rerere filled in: look at the file, and keep it with \
            `docmerge resolve \(shown) --edited`.
            """))
      }
      try tellDecisions()
    }
    if !conflicts.isEmpty { throw ExitStatus.conflictsRemain }
  }

  /// Reports how many conflicts of the current merge were resolved by rules.
  private func tellDecisions() throws {
    let count = try ReviewList.countGoingOn(in: source.repository)
    guard count > 0 else { return }
    Console.message(
      tr("\(counted(count, "conflict")) resolved by rules: see `docmerge review`."))
  }

  /// `docmerge status`.
  func status(asJSON: Bool) throws {
    guard asJSON else {
      try list(asJSON: false)
      return Console.message(tr("`git status` shows what else has changed."))
    }
    let conflicts = try source.conflicts([])
    Console.print(try GitJSON.status(conflicts, source))
    if !conflicts.isEmpty { throw ExitStatus.conflictsRemain }
  }

  /// `docmerge versions PATH`.
  func versions(_ name: String, asJSON: Bool) throws {
    let conflict = try source.conflict(name)
    if asJSON {
      Console.print(try GitJSON.versions(conflict, source))
    } else {
      for line in try lines(of: conflict, GitVersion.allCases) { Console.print(line) }
    }
  }

  /// `docmerge show PATH@VERSION`.
  func show(_ text: String) throws {
    let (conflict, version) = try source.version(text)
    Console.print(bytes: try bytes(version, of: conflict))
  }

  /// `docmerge diff [PATH] [OLD] [NEW]`.
  func diff(
    _ name: String?, _ old: String?, _ new: String?, as form: DiffReport.Form,
    namesFormatting: Bool
  ) throws {
    let conflicts = try name.map { [try source.conflict($0)] } ?? source.conflicts([])
    try DiffReport(
      try conflicts.map { try comparison($0, old, new) },
      namesFormatting: namesFormatting ? true : nil
    ).show(as: form)
  }

  private func comparison(
    _ conflict: GitConflict, _ old: String?, _ new: String?
  ) throws -> DiffReport.Comparison {
    let old = (
      version: try old.map(GitVersion.init(parsing:)) ?? .ours, isGiven: old != nil
    )
    let new = try new.map(GitVersion.init(parsing:)) ?? (old.isGiven ? .ours : .theirs)
    return DiffReport.Comparison(
      path: conflict.display,
      old: ("\(conflict.display)@\(old.version)", try text(old.version, of: conflict)),
      new: ("\(conflict.display)@\(new)", try text(new, of: conflict)))
  }

  /// The versions of a path, one line each, for a person.
  func lines(of conflict: GitConflict, _ versions: [GitVersion]) throws -> [String] {
    let sizes = try source.repository.sizes(of: conflict.stages.map(\.stage))
    return try versions.map { try line(of: conflict, $0, sizes, showsChanges: true) }
  }

  private func line(
    of conflict: GitConflict, _ version: GitVersion, _ sizes: [String: Int64], showsChanges: Bool
  ) throws -> String {
    let stage = version.stage(of: conflict)
    let change = showsChanges ? try source.change(version, of: conflict) : nil
    let size = stage.flatMap { sizes[$0.object] }.map(Words.size)
    let words = change.map {
      "\(PrintableText.escape($0.author)), \(Words.date($0.date)), \($0.commit)"
    }
    return [
      "  \(Style.cyan(Words.pad(version.mark, 2)))", Words.pad(version.rawValue, 6),
      Style.dim(stage.map { String($0.object.prefix(8)) } ?? "--------"),
      stage?.words ?? tr("no file"), size ?? "", words ?? "",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func bytes(_ version: GitVersion, of conflict: GitConflict) throws -> [UInt8] {
    guard let stage = version.stage(of: conflict) else {
      throw CommandError(
        description: tr("\(conflict.display) has nothing as \(version.rawValue)"))
    }
    return try source.repository.bytes(of: stage)
  }

  /// The text to compare; a missing version is an empty text.
  private func text(_ version: GitVersion, of conflict: GitConflict) throws -> [UInt8] {
    try version.stage(of: conflict).map(source.repository.bytes) ?? []
  }
}

extension GitSource {
  /// The paths whose files hold a resolution that git's rerere recorded before.
  func filledByRerere(_ conflicts: [GitConflict]) throws -> Set<[UInt8]> {
    guard repository.usesRerere else { return [] }
    return try repository.filledByRerere(of: repository.edits(of: conflicts))
  }

  /// The last change of a path on a side; `nil` for the base and where git does not know.
  func change(_ version: GitVersion, of conflict: GitConflict) throws -> GitChange? {
    switch version {
    case .base: nil
    case .ours:
      try repository.change(
        of: conflict.path, in: operation.ours, or: operation.mergedBefore)
    case .theirs: try repository.change(of: conflict.path, in: operation.theirsState)
    }
  }
}

extension GitVersion {
  /// Its number in a list.
  var mark: String {
    switch self {
    case .base: ""
    case .ours: "@1"
    case .theirs: "@2"
    }
  }
}

extension GitConflict.Stage {
  /// Its description, for a person.
  var words: String {
    if isSubmodule { return tr("submodule") }
    if isSymlink { return tr("link") }
    return isExecutable ? tr("program") : tr("file")
  }
}
