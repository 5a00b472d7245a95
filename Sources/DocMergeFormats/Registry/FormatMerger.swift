import DocMergeCore
import DocMergeLanguage

/// Merges whole files of a format with another program.
package struct FormatMerger: Sendable {
  /// Takes base, ours and theirs, and the path of the document; returns the program's result.
  ///
  /// Undecided text is between markers. `nil` when it could not merge; it has reported the reason.
  package typealias Run =
    @Sendable (
      _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ path: String
    ) -> Result?

  /// A program's merge of three texts.
  package struct Result: Sendable {
    /// The text.
    package var text: [UInt8]
    /// Whether something is left in conflict, between markers.
    package var hasConflicts: Bool
    /// How long the markers are.
    package var markerSize: Int

    /// Makes a result.
    package init(text: [UInt8], hasConflicts: Bool, markerSize: Int) {
      self.text = text
      self.hasConflicts = hasConflicts
      self.markerSize = markerSize
    }

    /// Whether there are markers if and only if something is reported to be in conflict.
    package var isConsistent: Bool {
      (sections?.contains(where: \.isConflict) ?? false) == hasConflicts
    }

    /// The text, split at its markers; `nil` where lines look like markers and are none.
    fileprivate var sections: [MarkedSection]? {
      try? Markers.parse(MarkedText(bytes: text, markerSize: markerSize))
    }
  }

  /// The length of markers for a program: 7, or longer where an input has lines that look like such a conflict.
  package static func markerSize(for texts: [[UInt8]]) -> Int {
    let isPlain = texts.allSatisfy { text in
      let sections = try? Markers.parse(MarkedText(bytes: text))
      return sections.map { !$0.contains(where: \.isConflict) } ?? false
    }
    return isPlain ? 7 : Markers.size(for: texts.map { .text($0[...]) })
  }

  let run: Run

  /// Makes a merger.
  package init(_ run: @escaping Run) { self.run = run }
}

/// Three texts that a program has merged.
struct CommandMerge: ReadStructure {
  /// The texts of the merge, which differ only in the text that the program left in conflict.
  private let texts: MarkedTexts
  /// The byte ranges of the inputs.
  private let inputs: Triple<Range<Int>>
  private let hasConflicts: Bool
  private let isMerged: Bool

  // No text is merged twice to see whether the sides could be swapped: that would start the program again.
  let isKnown = true
  let isKeyed = true
  // The program is run regardless of the lines, as git runs a driver.
  let overridesLines = true

  /// Runs a merger; if it fails, all differences are left in conflict.
  init(
    _ merger: FormatMerger, base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String
  ) {
    let result = merger.run(base, ours, theirs, path)
    texts =
      result.map { MarkedTexts($0) } ?? MarkedTexts(base: base, ours: ours, theirs: theirs)
    hasConflicts = result?.hasConflicts ?? true
    isMerged = result != nil
    inputs = Triple(base: base.indices, ours: ours.indices, theirs: theirs.indices)
  }

  func settled(by policy: MergePolicy) -> StructuredTexts? {
    StructuredTexts(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, rest: .values,
      usualRule: .formatCommand,
      decisions: isMerged ? [decision] : [])
  }

  private var decision: StructuredTexts.Decision {
    .init(rule: .formatCommand, base: inputs.base, ours: inputs.ours, theirs: inputs.theirs)
  }

  func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault] {
    guard isWhole, hasConflicts else { return [] }
    return [
      StructureFault(places: [], reason: tr("the program of the format leaves a part in conflict"))
    ]
  }
}

/// A text with conflicts between markers, as three texts.
private struct MarkedTexts {
  private(set) var base: [UInt8] = []
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  init(_ result: FormatMerger.Result) {
    for section in result.sections ?? [.text(result.text[...])] {
      switch section {
      case .text(let bytes):
        base += bytes
        ours += bytes
        theirs += bytes
      case .conflict(let conflict, _):
        base += conflict.base ?? []
        ours += conflict.ours
        theirs += conflict.theirs
      }
    }
  }
}

extension MarkedSection {
  fileprivate var isConflict: Bool {
    if case .conflict = self { true } else { false }
  }
}
