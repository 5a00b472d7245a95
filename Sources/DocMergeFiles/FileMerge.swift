package import DocMergeCore
import DocMergeLanguage
import DocMergeSystem

/// A merge of three files as `git merge-file` does it, with its options and its exit status.
///
///     FileMerge(current: Array("ours.md".utf8), base: …, other: …).run()  // 0: merged cleanly
package struct FileMerge: Sendable, Hashable {
  /// The program whose merge it is.
  package enum Profile: String, Sendable, Hashable, CaseIterable {
    /// The merge of `git merge-file`.
    case gitMergeFile = "git-merge-file"
    /// The merge of `git merge` for the contents of a file.
    case gitMerge = "git-merge"
    /// Layers and rules, as in `docmerge merge`.
    case docmerge
  }

  /// The path of ours, which takes the result.
  package var current: [UInt8]
  /// The path of the base.
  package var base: [UInt8]
  /// The path of theirs.
  package var other: [UInt8]

  /// The program whose merge it is.
  package var profile = Profile.gitMergeFile
  /// How far the profile `docmerge` goes.
  package var policy = MergePolicy.balanced
  /// Whether the names are those of blobs in the repository, and the result becomes a blob.
  package var usesObjects = false
  /// Whether the result goes to standard output, and `current` stays as it is.
  package var printsResult = false
  /// Whether messages are left out.
  package var isQuiet = false
  /// The labels of current, base and other in markers, in place of their paths.
  package var labels: [[UInt8]] = []
  /// How conflicts are shown; `nil` leaves it to git's setting `merge.conflictStyle`.
  package var style: ConflictStyle?
  /// The side that settles the conflicts; `nil` leaves them.
  package var favour: Favour?
  /// How long markers are; 0 and less mean git's 7.
  package var markerSize = 7
  /// How lines are compared; `nil` leaves it to the profile.
  package var algorithm: DiffAlgorithm?
  /// Whether a report is written as JSON.
  package var reportsJSON = false
  /// The file of the report; `nil` is standard error if the result, or its name, goes to standard
  /// output, and standard output otherwise.
  package var reportFile: [UInt8]?

  /// Names the files, by paths that need not be text.
  package init(current: [UInt8], base: [UInt8], other: [UInt8]) {
    self.current = current
    self.base = base
    self.other = other
  }

  /// The exit status for invalid arguments.
  package static let usageStatus: Int32 = 129

  /// Merges and writes the result.
  ///
  /// The result is the exit status: the number of conflicts, at most 127, or 255 after an error,
  /// which is reported on standard error; 128 where git would give up at once.
  package func run() -> Int32 {
    do {
      let style = try GitSettings.conflictStyle()
      return try merged(style: self.style ?? style ?? .merge)
    } catch {
      if !isQuiet || error.status == 128 { Messages.write(error.message) }
      return error.status
    }
  }

  private func merged(style: ConflictStyle) throws(FileFailure) -> Int32 {
    try checkReportFile()
    let files = try usesObjects ? objects() : files()
    if profile == .docmerge || reportsJSON {
      return try mergedWhole(files, style: style)
    }
    return try mergedInPlace(files, style: style)
  }

  // MARK: Git's way, on the bytes in place

  func mergedInPlace(
    _ files: borrowing MergeFiles, style: ConflictStyle
  ) throws(FileFailure) -> Int32 {
    for (text, name) in [(files.ours, current), (files.base, base), (files.theirs, other)] {
      try Self.refuseBinary(text, name)
    }
    let texts = TextBuffers(base: files.base, ours: files.ours, theirs: files.theirs)
    let size = files.base.count + files.ours.count + files.theirs.count
    if size > 1 << 20 { CurrentProcess.prepareHeap(size + size / 2) }
    let plan = MergePlan(
      texts, options: MergeOptions(profile: mergeProfile, style: style, favour: favour),
      pair: .twoThreads)
    try checkMarkerSize(plan, style: style)
    let labels = markerLabels
    try deliver { output in
      plan.forEachPart(
        of: texts, labels: labels, markerSize: markerSize > 0 ? markerSize : 7
      ) { output.append($0) }
    }
    return Int32(min(plan.conflictCount, 127))
  }

  /// Git rejects markers whose total length exceeds its numbers; so does this.
  private func checkMarkerSize(
    _ plan: MergePlan, style: ConflictStyle
  ) throws(FileFailure) {
    let length = markerSize * (style == .merge ? 3 : 4)
    guard plan.conflictCount > 0, length > Int(Int32.max) else { return }
    throw FileFailure(tr("Markers of % bytes are too long"), Array(String(markerSize).utf8))
  }

  /// As in git, a NUL far from the start does not keep it from merging; a size that git cannot merge does.
  private static func refuseBinary(
    _ text: UnsafeRawBufferPointer, _ name: [UInt8]
  ) throws(FileFailure) {
    guard !MergeFiles.isBinary(text) else {
      throw FileFailure(tr("Cannot merge binary files: %"), name)
    }
  }

  /// How lines are compared under git's rules.
  var mergeProfile: MergeProfile {
    var merge: MergeProfile = profile == .gitMergeFile ? .gitMergeFile : .gitMerge
    if let algorithm { merge.algorithm = algorithm }
    return merge
  }

  /// The labels of markers.
  var markerLabels: MarkerLabels {
    let names = [current, base, other].enumerated().map { index, path in
      index < labels.count ? labels[index] : path
    }
    return MarkerLabels(ours: names[0], base: names[1], theirs: names[2])
  }

  // MARK: Sources and destinations of texts

  private func files() throws(FileFailure) -> MergeFiles {
    // Each is checked before the next is opened, as git's messages show.
    let ours = try InputText(current)
    if profile != .docmerge { try Self.refuseBinary(ours.bytes, current) }
    let ancestor = try InputText(base)
    if profile != .docmerge { try Self.refuseBinary(ancestor.bytes, base) }
    return MergeFiles(ours: ours, base: ancestor, theirs: try InputText(other))
  }

  private func objects() throws(FileFailure) -> MergeFiles {
    let texts = try GitObjects.contents(of: [current, base, other])
    return MergeFiles(
      ours: InputText(holding: texts[0]), base: InputText(holding: texts[1]),
      theirs: InputText(holding: texts[2]))
  }

  /// Writes the result to its destination.
  func deliver(_ body: (inout OutputFile) -> Void) throws(FileFailure) {
    if usesObjects, !printsResult { return try GitObjects.store(body) }
    guard printsResult else { return try FileReplacement.replace(current, body) }
    do throws(Errno) {
      try StandardFile.output.write(body)
    } catch {
      throw FileFailure(tr("Could not write to %"), current, reason: error)
    }
  }

  /// The report must not replace the merge or one of its inputs.
  private func checkReportFile() throws(FileFailure) {
    guard let reportFile, !usesObjects else { return }
    guard ![current, base, other].contains(where: { VerbOutput.areSame($0, reportFile) }) else {
      throw FileFailure(tr("% cannot take the report: it is one of the files"), reportFile)
    }
  }
}
