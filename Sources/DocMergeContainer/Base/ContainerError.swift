public import DocMergeHistory
import DocMergeLanguage
public import DocMergeObjects
import DocMergeSystem

/// Why an operation on a container failed: facts, for programs to tell apart.
public enum ContainerError: Error, Sendable, Hashable {
  /// Neither the folder nor one above it is a container.
  case notAContainer(String)
  /// The folder is a container already.
  case isContainer(String)
  /// The folder is inside a container.
  case isInsideContainer(String)
  /// Another process (its number, if known) is working in the container and does not finish.
  case busy(process: Int32?)
  /// Another process (its number, if known) syncs the container all the time.
  case watched(process: Int32?)
  /// Another process (its number, if known) monitors the container.
  case monitored(process: Int32?)
  /// There is no document of this name or id.
  case noSuchDocument(String)
  /// No version matches the text.
  case noSuchVersion(String)
  /// Several versions match the text.
  case ambiguousVersion(String)
  /// No operation matches the text, or several do.
  case noSuchOperation(String)
  /// No replica of this name or id is known.
  case noSuchReplica(String)
  /// Required versions were removed by a prune: which ones, and by which operation.
  case pruned(String, operation: String)
  /// A remote of this name exists already.
  case remoteExists(String)
  /// There is no remote of this name.
  case noSuchRemote(String)
  /// Something is at the path already.
  case pathIsTaken(String)
  /// The text is not a path that a document can have.
  case invalidPath(String)
  /// The document is not in the folder of this copy, which has only a part of the container.
  case outsideOfFocus(String)
  /// The document has another name in the folder, since another document or file has its own.
  case hasAnotherName(String, here: String)
  /// No document has this name any more: it is an alias of the one named here.
  case isAlias(String, of: String)
  /// The reference to the last saved state is gone, and none of the objects is such a state; nothing was changed.
  case missingState
  /// The text is not a pattern that says which documents are in the folder.
  case invalidPattern(String)
  /// The heads of the document are not the ones that the decision was made for.
  case headsMoved(String)
  /// The document has one head: there is nothing to resolve.
  case notInConflict(String)
  /// The documents were changed by later operations, which must be undone first.
  case changedSince(documents: [String])
  /// This replica has acted on the documents since the sync, so what the sync brought can no longer be withdrawn.
  case actedSince(documents: [String])
  /// A later sync must be undone first.
  case syncedSince(operation: String)
  /// So many documents were deleted since the last sync that it looks like a mistake.
  case massDeletion(Int, of: Int)
  /// The remote holds another container: this many documents, none of them known here.
  case otherContainer(remote: String, documents: Int)
  /// The remote has no documents that this container could follow.
  case emptyRemote(String)
  /// Some states of the remote could not be merged, so it is not known which documents it has.
  case remoteNotMerged(String)
  /// A sync would have put these documents in conflict, and had to end in that case.
  case wouldConflict([RemoteConflict])
  /// The sync did nothing but join these documents with those of the same name on other replicas: others may depend on
  /// that, so it cannot be undone.
  case joinedDocuments([String])
  /// Other replicas have the document, or had it, so that it cannot be forgotten here alone.
  case hasReplicas(String)
  /// There is no operation that could be undone.
  case nothingToUndo
  /// The contents of the document are not here, and no remote has them.
  case notDownloaded(String)
  /// This many versions are neither here nor on the remote, so the state that names them cannot be sent.
  case contentsElsewhere(Int)
  /// The state to send could not be signed, for this reason.
  case notSigned(String)
  /// The signatures of fetched states could not be checked, for this reason.
  case notVerified(String)
  /// A setting has an invalid value.
  case badSetting(key: String, value: String, choices: [String])
  /// The packs that a clone took over from its remote are damaged, for this reason.
  case damagedClone(String)
  /// The operation is done, but these documents could not be put into the folder, for these reasons.
  case notInPlace([String])
}

/// A document of which a remote has versions that were made independently of the one here.
public struct RemoteConflict: Sendable, Hashable {
  /// The path of the document.
  public var path: DocumentPath
  /// The versions of the remote that would be heads beside the one here, the winner first.
  public var versions: [ObjectID]

  /// Describes the conflict that a sync would make.
  public init(path: DocumentPath, versions: [ObjectID]) {
    self.path = path
    self.versions = versions
  }
}

extension ContainerError: CustomStringConvertible {
  /// One sentence that says what happened; the program adds advice.
  public var description: String {
    switch self {
    case .notAContainer(let path): tr("\(path) is not in a container")
    case .isContainer(let path): tr("\(path) is a container already")
    case .isInsideContainer(let path): tr("\(path) is in a container already")
    case .busy(let process):
      tr("another process\(Self.number(of: process)) is at work in this container; try again later")
    case .watched(let process):
      tr("another process\(Self.number(of: process)) watches this container already")
    case .monitored(let process):
      tr("another process\(Self.number(of: process)) monitors this container already")
    case .noSuchDocument(let name): tr("no document \(name)")
    case .noSuchVersion(let text): tr("no version \(text)")
    case .ambiguousVersion(let text): tr("several versions start with \(text); give more digits")
    case .noSuchOperation(let text): tr("no single operation \(text)")
    case .noSuchReplica(let name): tr("no replica \(name) is known here")
    case .pruned(let what, let operation): tr("\(what) was pruned by operation \(operation)")
    case .remoteExists(let name): tr("the remote \(name) exists already")
    case .noSuchRemote(let name): tr("no remote \(name)")
    case .pathIsTaken(let path): tr("something is at \(path) already")
    case .invalidPath(let path): tr("\(path) is not a name that a document can have")
    case .outsideOfFocus(let path):
      tr("\(path) is outside of the focus of this copy")
    case .hasAnotherName(let name, let here):
      tr("no document \(name); the one of that name is \(here) here, since its name is taken")
    case .isAlias(let name, let document):
      tr("no document \(name); it is called \(document) now, since two replicas renamed it")
    case .missingState:
      tr("the saved state of this container is gone; nothing was changed")
    case .invalidPattern(let text): tr("\(text) is not a pattern of documents")
    case .headsMoved(let path):
      tr("\(path) has new versions meanwhile; look at them and decide again")
    case .notInConflict(let path): tr("\(path) is not in conflict")
    case .changedSince(let documents):
      tr("changed by later operations, undo those first: \(documents.joined(separator: ", "))")
    case .actedSince(let documents):
      tr(
        """
        the sync cannot be taken back, since later operations here, undone or not, acted on \
        \(documents.joined(separator: ", "))
        """)
    case .syncedSince(let operation): tr("undo the later sync \(operation) first")
    case .massDeletion(let gone, let total):
      tr("\(gone) of \(total) documents were deleted here since the last sync, so nothing was sent")
    case .otherContainer(let remote, let documents):
      tr(
        documents,
        one: """
          \(remote) holds another container (\(documents) document, none of which is in this one), so nothing \
          was taken in or sent
          """,
        other: """
          \(remote) holds another container (\(documents) documents, none of which is in this one), so nothing \
          was taken in or sent
          """)
    case .emptyRemote(let remote): tr("\(remote) holds no documents, so nothing was changed")
    case .remoteNotMerged(let remote):
      tr("some of what \(remote) holds was not taken in, so nothing was made as it is there")
    case .wouldConflict(let conflicts):
      tr("\(conflicts.map(Self.words).joined(separator: "; ")); nothing was taken in or sent")
    case .joinedDocuments(let documents):
      tr(
        "documents of the same name became one on all replicas: \(documents.joined(separator: ", "))"
      )
    case .hasReplicas(let path): tr("other replicas have, or had, \(path)")
    case .nothingToUndo: tr("there is no operation to undo")
    case .notDownloaded(let path): tr("\(path) is not downloaded")
    case .contentsElsewhere(let count):
      tr(
        count,
        one: """
          \(count) version is neither here nor on the remote, so new changes cannot be sent yet
          """,
        other: """
          \(count) versions are neither here nor on the remote, so new changes cannot be sent yet
          """)
    case .notSigned(let reason):
      tr(
        """
        the changes could not be signed, so nothing was sent; everything is saved here. It is sent as soon \
        as user.signingKey and gpg.ssh.* in git's settings name a usable key, or docmerge.sign is false \
        (\(reason))
        """)
    case .notVerified(let reason):
      tr(
        """
        signatures cannot be checked, so nothing was taken in or sent; set gpg.ssh.allowedSignersFile of \
        git's settings, or docmerge.verifysignatures to never (\(reason))
        """)
    case .badSetting(let key, let value, let choices):
      tr(
        "\(key) is \(PrintableText.escape(value)), and can only be \(choices.joined(separator: ", "))"
      )
    case .damagedClone(let reason):
      tr(
        """
        what this container was cloned from is damaged, or the computer was switched off meanwhile \
        (\(reason)); the documents in the folder stay as they are, and nothing more is done with them
        """)
    case .notInPlace(let documents):
      tr(
        """
        done, but not in the folder yet (any later command tries again): \
        \(documents.joined(separator: "; "))
        """)
    }
  }

  private static func number(of process: Int32?) -> String { process.map { " (\($0))" } ?? "" }

  private static func words(_ conflict: RemoteConflict) -> String {
    let versions = conflict.versions.map { tr("version \($0.short)") }
    return tr("\(conflict.path.display): the remote has \(versions.joined(separator: tr(" and ")))")
  }
}
