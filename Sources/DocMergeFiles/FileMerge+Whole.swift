import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The merges that need more than the places of bytes: those by docmerge's rules, and those that
/// are reported.
extension FileMerge {
  func mergedWhole(
    _ files: borrowing MergeFiles, style: ConflictStyle
  ) throws(FileFailure) -> Int32 {
    if profile == .docmerge, !CarefulMerge().takes(size: files.size), !reportsJSON {
      return try mergedInPlace(files, style: style)
    }
    let (base, ours, theirs) = (Array(files.base), Array(files.ours), Array(files.theirs))
    if profile == .docmerge, !reportsJSON,
      OfficeForm.isOffice(ours, path: String(decoding: current, as: UTF8.self))
    {
      return try mergedOffice(base: base, ours: ours, theirs: theirs)
    }
    let merged: Merged
    if profile == .docmerge {
      let merge = CarefulMerge(
        policy: policy, style: style, path: String(decoding: current, as: UTF8.self))
      switch merge.outcome(base: base, ours: ours, theirs: theirs) {
      case .merged(let whole): merged = favour.map(whole.merged.favouring) ?? whole.merged
      case .binary: throw FileFailure(tr("Cannot merge binary files: %"), binaryName(files))
      case .refused(let reason):
        try refuseBinary(files)
        if !isQuiet { VerbOutput.message(tr("docmerge: \(reason): merged as git does")) }
        merged = byLines(base: base, ours: ours, theirs: theirs, style: style)
      }
    } else {
      try refuseBinary(files)
      merged = byLines(base: base, ours: ours, theirs: theirs, style: style)
    }
    let bytes =
      merged.clean
      ?? merged.marked(labels: markerLabels, markerSize: markerSize > 0 ? markerSize : 7)
    let report = reportsJSON ? report(merged, texts: (base: base, ours: ours, theirs: theirs)) : nil
    try deliver(bytes, report)
    return Int32(min(merged.conflicts.count, 127))
  }

  /// Merges office documents; with conflicts, current stays as it is, since it cannot hold markers.
  private func mergedOffice(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws(FileFailure) -> Int32 {
    let outcome: OfficeMerge.Outcome
    do throws(OfficeRefusal) {
      outcome = try OfficeMerge.outcome(
        base: base, ours: ours, theirs: theirs, policy: policy)
    } catch {
      throw FileFailure(
        tr("Cannot merge office documents: %: ") + OfficeWords.reason(error), current)
    }
    guard let document = outcome.document else {
      if !isQuiet {
        let count = counted(outcome.conflicts.count, "conflict")
        let left = tr("\(count) left, so nothing is written; decide with docmerge mergetool")
        let lines = OfficeWords.lines(outcome.conflicts)
        VerbOutput.message(
          (["docmerge: \(PrintableText.escape(current)): \(left)"] + lines).joined(separator: "\n"))
      }
      return 1
    }
    try deliver { output in document.withUnsafeBytes { output.append($0) } }
    return 0
  }

  private func byLines(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], style: ConflictStyle
  ) -> Merged {
    let options = MergeOptions(profile: mergeProfile, style: style, favour: favour)
    var merged = merge(base: base, ours: ours, theirs: theirs, options: options)
    merged.profile = mergeProfile
    return merged
  }

  private func refuseBinary(_ files: borrowing MergeFiles) throws(FileFailure) {
    let isBinary = [files.ours, files.base, files.theirs].contains(where: MergeFiles.isBinary)
    if isBinary { throw FileFailure(tr("Cannot merge binary files: %"), binaryName(files)) }
  }

  /// The first file that is not text, in git's form.
  private func binaryName(_ files: borrowing MergeFiles) -> [UInt8] {
    if MergeFiles.isBinary(files.ours) { return current }
    return MergeFiles.isBinary(files.base) ? base : other
  }

  /// Writes the result, and then the report, which would be wrong without it; a report in a file
  /// is prepared before, so that an invalid name leaves everything as it was.
  private func deliver(_ result: [UInt8], _ report: [UInt8]?) throws(FileFailure) {
    func deliverIt() throws(FileFailure) {
      try deliver { output in result.withUnsafeBytes { output.append($0) } }
    }
    guard let report else { return try deliverIt() }
    var failure: FileFailure?
    do throws(VerbFailure) {
      guard let reportFile else {
        try deliverResult(&failure, deliverIt)
        let isTaken = printsResult || usesObjects
        return try VerbOutput.write(report, to: isTaken ? .error : .output)
      }
      try VerbOutput.write(report: report, to: reportFile) { () throws(VerbFailure) in
        try deliverResult(&failure, deliverIt)
      }
    } catch {
      throw failure ?? FileFailure(tr("the report: %"), Array(error.message.utf8))
    }
  }

  /// Writes the result, and keeps a failure in git's words.
  private func deliverResult(
    _ failure: inout FileFailure?, _ body: () throws(FileFailure) -> Void
  ) throws(VerbFailure) {
    do throws(FileFailure) {
      try body()
    } catch {
      failure = error
      throw VerbFailure(error)
    }
  }

  private func report(
    _ merged: Merged, texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])
  ) -> [UInt8] {
    let structure =
      profile == .docmerge
      ? DocumentStructure(path: String(decoding: current, as: UTF8.self)) : nil
    let report = MergeReport(
      names: .init(path: current, base: base, ours: current, theirs: other),
      policy: profile == .docmerge ? policy : nil,
      merge: LayeredMerge(
        merged, base: texts.base, ours: texts.ours, theirs: texts.theirs),
      audit: audit(
        of: merged, base: texts.base, ours: texts.ours, theirs: texts.theirs,
        structure: structure), structure: structure)
    return Array(report.json.utf8)
  }
}
