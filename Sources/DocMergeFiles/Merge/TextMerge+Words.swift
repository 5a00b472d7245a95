package import DocMergeCore
import DocMergeFormats

extension TextMerge {
  /// Parses the words after `docmerge merge`.
  ///
  /// `nil` means that the parser of all verbs is needed: for a request for help, a mistake, or a rare
  /// way to write an option.
  package init?(words: ArraySlice<[UInt8]>) {
    let options = FastArguments.Options(
      withValue: [
        "-o": "output", "--output": "output", "--policy": "policy", "--style": "style",
        "--marker-size": "marker-size", "-L": "label", "--label": "label", "--report": "report",
        "--report-file": "report-file", "--path": "path", "--format": "format",
        "--notebook-conflicts": "notebook-conflicts",
      ],
      flags: ["-q": "quiet", "--quiet": "quiet", "--tracked": "tracked"], repeatable: ["label"])
    guard let words = FastArguments(words, options: options), words.files.count == 3,
      words.files.count(where: { $0 == Array("-".utf8) }) <= 1
    else { return nil }
    self.init(base: words.files[0], ours: words.files[1], theirs: words.files[2])
    output = words.value("output")
    labels = words.all("label")
    reportFile = words.value("report-file")
    isQuiet = words.has("quiet")
    isTracked = words.has("tracked")
    name = words.value("path")
    guard takeNamed(words), labels.count <= 3, reportFile == nil || report != nil else {
      return nil
    }
  }

  /// Takes the options whose values are one of a few words, or a number.
  private mutating func takeNamed(_ words: FastArguments) -> Bool {
    if let name = words.text("policy") {
      guard let named = MergePolicy(rawValue: name) else { return false }
      policy = named
    }
    if let name = words.text("style") {
      guard let named = Self.style(named: name) else { return false }
      style = named
    }
    if let name = words.text("report") {
      guard let named = Report(rawValue: name) else { return false }
      report = named
    }
    if let name = words.text("format") {
      guard DocumentStructure.isFormat(name) else { return false }
      format = name
    }
    if let name = words.text("notebook-conflicts") {
      guard let form = NotebookForm(rawValue: name) else { return false }
      notebookConflicts = form
    }
    if let number = words.text("marker-size") {
      guard let size = Int(number), Self.markerSizes.contains(size) else { return false }
      markerSize = size
    }
    return true
  }

  /// The style with a name on the command line.
  ///
  /// - Parameter name: the word after `--style`.
  /// - Returns: `nil` for a name that is unknown.
  package static func style(named name: String) -> ConflictStyle? {
    switch name {
    case "merge": .merge
    case "diff3": .diff3
    case "zdiff3": .zdiff3
    default: nil
    }
  }
}
