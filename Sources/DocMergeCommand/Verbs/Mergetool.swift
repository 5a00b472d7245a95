import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge mergetool`.
struct Mergetool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mergetool",
    abstract: tr("Merge the files that `git mergetool`, or another program, hands over."),
    discussion: tr(
      """
      Encodings and line endings are merged apart from the lines, and rules settle what both sides \
      changed, as far as the policy allows. It asks about each region that is left on the whole screen of \
      the terminal, with --plain line by line, with --web on a page in the browser. \
      Writes the result and exits with 0 only when nothing is left in conflict; otherwise the file is \
      left as it was and the status is 1.

      Examples: to set it up:
        git config mergetool.docmerge.cmd "docmerge mergetool --base \\"\\$BASE\\" \\
          --local \\"\\$LOCAL\\" --remote \\"\\$REMOTE\\" --merged \\"\\$MERGED\\""
        git config mergetool.docmerge.trustExitCode true

      Then, in a repository with conflicts:
        git mergetool -t docmerge

      To take no risk, add --policy strict to the command; to be asked nothing, --auto; in the browser, --web; line by line, --plain. \
      docmerge(1) has the settings of other programs.
      """))

  // The next word names a file, even if it starts with a dash.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      tr("The common ancestor; empty, or no name, when both sides added the file.")),
    completion: .file())
  var base: String
  @Option(parsing: .unconditional, help: ArgumentHelp(tr("Our version.")), completion: .file())
  var local: String
  @Option(parsing: .unconditional, help: ArgumentHelp(tr("Their version.")), completion: .file())
  var remote: String
  @Option(
    parsing: .unconditional, help: ArgumentHelp(tr("Where the result goes.")), completion: .file())
  var merged: String

  @Option(help: ArgumentHelp(tr("How far the merge goes by itself: strict, balanced or eager.")))
  var policy = Merge.Policy.balanced
  @Flag(help: ArgumentHelp(tr("Ask nothing, even on a terminal."))) var auto = false
  @OptionGroup var faces: FaceOptions

  func run() throws {
    let isAsking = !auto && (faces.web || Console.isInteractive)
    let name = PrintableText.escape(merged)
    try refuseComparison()
    try refuseMangledNames()
    let before = try TextFiles.contents(of: merged)
    let conflict = try conflict()
    try refuseLostFiles(conflict, before)
    let merging = ThreeWayMerge(policy: policy.policy)
    switch try merging.attempt(conflict) {
    case .clean(let resolution):
      guard case .contents(let bytes, _) = resolution.outcome else { break }
      try write(bytes, before, isAsking: isAsking)
      try record(resolution, of: conflict, merging)
      return
    case .refused(let reason):
      Console.message(tr("docmerge: \(name) is not merged, \(MergeWords.reason(reason))"))
      if try decide(conflict, before, isAsking: isAsking, nil) { return }
    case .conflicts(let merge):
      let memory = try ToolMemory()
      if let bytes = try memory?.resolution(of: conflict, merging, isAsking: isAsking, file: merged)
      {
        try write(bytes, before, tr(" (memory)"), isAsking: isAsking)
        return
      }
      if try decide(conflict, before, isAsking: isAsking, memory) { return }
      let regions = MergeWords.regions(merge, of: tr("our version"))
      Console.message(tr("docmerge: \(name): \(regions); the file is left as it was"))
    }
    throw ExitStatus.conflictsRemain
  }

  /// Records the decisions of rules, if the file is in a git repository.
  private func record(
    _ resolution: Resolution, of conflict: Conflict, _ merging: ThreeWayMerge
  ) throws {
    guard let source = try GitSource.current(), let path = source.path(of: GivenName(merged)),
      case .contents(let bytes, let isExecutable) = resolution.outcome
    else { return }
    // The tool gets files in the form of the worktree; git's own form can differ.
    func clean(_ side: Conflict.Side?) throws -> [UInt8] {
      try side.map { try source.repository.cleaned($0.bytes(), path) } ?? []
    }
    var kept = resolution
    kept.outcome = .contents(
      try source.repository.cleaned(bytes, path), isExecutable: isExecutable)
    try DecisionRecorder(source: source, verb: .mergetool).record(
      kept,
      of: .init(
        base: clean(conflict.base), ours: clean(conflict.sides[0]),
        theirs: clean(conflict.sides[1])), path: path, merging)
  }

  /// Writes the result; a result with conflict markers from a committed version is only written if a person
  /// agrees: the caller would treat it as resolved.
  private func write(
    _ bytes: [UInt8], _ before: [UInt8]?, _ remark: String = "", isAsking: Bool
  ) throws {
    let name = PrintableText.escape(merged)
    if let line = ConflictedText(bytes).firstBlock {
      Console.message(
        tr(
          """
          docmerge: \(name) would be merged, but line \(line) has conflict markers, which a version was \
          committed with
          """))
      guard isAsking, takesMarkers() else {
        Console.message(tr("docmerge: \(name) is left as it was"))
        throw ExitStatus.conflictsRemain
      }
    }
    try TextFiles.replace(merged, before, with: bytes)
    Console.message(tr("docmerge: \(name) is merged\(remark)"))
  }

  /// Whether a person accepts the result with its markers.
  private func takesMarkers() -> Bool {
    let question = tr("[t]ake it with the markers, or [l]eave the file as it was? ")
    while let answer = Console.ask(question) {
      switch answer.lowercased().filter({ $0 != " " }) {
      case "t", "take": return true
      case "l", "leave", "q", "quit": return false
      default: Console.message(tr("Answer with one of the letters."))
      }
    }
    return false
  }

  /// Writes the decision of a person; `false` if no one can be asked, or something is left undecided.
  private func decide(
    _ conflict: Conflict, _ before: [UInt8]?, isAsking: Bool, _ memory: ToolMemory?
  ) throws -> Bool {
    let areFiles = conflict.sides.allSatisfy { $0.kind != .deleted && $0.kind != .symlink }
    guard isAsking, areFiles else { return false }
    let session = ToolSession(
      file: merged, conflict: conflict, policy: policy.policy, source: try GitSource.current(),
      face: faces.face)
    guard let resolution = try session.run(),
      case .contents(let bytes, _) = resolution.outcome
    else { return false }
    try write(bytes, before, isAsking: isAsking)
    try record(resolution, of: conflict, ThreeWayMerge(policy: policy.policy))
    memory?.remember(bytes, for: conflict, file: merged)
    return true
  }

  /// `git difftool` runs the command of a merge tool if there is none for differences, and gives the
  /// compared file as both base and merged: writing there would lose edits.
  private func refuseComparison() throws {
    guard isSameFile(base, merged) else { return }
    throw CommandError(
      description: tr(
        """
        \(PrintableText.escape(merged)) cannot be both the base and the result; for git \
        difftool, set difftool.docmerge.cmd to docmerge difftool, see docmerge(1)
        """))
  }

  /// The parser replaces bytes of arguments that are not text, and they would then name other files.
  private func refuseMangledNames() throws {
    guard let bytes = CurrentProcess.brokenArgument else { return }
    throw CommandError(
      description: tr("\(PrintableText.escape(bytes)) is not UTF-8, and is left as it is"))
  }

  /// git 2.39 passes empty files for a path such as `-a.md`, which it treats as an option.
  private func refuseLostFiles(_ conflict: Conflict, _ before: [UInt8]?) throws {
    let isLost = try conflict.sides.allSatisfy { try $0.kind != .symlink && $0.bytes().isEmpty }
    guard isLost, before?.isEmpty == false else { return }
    throw CommandError(
      description: tr(
        """
        both versions of \(PrintableText.escape(merged)) are empty, which is no \
        conflict; the file is left as it was
        """))
  }

  private func isSameFile(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    return Place(one).isSame(as: Place(other))
  }

  /// The three files; ours counts as the older side, so that the merge puts it first.
  private func conflict() throws -> Conflict {
    let base = base.isEmpty ? nil : try ToolFile(base).side(second: 0)
    let hasBase = try base.map { try $0.kind == .symlink || !$0.bytes().isEmpty } ?? false
    var conflict = Conflict(
      path: merged, base: hasBase ? base : nil,
      sides: [try ToolFile(local).side(second: 1), try ToolFile(remote).side(second: 2)])
    if let source = try GitSource.current(), let path = source.path(of: GivenName(merged)) {
      conflict.format = try source.repository.format(of: path)
    }
    return conflict
  }
}
