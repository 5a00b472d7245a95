package import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge merge`: merges three files as far as a policy goes by itself.
///
///     TextMerge(base: …, ours: …, theirs: …).run()  // 0: clean, 1: conflicts left, 2: could not run
package struct TextMerge: Sendable, Hashable {
  /// The form of a report.
  package enum Report: String, Sendable, Hashable, CaseIterable {
    /// Lines for people.
    case text
    /// An object for programs.
    case json
    /// A page for a browser.
    case html
  }

  /// How conflicts of a notebook are written.
  package enum NotebookForm: String, Sendable, Hashable, CaseIterable {
    /// The cells of both sides, one after the other.
    case cells
    /// Markers within the text of a cell.
    case markers
    /// Markers between the lines, as in other texts: the file is no notebook then.
    case lines
  }

  /// The path of the base; empty when there is none.
  ///
  /// `-` is standard input, here and for the sides, but only once.
  package var base: [UInt8]
  /// The path of ours.
  package var ours: [UInt8]
  /// The path of theirs.
  package var theirs: [UInt8]

  /// The file for the result; `nil` or `-` is standard output.
  package var output: [UInt8]?
  /// How far the merge goes by itself.
  package var policy = MergePolicy.balanced
  /// How conflicts are shown.
  package var style = ConflictStyle.merge
  /// The allowed lengths of markers: with longer ones the text could not be read.
  package static let markerSizes = 1...10_000
  /// How long markers are; `nil` makes them longer than anything in the texts that looks like one.
  package var markerSize: Int?
  /// The labels of ours, base and theirs in markers, in place of their paths.
  package var labels: [[UInt8]] = []
  /// The form of the report; `nil` leaves it out.
  package var report: Report?
  /// The file for the report; `nil` is standard error if the result goes to standard output, and
  /// standard output otherwise; `-` is standard output.
  package var reportFile: [UInt8]?
  /// Whether the messages about conflicts are left out.
  package var isQuiet = false
  /// The format of the texts; `nil` to use their name.
  package var format: String?
  /// How conflicts of a notebook are written.
  ///
  /// `nil` means `cells`, or `lines` where ``markerSize`` shows that a program reads the markers.
  package var notebookConflicts: NotebookForm?
  /// Whether conflicts of office documents are written as tracked changes; otherwise nothing is written then.
  package var isTracked = false
  /// The name of the merged file in the report; `nil` means the output, or ours.
  package var name: [UInt8]?

  /// Whether the process ends with the merge, so that nothing needs to be freed.
  var endsProcess = false

  /// Names the files, by paths that need not be text.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// Merges and writes the result and the report.
  ///
  /// The result is the exit status: 0 clean, 1 conflicts are left, 2 it could not run.
  package func run() -> Int32 {
    do {
      return try merged()
    } catch {
      error.tell()
      return 2
    }
  }

  private func merged() throws(VerbFailure) -> Int32 {
    let inputs = [("base", base), ("ours", ours), ("theirs", theirs)]
    let texts = try VerbInput.texts(inputs)
    try checkReportFile()
    if areOffice(texts) { return try mergedOffice(texts) }
    guard !isTracked else {
      let name = PrintableText.escape(shownName)
      throw VerbFailure(
        tr("\(name) is no office document, and only these have tracked changes"))
    }
    guard let merge = merge(texts) else { throw VerbFailure(tr("the merge was cancelled")) }
    let merged = merge.merged
    if let obstacle = merged.obstacle { throw TextObstacle.failure(obstacle, inputs, texts) }
    // Remaining conflicts are for a person to check, with or without an audit.
    let audit =
      merged.isClean || report != nil
      ? audit(
        of: merged, base: texts[0], ours: texts[1], theirs: texts[2],
        comparison: merge.comparison, structure: structure)
      : MergeAudit()
    let report = written(merge, audit)
    try write(bytes(merged, of: texts), report)
    let count = merged.conflicts.count
    if count > 0, !isQuiet, self.report != .text {
      let name = PrintableText.escape(shownName)
      VerbOutput.message(tr("docmerge: \(name): \(counted(count, "conflict")) left"))
    }
    return isAccounted(audit) && count == 0 ? 0 : 1
  }

  /// Whether nothing was lost or invented; if this is in doubt, the merge is not clean.
  private func isAccounted(_ audit: MergeAudit) -> Bool {
    if audit.isClean { return true }
    VerbOutput.message(
      tr(
        """
        docmerge: \(PrintableText.escape(shownName)): not every change is accounted for, so look at \
        the result before you keep it; see --report text
        """))
    return false
  }

  /// The report must not replace the merge or one of its inputs.
  private func checkReportFile() throws(VerbFailure) {
    guard output?.isEmpty != true, reportFile?.isEmpty != true else {
      throw VerbFailure(
        output?.isEmpty == true
          ? tr("the name of the output is empty") : tr("the name of the report is empty"))
    }
    guard let reportFile else {
      if report != nil, let outputFile, VerbOutput.isStandardOutput(outputFile) {
        throw VerbFailure(tr("the report goes to standard output, and that is the output"))
      }
      return
    }
    let isPrinted = VerbOutput.isStandard(reportFile)
    guard !isPrinted || outputFile != nil else {
      throw VerbFailure(tr("the result and the report cannot both go to standard output"))
    }
    if isPrinted { return }
    let taken = [outputFile, base, ours, theirs].compactMap(\.self)
    let isTaken = outputFile == nil && VerbOutput.isStandardOutput(reportFile)
    guard !isTaken, !taken.contains(where: { VerbOutput.areSame($0, reportFile) }) else {
      throw VerbFailure(
        tr(
          "\(PrintableText.escape(reportFile)) cannot take the report: it is an input or the output"
        ))
    }
  }

  /// The merge; `nil` if it was cancelled, which never happens here.
  private func merge(_ texts: [[UInt8]]) -> LayeredMerge? {
    var options = TextMergeOptions(policy: policy, style: style, isSuggesting: report != nil)
    var structure = structure
    (structure.isLast, structure.startsPrograms) = (endsProcess, true)
    options.structure = structure
    return try? LayeredMerge(
      base: texts[0], ours: texts[1], theirs: texts[2], options: options, pair: .twoThreads)
  }

  private var structure: DocumentStructure {
    DocumentStructure(path: String(decoding: name ?? ours, as: UTF8.self), formatName: format)
  }

  /// The file for the result, unless that is standard output.
  var outputFile: [UInt8]? { output.flatMap { VerbOutput.isStandard($0) ? nil : $0 } }

  var shownName: [UInt8] { name ?? outputFile ?? ours }

  private func bytes(_ merged: Merged, of texts: [[UInt8]]) -> [UInt8] {
    if let clean = merged.clean { return clean }
    let names = [ours, base, theirs].enumerated().map { index, path in
      index < labels.count ? labels[index] : path
    }.map { PrintableText.escape($0) }
    let shown = ConflictLabels(ours: names[0], base: names[1], theirs: names[2])
    if let notebook = notebook(texts, shown) { return notebook }
    if let markerSize { return merged.marked(labels: shown, markerSize: markerSize) }
    return merged.written(labels: shown) { sections($0, labels: $1) }
  }

  /// The notebook with its conflicts in cells; `nil` where that is not requested, and for another text.
  private func notebook(_ texts: [[UInt8]], _ labels: ConflictLabels) -> [UInt8]? {
    let form = notebookConflicts ?? (markerSize == nil ? .cells : .lines)
    guard form != .lines, structure.isNotebook else { return nil }
    return NotebookConflicts(
      base: texts[0], ours: texts[1], theirs: texts[2], policy: policy, labels: labels,
      form: form == .cells ? .cells : .markers
    )?.written
  }

  /// The sections; without the base where the style shows none.
  private func sections(_ merged: Merged, labels: ConflictLabels) -> [MarkedSection] {
    merged.sections(labels: labels).map { section in
      guard style == .merge, case .conflict(var conflict, let labels) = section else {
        return section
      }
      conflict.base = nil
      return .conflict(conflict, labels)
    }
  }

  func written(
    _ merge: LayeredMerge, _ audit: MergeAudit, _ structure: DocumentStructure? = nil
  ) -> String? {
    guard let form = report else { return nil }
    let made = MergeReport(
      names: .init(path: shownName, base: base, ours: ours, theirs: theirs), policy: policy,
      merge: merge, audit: audit, structure: structure ?? self.structure)
    switch form {
    case .text: return made.text(ReportStyle(isColoured: isColoured))
    case .json: return made.json
    case .html: return made.html
    }
  }

  private var standardFile: StandardFile { outputFile == nil ? .error : .output }

  private var isColoured: Bool { reportFile == nil && standardFile.hasColour }

  /// Writes the result, and then the report: without the result it would be wrong.
  ///
  /// - Parameters:
  ///   - merged: the result; `nil` where none is written.
  ///   - report: the report, if one was requested.
  /// - Throws: why one of them cannot be written.
  func write(_ merged: [UInt8]?, _ report: String?) throws(VerbFailure) {
    let report = report.map { Array($0.utf8) }
    if let report, let reportFile, !VerbOutput.isStandard(reportFile) {
      return try VerbOutput.write(report: report, to: reportFile) { () throws(VerbFailure) in
        if let merged { try VerbOutput.write(merged, to: outputFile) }
      }
    }
    if let merged { try VerbOutput.write(merged, to: outputFile) }
    guard let report else { return }
    do {
      try VerbOutput.write(report, to: standardFile)
    } catch {
      throw error.ofReport
    }
  }
}
