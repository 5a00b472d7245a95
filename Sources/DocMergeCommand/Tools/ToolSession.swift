import DocMerge
import DocMergeDecisions
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The files that another program passes, as a decision session.
struct ToolSession {
  /// The file for the result.
  let file: String
  /// Its versions, ours first.
  let conflict: Conflict
  /// How far the merge goes by itself.
  let policy: MergePolicy
  /// The current git repository; `nil` where there is none.
  let source: GitSource?
  /// The face that shows them to the person.
  let face: SessionFace

  /// The person's resolution of the file; `nil` if they leave without a decision.
  func run() throws -> Resolution? {
    let session = DecisionSession([try document()])
    let kept = source.map { SessionFile(folder: $0.repository.gitFolder) }
    let (ending, decided) = try face.show(session, goingOnWith: kept, title: "docmerge mergetool")
    guard ending == .apply, decided.documents[0].isDecided else {
      guard let kept else {
        Console.message(tr("Nothing is written."))
        return nil
      }
      try kept.leave(decided, until: "git mergetool")
      return nil
    }
    try kept?.keep(decided, of: [])
    return try resolution(of: decided.documents[0])
  }

  private func document() throws -> SessionDocument {
    let builder = SessionBuilder(policy: policy) { try source?.results(for: $0) ?? [:] }
    let known = try path.flatMap { path in try source?.conflicts([]).first { $0.path == path } }
    var value = conflict
    value.path = known?.display ?? PrintableText.escape(Array(file.utf8))
    return try builder.document(
      value,
      versions: zip([tr("ours"), tr("theirs")], conflict.sides).map { name, side in
        .init(name: name, origin: "", size: side.kind == .deleted ? nil : try side.bytes().count)
      },
      identity: try known?.identity ?? identity, hasOneResult: true)
  }

  /// The path of the file from the top of the worktree.
  private var path: [UInt8]? { source?.path(of: GivenName(file)) }

  /// Distinguishes these files from others of the same name.
  private var identity: String {
    get throws {
      let sides = [conflict.base].compactMap { $0 } + conflict.sides
      return Fingerprint(of: try sides.map { try $0.bytes() }).digits
    }
  }

  private func resolution(of document: SessionDocument) throws -> Resolution? {
    guard case .version(let number) = document.whole else {
      return try document.resolution(isExecutable: false)
    }
    let bytes = try conflict.sides[number].bytes()
    return Resolution(outcome: .contents(bytes, isExecutable: false), strategy: "keep")
  }
}
