import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The messages for errors, with remedies, for the person at the command line.
///
/// Errors carry facts; this file alone names verbs and options as remedies.
enum ErrorWords {
  /// The message for an error, without a name in front and without a line end.
  static func words(of error: any Error) -> String {
    switch error {
    case let error as ContainerError: "\(error)\(advice(on: error))"
    case let error as RemoteError:
      "\(error.summary)\(error.advice)" + (error.message.isEmpty ? "" : " (\(error.message))")
    case let error as FileError: "\(error)\(error.remedy)"
    case let error as GitError where error.isOfDamagedReference:
      "\(error)\(tr("; in a container, `docmerge verify --repair` mends it"))"
    default: "\(error)"
    }
  }

  private static func advice(on error: ContainerError) -> String {
    switch error {
    case .notAContainer: tr(" (make one with `docmerge init`)")
    case .isContainer:
      tr(
        """
         (in it, `docmerge save` saves changes, and `docmerge sync` continues a clone that was \
        interrupted)
        """)
    case .watched: tr("; `docmerge sync --status` says what it does")
    case .monitored: tr("; `docmerge monitor --stop` ends it")
    case .noSuchDocument(let name) where name.contains("\u{FFFD}"):
      tr(" (one whose name is not UTF-8 is called id:ID, see `list --all --json`)")
    case .missingState: tr(" (put .docmerge back from a backup, or clone again beside it)")
    case .actedSince: tr("; `docmerge restore` brings back what a document held before")
    case .outsideOfFocus: tr(" (`docmerge focus --add` brings it into the folder)")
    case .noSuchVersion: tr(" (see `docmerge versions`)")
    case .noSuchOperation: tr(" (see `docmerge operations`)")
    case .pruned(_, let operation):
      tr(
        """
        ; where that was done, `docmerge undo \(operation)` brings it back as long as the recycle \
        bin has it
        """)
    case .joinedDocuments: tr("; `docmerge restore` brings back what a document held before")
    case .notDownloaded: tr(" (`docmerge download` brings it)")
    default: syncAdvice(on: error)
    }
  }

  private static func syncAdvice(on error: ContainerError) -> String {
    switch error {
    case .noSuchRemote:
      tr(": `docmerge remote list` names those there are, `docmerge remote add` adds one")
    case .massDeletion:
      tr("; if that is wanted: `docmerge sync --force`; if not, `docmerge undo` brings them back")
    case .otherContainer(let remote, _):
      tr(
        """
        ; if both are to become one: `docmerge sync \(PrintableText.escape(remote)) --join`; if the \
        address is wrong: `docmerge remote set-url`
        """)
    case .hasReplicas:
      tr(
        """
        : `docmerge rm` deletes it everywhere; a version that no replica has seen goes with \
        `docmerge undo` of its save, then `docmerge prune --older-than 0d`
        """)
    case .wouldConflict: tr(" (`docmerge sync` without --fail-on-conflict takes both in)")
    case .contentsElsewhere:
      tr(
        """
        ; sync again when a replica that has them was there, or bring them from another remote \
        first: `docmerge download --all`
        """)
    case .damagedClone:
      tr(": clone again into another folder with --check, which leaves out damaged versions")
    default: ""
    }
  }
}
