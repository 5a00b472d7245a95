import ArgumentParser
import DocMerge
import DocMergeLanguage

/// Downloads the contents of documents, for verbs that need them.
struct Download {
  let container: Container
  /// How long a server may be silent; `nil` for the default.
  var timeout: Duration?
  var isQuiet = false

  /// Downloads missing contents of the documents; reports this, since it may take a while.
  ///
  /// - Parameter documents: the documents that a verb needs.
  /// - Returns: the same documents in their new state.
  /// - Throws: ``RemoteError`` when they are not available now, ``CommandError`` when no replica has them.
  func bring(_ documents: [DocumentSummary]) throws -> [DocumentSummary] {
    let wanted = documents.filter(container.needsDownload)
    guard !wanted.isEmpty else { return documents }
    let report = try run(wanted)
    if let missing = (report.missing + report.notInPlace).first {
      throw CommandError(
        description: tr("\(missing.path.display) could not be downloaded: \(missing.reason)"))
    }
    return try documents.map { try container.document($0.id) }
  }

  /// Downloads the documents; Control-C ends it cleanly.
  func run(_ documents: [DocumentSummary]) throws -> DownloadReport {
    Interruption.listen()
    var options = SyncOptions()
    options.timeout = timeout
    options.mayAsk = Console.isInteractive && !isQuiet
    if !isQuiet {
      let name = documents.count == 1 ? documents[0].path.display : ""
      let what = name.isEmpty ? counted(documents.count, "document") : name
      let size = documents.reduce(0) { $0 + $1.current.size }
      Console.message(tr("Downloading \(what), \(Words.size(size))."))
    }
    let line = ProgressLine(tr("Downloading"), isQuiet: isQuiet)
    do {
      return try Progress.show(line) {
        try container.local.download(
          documents.map(\.id), options: options, isCancelled: { Interruption.isRequested },
          progress: { SyncWords(remote: $0.remote).show($0, on: line) })
      }
    } catch let error as RemoteError where error.reason == .cancelled {
      if !isQuiet { Console.message(tr("docmerge: cancelled; nothing was downloaded")) }
      throw ExitCode(Interruption.status)
    }
  }
}
