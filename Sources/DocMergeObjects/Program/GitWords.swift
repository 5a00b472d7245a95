import DocMergeCore
package import DocMergeSystem

/// The command lines of git for transfers.
package enum GitWords {
  /// The words before the verb: the repository, and settings that override all settings files.
  ///
  /// - Parameters:
  ///   - repository: its path.
  ///   - isFrugal: whether deltas are resolved one at a time, so that the memory is that of one.
  /// - Returns: the words behind `git`.
  package static func common(_ repository: String, isFrugal: Bool = false) -> [String] {
    var settings =
      [
        "protocol.version=2",
        // Housekeeping, hooks and lists of recent fetches are for repositories that people work in.
        "gc.auto=0", "maintenance.auto=false", "core.hooksPath=/dev/null",
        "fetch.writeCommitGraph=false",
        // Fetched objects are durable before a reference names them.
        "core.fsync=all", "core.fsyncMethod=fsync",
        // Fetched data is hostile until it is checked.
        "fetch.fsckObjects=true",
        // A pack for each fetch, as libgit2 makes it: two files to synchronise, not one for each object.
        "fetch.unpackLimit=1", "fetch.prune=false", "fetch.recurseSubmodules=false",
      ] + documentChecks.map { "fetch.fsck.\($0)=ignore" }
    if isFrugal { settings.append("pack.threads=1") }
    return ["--git-dir=\(repository)"] + settings.flatMap { ["-c", $0] }
  }

  /// Settings for fetching alone: large documents are written to the disk as they arrive.
  package static let streaming = ["-c", largeDocuments]

  package static let largeDocuments = "core.bigFileThreshold=16m"

  /// Combines loose objects, and packs that are small beside the others, into one pack.
  ///
  /// git decides by the number of objects: a pack stays if it has `factor` times as many as all smaller ones together.
  ///
  /// All loose objects, reachable or not: no reference names the objects of a running save yet.
  ///
  /// - Parameters:
  ///   - repository: its path.
  ///   - factor: see above.
  ///   - kept: the file names of packs that stay in any case.
  /// - Returns: the words behind `git`.
  package static func repack(
    _ repository: String, factor: Int, keeping kept: [String] = []
  ) -> [String] {
    let settings = [
      "core.fsync=all", "core.fsyncMethod=fsync", "core.hooksPath=/dev/null",
      // One processor and little memory: the user is working here.
      "pack.threads=1", "pack.windowMemory=64m", "core.bigFileThreshold=16m",
      "repack.writeBitmaps=false",
    ]
    return ["--git-dir=\(repository)"] + settings.flatMap { ["-c", $0] }
      + ["repack", "--geometric=\(factor)", "-d", "-l", "-n", "-q"]
      + kept.map { "--keep-pack=\($0)" }
  }

  /// Checks of files that git itself reads from a working tree.
  ///
  /// Here they are ordinary documents: these trees are never checked out.
  private static let documentChecks = [
    "gitmodulesBlob", "gitmodulesLarge", "gitmodulesMissing", "gitmodulesName", "gitmodulesParse",
    "gitmodulesPath", "gitmodulesSymlink", "gitmodulesUpdate", "gitmodulesUrl", "gitignoreSymlink",
    "gitattributesBlob", "gitattributesLarge", "gitattributesLineLength", "gitattributesMissing",
    "gitattributesSymlink", "mailmapSymlink",
  ]

  /// Checks a pack from standard input as a fetch would, and puts it in place.
  ///
  /// Ends with 1 if the pack names objects that are in other packs here, and with 0 if not.
  package static let takePack = streaming + ["index-pack", "--stdin", "-v"] + strictly

  private static let strictly = [
    "--check-self-contained-and-connected",
    "--strict=\(documentChecks.map { "\($0)=ignore" }.joined(separator: ","))",
  ]

  /// Checks a pack in its place as a fetch would, and writes its index anew.
  ///
  /// - Parameters:
  ///   - pack: its path.
  ///   - index: the path for the index.
  /// - Returns: the words behind `git`, which ends as ``takePack`` does.
  package static func checkPack(_ pack: SystemPath, writing index: SystemPath) -> [String] {
    streaming
      + ["-c", "pack.writeReverseIndex=false", "-c", "pack.indexVersion=2", "index-pack", "-o"]
      + [index, pack].map { String(decoding: $0.bytes, as: UTF8.self) } + strictly
  }

  /// Checks everything in a repository.
  package static let checkAll =
    streaming + documentChecks.flatMap { ["-c", "fsck.\($0)=ignore"] }
    + ["fsck", "--strict", "--no-dangling", "--no-progress"]
}
