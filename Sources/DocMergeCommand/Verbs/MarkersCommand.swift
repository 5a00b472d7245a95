import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The verb `docmerge markers`.
struct MarkersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markers",
    abstract: tr("Check and convert conflict markers in files."),
    discussion: tr(
      """
      Reads the markers of git (merge, diff3, zdiff3), jj (diff and snapshot), Mercurial (merge, \
      merge3, mergediff) and fossil. No container is needed. To settle the conflicts, see \
      `docmerge resolve`.

      Examples:
        docmerge markers check src
        docmerge markers convert --to diff3 notes.md
      """),
    subcommands: [Check.self, Convert.self])

  /// The verb `docmerge markers check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: tr("Find conflict markers that are left over or broken."),
      discussion: tr(
        """
        Prints a line for each: the file, the line, what it is. Folders are searched but for .git and \
        .docmerge; files that are not text are passed over. A line ======= alone is reported where \
        it cannot be the underline of a heading. Of office documents (docx, odt), tracked changes that \
        show a conflict are reported.

        Exits with 0 when there is nothing to report, with 1 when there is, with 2 when a file cannot \
        be read. So it serves as a hook: put the last example into .git/hooks/pre-commit.

        Examples:
          docmerge markers check notes.md src
          docmerge markers check --json . | jq '.files[].path'
          exec docmerge markers check --staged
        """))

    @Argument(help: ArgumentHelp(tr("Files and folders.")), completion: .file())
    var paths: [String] = []
    @Flag(help: ArgumentHelp(tr("Check the staged files, not those in the folder.")))
    var staged = false
    @Option(
      help: ArgumentHelp(
        tr("Only markers of this length count (default: seven and longer)."), valueName: "n"))
    var markerSize: Int?
    @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false
    @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Print nothing; the exit status tells.")))
    var quiet = false

    func validate() throws {
      guard staged || !paths.isEmpty else {
        throw ValidationError(tr("Name files or folders, or give --staged."))
      }
      guard (markerSize ?? 7) > 1 else {
        throw ValidationError(tr("--marker-size must be 2 or more."))
      }
    }

    func run() throws {
      var report = MarkerReport()
      if staged {
        for file in try StagedFiles.read(paths) { add(file.bytes, file.name, to: &report) }
      } else {
        for file in try TextFiles.find(paths) {
          add(try InputFile.read(file), file, to: &report)
        }
      }
      if json {
        Console.print(try JSONText.markers(report))
      } else if !quiet {
        for line in report.lines { Console.print(line) }
      }
      if !report.isEmpty { throw ExitStatus.conflictsRemain }
    }

    private func add(_ bytes: [UInt8], _ name: String, to report: inout MarkerReport) {
      if OfficeForm.isOffice(bytes, path: name) {
        do throws(OfficeRefusal) {
          let changes = try ConflictChanges(in: bytes)
          if changes.count > 0 { report.tracked.append(.init(path: name, changes: changes)) }
        } catch {
          // No conflict was found in it, so it does not change the exit status.
          let file = PrintableText.escape(name)
          let reason = OfficeWords.reason(error)
          if !quiet { Console.message(tr("docmerge: \(file) is not checked: \(reason)")) }
        }
        return
      }
      let text = ConflictedText(bytes, markerSize: markerSize)
      var findings = text.findings
      if (markerSize ?? 7) == 7, text.conflicts.isEmpty {
        let known = Set(findings.map(\.line))
        findings += LeftOverMarkers(bytes).withoutHeading.filter { !known.contains($0.line) }
        findings.sort { $0.line < $1.line }
      }
      guard !text.isClean || !findings.isEmpty else { return }
      // Bytes that are not text can contain markers by chance.
      guard !isBinary(bytes) || FoundEncoding(in: bytes).kind != .binary else { return }
      report.files.append(MarkerReport.File(path: name, text: text, findings: findings))
    }
  }

  /// The verb `docmerge markers convert`.
  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: tr("Rewrite conflict markers in another style."),
      discussion: tr(
        """
        The styles are merge, diff3, zdiff3, jj-diff, jj-snapshot, mergediff and fossil. Everything \
        outside of the conflicts stays byte for byte. A conflict stays as it is when the style cannot \
        show it: all but merge need a base, and all but jj's have two sides. Only merge drops what it \
        has no place for, the base.

        Exits with 0 when every conflict has the style, with 1 when some stay or markers are broken, \
        with 2 when a file cannot be read or written. A file called - is standard input, whose result \
        goes to standard output.

        Examples:
          docmerge markers convert --to diff3 notes.md
          docmerge markers convert --to jj-diff --stdout notes.md
          hg cat -r . notes.md | docmerge markers convert --to merge -
        """))

    /// The styles by their names on the command line.
    enum Style: String, ExpressibleByArgument, CaseIterable {
      case merge, diff3, zdiff3, jjDiff = "jj-diff", jjSnapshot = "jj-snapshot", mergediff, fossil
    }

    @Option(help: ArgumentHelp(tr("The style to write."), valueName: "style")) var to: Style
    @Flag(
      name: [.customShort("p"), .long],
      help: ArgumentHelp(tr("Print the result, and leave the files alone.")))
    var stdout = false
    @Argument(help: ArgumentHelp(tr("Files with conflict markers.")), completion: .file())
    var files: [String]

    func run() throws {
      let style = MarkerStyle(rawValue: to.rawValue) ?? .merge
      var left = 0
      for file in files {
        if file != "-" { try TextFiles.refusePipe(file) }
        left += try convert(file, style) ? 0 : 1
      }
      if left > 0 { throw ExitStatus.conflictsRemain }
    }

    /// Converts one file and returns whether all of it could be converted.
    private func convert(_ file: String, _ style: MarkerStyle) throws -> Bool {
      let bytes = try InputFile.read(file)
      let text = ConflictedText(bytes)
      let converted = text.converted(to: style).bytes
      if stdout || file == "-" {
        Console.print(bytes: converted)
      } else if converted != bytes {
        try WholeFile.replace(file, with: converted)
      }
      let name = PrintableText.escape(file)
      let stays = text.conflicts.filter { $0.style != style && !$0.canBeWritten(as: style) }
      for conflict in stays {
        let lines = MarkerWords.lines(conflict.lines)
        Console.message(
          conflict.bases.isEmpty
            ? tr("\(name): \(lines): stays as it is, since it shows no base")
            : tr("\(name): \(lines): stays as it is, since it has \(conflict.sides.count) sides"))
      }
      for finding in text.findings { Console.message("\(name): \(MarkerWords.text(finding))") }
      return stays.isEmpty && text.findings.isEmpty
    }
  }
}
