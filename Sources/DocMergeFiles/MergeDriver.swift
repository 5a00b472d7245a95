package import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The verb `docmerge merge-driver`, which git calls once for each file that both sides changed.
///
///     MergeDriver(base: …, ours: …, theirs: …).run()  // 0: ours holds the merge
///
/// It asks no questions. It reads the three files, git's attribute for the format, git's setting for the style, and,
/// if there is a conflict, the branches that are merged. Git also calls the driver to make one base from
/// several. Where rules cannot be trusted, the file is merged as git does.
package struct MergeDriver: Sendable, Hashable {
  /// The program whose merge it is.
  package enum Profile: String, Sendable, Hashable, CaseIterable {
    /// Layers and rules, as in `docmerge merge`.
    case docmerge
    /// The merge of git without a driver.
    case gitMerge = "git-merge"
  }

  /// The path of the base; an empty file when both sides added the file.
  package var base: [UInt8]
  /// The path of ours, which takes the result.
  package var ours: [UInt8]
  /// The path of theirs.
  package var theirs: [UInt8]

  /// The program whose merge it is.
  package var profile = Profile.docmerge
  /// How far the profile `docmerge` goes.
  package var policy = MergePolicy.balanced
  /// How long markers are; 0 and less mean git's 7.
  package var markerSize = 7
  /// The path of the file in the repository; `nil` if it is not known.
  package var path: [UInt8]?
  /// The label of the base in markers; git before 2.44 does not pass it.
  package var baseLabel: [UInt8]?
  /// The label of ours in markers.
  package var oursLabel: [UInt8]?
  /// The label of theirs in markers.
  package var theirsLabel: [UInt8]?

  /// Whether the process ends with the merge, so that nothing needs to be freed.
  var endsProcess = false

  /// Names the files, by paths that need not be text.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The exit status that makes git stop the whole merge; git before 2.42 treats it as a conflict.
  package static let stopStatus: Int32 = 129

  /// Merges and writes the result.
  ///
  /// The result is the exit status: 0 clean, 1 left in conflict, 129 a file could not be read or
  /// written.
  package func run() -> Int32 {
    do {
      return try merged() ? 0 : 1
    } catch {
      Messages.write(Array("docmerge: ".utf8) + error.message)
      return Self.stopStatus
    }
  }

  /// Whether nothing is left in conflict.
  private func merged() throws(FileFailure) -> Bool {
    let files = MergeFiles(
      ours: try InputText(ours), base: try InputText(base), theirs: try InputText(theirs))
    guard profile == .docmerge else { return try mergedByLines(files) }
    if isOffice(files) { return try mergedOffice(files) }
    let careful = careful
    switch outcome(files, careful) {
    case .merged(let merge):
      if merge.merged.isClean { return try write(merge, of: files, careful.structure) }
      // The text between markers depends on the style, which takes a while to look up.
      var styled = careful
      // git stops at a style that it does not know before it calls a driver.
      styled.style = (try? GitSettings.conflictStyle()) ?? .merge
      guard styled.style != careful.style, case .merged(let again) = outcome(files, styled) else {
        return try write(merge, of: files, careful.structure)
      }
      return try write(again, of: files, careful.structure)
    case .binary:
      // Git examines the beginning only.
      let isText = ![files.base, files.ours, files.theirs].contains(where: MergeFiles.isBinary)
      return isText ? try mergedByLines(files) : refused()
    case .refused(let reason):
      say(tr("\(reason): merged as git does"))
      return try mergedByLines(files)
    }
  }

  private var careful: CarefulMerge {
    var merge = CarefulMerge(
      policy: policy, style: .merge, path: String(decoding: path ?? ours, as: UTF8.self),
      format: path.flatMap { GitAttribute.format.value(of: $0) })
    merge.isLast = endsProcess
    return merge
  }

  private func outcome(
    _ files: borrowing MergeFiles, _ merge: CarefulMerge
  ) -> CarefulMerge.Outcome {
    guard merge.takes(size: files.size) else { return .refused(CarefulMerge.isTooLarge) }
    return merge.outcome(
      base: Array(files.base), ours: Array(files.ours), theirs: Array(files.theirs))
  }

  /// Writes a merge, and records the decisions of rules in it; returns whether no conflict is left.
  private func write(
    _ merge: LayeredMerge, of files: borrowing MergeFiles, _ structure: DocumentStructure
  ) throws(FileFailure) -> Bool {
    let merged = merge.merged
    let bytes = merged.clean ?? merged.marked(labels: labels, markerSize: size)
    // The inputs are read before the result replaces ours.
    let texts = DecisionRecord.Sides(
      base: Array(files.base), ours: Array(files.ours), theirs: Array(files.theirs))
    try write(bytes)
    DriverRecord(of: merge, by: self, structure)?
      .keep(texts: texts, result: bytes, left: merged.conflicts.count)
    return merged.isClean
  }

  // MARK: In git's way

  private func mergedByLines(_ files: borrowing MergeFiles) throws(FileFailure) -> Bool {
    let isBinary = [files.base, files.ours, files.theirs].contains(where: MergeFiles.isBinary)
    guard !isBinary else { return refused() }
    let texts = TextBuffers(base: files.base, ours: files.ours, theirs: files.theirs)
    if files.size > 1 << 20 { CurrentProcess.prepareHeap(files.size + files.size / 2) }
    // git stops at it by itself.
    let style = try? GitSettings.conflictStyle()
    let plan = MergePlan(
      texts, options: MergeOptions(profile: .gitMerge, style: style ?? .merge), pair: .twoThreads)
    let labels =
      plan.conflictCount > 0 ? labels : MarkerLabels(ours: nil, base: nil, theirs: nil)
    try FileReplacement.replace(ours, isDurable: false) { output in
      plan.forEachPart(of: texts, labels: labels, markerSize: size) { output.append($0) }
      output.flush()
    }
    return plan.conflictCount == 0
  }

  /// Leaves ours as it is, in conflict, as git does with files that are not text.
  private func isOffice(_ files: borrowing MergeFiles) -> Bool {
    OfficeForm.isOffice(
      Array(files.ours.prefix(8)), path: String(decoding: path ?? ours, as: UTF8.self))
  }

  /// Merges an office document; with conflicts it stays in the version of ours, since it cannot hold markers.
  private func mergedOffice(_ files: borrowing MergeFiles) throws(FileFailure) -> Bool {
    let outcome: OfficeMerge.Outcome
    do throws(OfficeRefusal) {
      outcome = try OfficeMerge.outcome(
        base: Array(files.base), ours: Array(files.ours), theirs: Array(files.theirs),
        policy: policy)
    } catch {
      let reason = OfficeWords.reason(error)
      say(tr("cannot be merged: \(reason); ours is kept, and the conflict is left to you"))
      return false
    }
    guard let document = outcome.document else {
      say(tr("conflicts are left, and ours is kept; decide with git mergetool or docmerge resolve"))
      for line in OfficeWords.lines(outcome.conflicts) { say(line) }
      return false
    }
    try write(document)
    return true
  }

  private func refused() -> Bool {
    say(tr("cannot merge binary files; ours is kept, and the conflict is left to you"))
    return false
  }

  // MARK: Labels and bytes

  private var size: Int { markerSize > 0 ? markerSize : 7 }

  var labels: MarkerLabels {
    let known = [oursLabel, baseLabel, theirsLabel]
    let found = known.contains(nil) ? DriverLabels.found(for: path) : DriverLabels()
    // An empty label counts as none, as in git.
    let words = zip(known, [found.ours, found.base, found.theirs]).map { $0 ?? $1 }
      .map { $0.isEmpty ? nil : $0 }
    return MarkerLabels(ours: words[0], base: words[1], theirs: words[2])
  }

  private func say(_ words: String) {
    VerbOutput.message("docmerge: \(PrintableText.escape(path ?? ours)): \(words)")
  }

  /// Git's temporary file need not survive a power cut, after which it is not used.
  private func write(_ bytes: [UInt8]) throws(FileFailure) {
    try FileReplacement.replace(ours, isDurable: false) { output in
      bytes.withUnsafeBytes { output.append($0) }
      output.flush()
    }
  }
}
