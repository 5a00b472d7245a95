import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The verb `docmerge audit-merge`: checks a merge that any tool, or a person, has made.
///
///     MergeAuditing(base: …, ours: …, theirs: …, result: …).run()  // 0: everything is accounted for
package struct MergeAuditing: Sendable, Hashable {
  /// The path of the base; empty when there is none.
  ///
  /// `-` is standard input, for one of the four.
  package var base: [UInt8]
  /// The path of ours.
  package var ours: [UInt8]
  /// The path of theirs.
  package var theirs: [UInt8]
  /// The path of the merge result.
  package var result: [UInt8]
  /// The format of the texts; `nil` to use the name of the result.
  package var format: String?
  /// Whether the audit is printed as JSON.
  package var printsJSON = false
  /// Whether nothing is printed.
  package var isQuiet = false

  /// Names the files, by paths that need not be text.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8], result: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.result = result
  }

  /// Checks the merge and prints the audit.
  ///
  /// The result is the exit status: 0 everything is accounted for and nothing is left in conflict, 1
  /// something is not, 2 it could not run.
  package func run() -> Int32 {
    do {
      return try audited()
    } catch {
      error.tell()
      return 2
    }
  }

  private func audited() throws(VerbFailure) -> Int32 {
    let inputs = [("base", base), ("ours", ours), ("theirs", theirs), ("result", result)]
    var texts = try VerbInput.texts(inputs)
    let name = String(decoding: result, as: UTF8.self)
    let isOffice = OfficeForm.isOffice(texts[3], path: name)
    if isOffice { texts = try Self.officeTexts(texts, inputs) }
    let found = texts.map { FoundEncoding(in: $0) }
    let recoding = ResultEncoding(
      base: found[0], ours: found[1], theirs: found[2], result: found[3]
    ).difference
    for (index, input) in inputs.enumerated() {
      texts[index] = try TextObstacle.decoded(input, texts[index])
    }
    let structure =
      isOffice ? OfficeMerge.structure : DocumentStructure(path: name, formatName: format)
    var audit = DocMergeCore.audit(
      base: texts[0], ours: texts[1], theirs: texts[2], result: texts[3], structure: structure)
    let plain = texts[..<3].map(\.withNewlines)
    let result = ResultTexts(texts[3], inputs: Array(texts[..<3]))
    let isAccounted = audit.isClean
    audit.findings += ResultFaults(
      base: plain[0], ours: plain[1], theirs: plain[2], structure: structure
    ).findings(in: result)
    if recoding != nil { audit.findings.append(AuditFinding(kind: .recoded, bytes: [])) }
    if !isQuiet {
      let values = StructureAudit(
        base: plain[0], ours: plain[1], theirs: plain[2], result: result, structure: structure,
        isAccounted: isAccounted)
      let lines = AuditReport.Texts(
        base: Lines(texts[0]), ours: Lines(texts[1]), theirs: Lines(texts[2]),
        result: Lines(texts[3]), recoding: recoding, values: values)
      let style = ReportStyle(isColoured: StandardFile.output.hasColour)
      let text = printsJSON ? json(audit, lines) : AuditReport.text(audit, lines, style)
      try VerbOutput.write(Array(text.utf8), to: .output)
    }
    return audit.isClean && audit.conflictCount == 0 ? 0 : 1
  }

  /// The texts as which office documents are merged.
  private static func officeTexts(
    _ documents: [[UInt8]], _ inputs: [VerbInput.File]
  ) throws(VerbFailure) -> [[UInt8]] {
    var number = 0
    do throws(OfficeRefusal) {
      return try OfficeView.auditTexts(of: documents) { number = $0 }
    } catch {
      let file = TextObstacle.words(inputs[number])
      throw VerbFailure(tr("\(file) cannot be read: \(OfficeWords.reason(error))"))
    }
  }

  private func json(_ audit: MergeAudit, _ lines: AuditReport.Texts) -> String {
    JSONValue.object([
      ("format", .string("docmerge-audit")), ("version", .number(1)), ("path", .bytes(result)),
      ("audit", AuditReport.json(audit, lines)),
    ]).text
  }
}
