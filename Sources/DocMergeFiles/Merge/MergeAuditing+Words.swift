import DocMergeFormats

extension MergeAuditing {
  /// Parses the words after `docmerge audit-merge`.
  ///
  /// `nil` means that the parser of all verbs is needed: for a request for help, a mistake, or a rare
  /// way to write an option.
  package init?(words: ArraySlice<[UInt8]>) {
    let options = FastArguments.Options(
      withValue: ["--report": "report", "--format": "format"],
      flags: ["-q": "quiet", "--quiet": "quiet"])
    guard let words = FastArguments(words, options: options), words.files.count == 4,
      words.files.count(where: { $0 == Array("-".utf8) }) <= 1
    else { return nil }
    self.init(
      base: words.files[0], ours: words.files[1], theirs: words.files[2], result: words.files[3])
    isQuiet = words.has("quiet")
    if let name = words.text("format") {
      guard DocumentStructure.isFormat(name) else { return nil }
      format = name
    }
    switch words.text("report") {
    case "text", nil: break
    case "json": printsJSON = true
    default: return nil
    }
  }
}
