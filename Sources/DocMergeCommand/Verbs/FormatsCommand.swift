import ArgumentParser
import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge formats`.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: tr("List the formats that are known, or show what docmerge sees in a file."),
    discussion: tr(
      """
      Without a file: each format, by which names it is found, by what the parts of a text are found in a \
      merge, and which texts are merged by lines instead. With a file: its format and its parts, with the line where \
      each starts and its key, so that you can tell why something merged as it did.

      Exits with 1 when a file is of no format, so that it is merged by lines.

      Examples:
        docmerge formats
        docmerge formats package.json
        docmerge formats --format yaml settings.conf
        docmerge formats --json README.md
      """))

  @Argument(help: ArgumentHelp(tr("A file, or - for standard input.")), completion: .file())
  var file: String?
  @Option(
    help: ArgumentHelp(
      tr("Treat the file as this format, such as json or none; its name does not count."),
      valueName: "name"), completion: .list(DocumentStructure.formatNames))
  var format: String?
  @Option(
    help: ArgumentHelp(
      tr("Show parts down to so many levels; by default all."), valueName: "levels"))
  var depth: Int?
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func validate() throws {
    try Merge.checkFormat(format)
    if let depth, depth < 1 { throw ValidationError(tr("--depth takes a number from 1.")) }
    if file == nil, format != nil || depth != nil { throw ValidationError(tr("Name a file.")) }
  }

  func run() throws {
    guard let file else { return try list() }
    let bytes = try InputFile.read(file)
    let texts = LayeredTexts(base: bytes, ours: bytes, theirs: bytes)
    if let obstacle = texts.obstacle {
      let reason = String(describing: obstacle)
      throw CommandError(description: tr("\(PrintableText.escape(file)) is no text: \(reason)"))
    }
    var outline = DocumentOutline(
      of: texts.base, in: DocumentStructure(path: file, formatName: format))
    if let depth { outline.parts.removeAll { $0.depth >= depth } }
    if json {
      Console.print(try JSONText.outline(outline, of: file))
    } else {
      try show(outline, file)
    }
    if outline.format == nil { throw ExitStatus.conflictsRemain }
  }

  private func list() throws {
    let facts = FormatFacts.all + Self.ofCommands
    if json { return Console.print(try JSONText.formats(facts)) }
    try Pager.start()
    for (index, format) in facts.enumerated() {
      if index > 0 { Console.print("") }
      Console.print("\(Style.bold(PrintableText.escape(format.name)))  \(format.title)")
      let names = format.endings.map { "*.\($0)" } + format.fileNames
      if !names.isEmpty { Console.print(tr("  files    \(names.joined(separator: " "))")) }
      Console.print(tr("  parts    \(PrintableText.escape(format.parts))"))
      Console.print(tr("  refused  \(format.refused)"))
    }
  }

  /// The formats that configured programs merge.
  private static var ofCommands: [FormatFacts] {
    FormatCommand.all().map { name, command in
      FormatFacts(named: name, mergedBy: command)
    }
  }

  private func show(_ outline: DocumentOutline, _ file: String) throws {
    let name = PrintableText.escape(file)
    for refusal in outline.refusals {
      Console.message(tr("Not \(refusal.format): line \(refusal.line): \(refusal.reason)"))
    }
    guard let format = outline.format else {
      return Console.message(tr("\(name) is merged by lines."))
    }
    try Pager.start()
    Console.print("\(name): \(Style.bold(format))")
    let width = "\(outline.parts.map(\.line).max() ?? 1)".count
    for part in outline.parts { Console.print(Self.line(part, width)) }
  }

  private static func line(_ part: DocumentOutline.Part, _ width: Int) -> String {
    let number =
      String(repeating: " ", count: max(width - "\(part.line)".count, 0)) + "\(part.line)"
    let indent = String(repeating: "  ", count: part.depth)
    let label = part.label.map { PrintableText.words($0) } ?? ""
    let key = part.isKeyed ? Style.cyan(label) : label
    let words = PrintableText.words(part.words)
    let isValue = part.kind == "scalar" || part.kind == "text"
    let kind = isValue ? "" : Style.dim("[\(part.kind)]")
    // A heading, or the head of a container, adds nothing to its key.
    let shown = words == label || !isValue && !label.isEmpty ? "" : Style.dim(words)
    return "\(Style.dim(number))  \(indent)"
      + [key, kind, shown].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
