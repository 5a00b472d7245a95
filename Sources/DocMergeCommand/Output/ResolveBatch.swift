import DocMerge

/// Resolves documents with one resolver, as one operation, and says what came of each.
struct ResolveBatch {
  let container: Container
  let isDryRun: Bool

  /// Resolves the documents and returns how many are left in conflict.
  func run(_ documents: [DocumentSummary], _ resolver: some Resolver) throws -> Int {
    let reports = try container.resolve(documents.map(\.id), using: resolver, isDryRun: isDryRun)
    var left = 0
    for report in reports {
      if let resolution = report.resolution {
        Console.message(done(report, resolution))
      } else {
        left += 1
        try explain(report)
      }
    }
    return left
  }

  private func done(_ report: ResolveReport, _ resolution: Resolution) -> String {
    let name = report.document.path.display
    let heads = report.document.heads
    let verb = isDryRun ? "Would resolve" : "Resolved"
    var text: String
    switch resolution.outcome {
    case .side(let index):
      let version = heads[index]
      text =
        "\(verb) \(name): \(version.isDeletion ? "stays deleted by" : "keeps") @\(index + 1) "
        + "\(version.id.short) of \(PrintableText.escape(version.computer))"
    case .contents(let bytes, _):
      text = "\(verb) \(name): merged \(heads.count) versions, \(Words.size(Int64(bytes.count)))"
    }
    if !resolution.copies.isEmpty {
      text += ", and \(Words.count(resolution.copies.count, "version")) beside it"
    }
    return text + " (\(resolution.strategy))."
  }

  /// Says why a document is left in conflict, and how to see it.
  private func explain(_ report: ResolveReport) throws {
    let name = report.document.path.display
    switch try ThreeWayMerge().attempt(report.conflict) {
    case .clean: Console.message("\(name): left in conflict.")
    case .refused(let reason): Console.message("\(name): not merged, \(words(reason)).")
    case .conflicts(let merged, let side):
      let index = report.conflict.sides.firstIndex { $0.id == side } ?? 0
      let regions = ConflictRegions(merged)
      // With two versions the other one is ours; with more it is what was merged of them so far.
      let ours = report.document.heads.count == 2 ? "@\(2 - index)" : "the text merged before"
      Console.message(
        "\(name): \(Words.count(regions.lines.count, "region")) changed on both sides: "
          + "\(regions.description) of \(ours), against @\(index + 1).")
    }
    let shown = Shell.quoted(String(decoding: report.document.path.bytes, as: UTF8.self))
    Console.message(
      "  See: docmerge diff \(shown) @1 @2; take one with docmerge resolve \(shown) --keep @1")
  }

  private func words(_ reason: MergeAttempt.Reason) -> String {
    switch reason {
    case .nothingToMerge: "there is only one version"
    case .deletedOnOneSide: "one version is a deletion"
    case .notFiles: "links and packages are only kept whole"
    case .modes: "the versions disagree whether it may be run"
    case .binary: "it is not text"
    }
  }
}

/// Where in a merged text the conflicts are.
struct ConflictRegions: CustomStringConvertible {
  /// The lines of our side that each conflict covers, counted from 1; an empty range is between lines.
  let lines: [Range<Int>]

  init(_ merged: Merged) {
    var line = 1
    var lines: [Range<Int>] = []
    for region in merged.regions {
      switch region {
      case .agreed(let agreed): line += Lines(Array(agreed.bytes)).count
      case .conflict(let conflict):
        let count = Lines(Array(conflict.ours)).count
        lines.append(line..<(line + count))
        line += count
      }
    }
    self.lines = lines
  }

  /// For example `lines 3–5, line 9`; the rest is counted after ten.
  var description: String {
    let shown = lines.prefix(10).map { range in
      switch range.count {
      case 0: "before line \(range.lowerBound)"
      case 1: "line \(range.lowerBound)"
      default: "lines \(range.lowerBound)–\(range.upperBound - 1)"
      }
    }
    let rest = lines.count > 10 ? " and \(lines.count - 10) more" : ""
    return shown.joined(separator: ", ") + rest
  }
}

/// Words for a person to paste into a shell.
enum Shell {
  /// The text in quotes where a shell would take it apart.
  static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-@+,".unicodeScalars.contains(scalar)
    }
    guard !plain || text.hasPrefix("-") || text.isEmpty else { return text }
    return "'" + PrintableText.escape(text).replacing("'", with: "'\\''") + "'"
  }
}
