import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep

/// Copies that are made anew, editors that have old texts, and file systems without execute bits.
extension World {
  /// Where the last digit is 1.
  static func hasRemadeCopies(_ seed: Int) -> Bool { seed % 10 == 1 }

  /// Puts a replica that was just made on a file system that keeps no execute bits.
  func loseBits(of replica: SimulatedReplica) throws {
    try replica.configure("core.filemode", to: "false")
    replica.keepsBits = false
  }

  /// The repository of a replica is lost, and a new one is made in its folder.
  ///
  /// Versions that had not been sent are no longer promised; the contents of the folder count as before.
  func remake(_ replica: SimulatedReplica) throws -> String? {
    let remotes = try remotes(of: replica)
    replica.close()
    FolderTree.remove("\(replica.path)/.docmerge")
    replica.known = Knowledge()
    replica.unsaved = [:]
    for (path, item) in FolderTree(replica.path).items() {
      guard case .file(let bytes, _) = item else { continue }
      replica.unsaved[Array(path.utf8)] = try GitObject(kind: .blob, bytes: bytes).id
    }
    let report = try replica.create()
    replica.acknowledgeFolder()
    for remote in remotes { try connect(replica, to: remote) }
    if !replica.keepsBits { try loseBits(of: replica) }
    try replica.acknowledge()
    return "\(report.added.count) documents"
  }

  /// Opens a file in an editor, or has the editor write its text with an edit, whatever is in the file now.
  func useEditor(on replica: SimulatedReplica) -> String? {
    guard let (name, bytes) = replica.editor else { return openEditor(on: replica) }
    replica.editor = nil
    let text = String(decoding: bytes, as: UTF8.self)
    let written = write(
      text + "from an editor \(generator.number(0...1_000_000))\n", to: name, in: replica,
      replacing: generator.once(in: 2))
    return written.map { "writes \($0)" }
  }

  private func openEditor(on replica: SimulatedReplica) -> String? {
    let files = visible(in: replica).filter { !$0.path.contains(".textbundle/") }
    guard let (name, item) = any(files), case .file(let bytes, _) = item else { return nil }
    replica.editor = (name, bytes)
    return "opens \(name)"
  }
}
