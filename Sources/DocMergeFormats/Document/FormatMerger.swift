import DocMergeCore

/// Merges whole files of a format that another program knows.
package struct FormatMerger: Sendable {
  /// Takes base, ours and theirs, and the path of the document; returns what the program made of them.
  ///
  /// What it could not decide is between markers. `nil` when it could not merge; it has told why by then.
  package typealias Run =
    @Sendable (
      _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ path: String
    ) -> Result?

  /// What a program made of three texts.
  package struct Result: Sendable {
    /// The text.
    package var text: [UInt8]
    /// Whether something is left in conflict, between markers.
    package var hasConflicts: Bool

    /// Makes a result.
    package init(text: [UInt8], hasConflicts: Bool) {
      self.text = text
      self.hasConflicts = hasConflicts
    }

    /// Whether there are markers where something is said to be in conflict, and nowhere else.
    package var isConsistent: Bool { MarkedTexts(text).hasConflicts == hasConflicts }
  }

  /// How long the markers are that programs are asked for.
  package static let markerSize = MarkedTexts.markerSize

  let run: Run

  /// Makes a merger.
  package init(_ run: @escaping Run) { self.run = run }
}

/// Three texts that a program has merged.
struct CommandMerge: ReadStructure {
  /// The texts of the merge, alike but for what the program left in conflict.
  private let texts: MarkedTexts
  /// What the inputs are, in bytes.
  private let inputs: Triple<Range<Int>>
  private let hasConflicts: Bool
  private let isMerged: Bool

  // No text is merged twice to see whether the sides could be swapped: that would start the program again.
  let isKnown = true
  let isKeyed = true
  // The program is asked whatever the lines say, as git asks a driver.
  let overridesLines = true

  /// Runs a merger; where nothing came of it, all that differs is left in conflict.
  init(
    _ merger: FormatMerger, base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String
  ) {
    let result = merger.run(base, ours, theirs, path)
    texts =
      result.map { MarkedTexts($0.text) } ?? MarkedTexts(base: base, ours: ours, theirs: theirs)
    hasConflicts = result?.hasConflicts ?? true
    isMerged = result != nil
    inputs = Triple(base: base.indices, ours: ours.indices, theirs: theirs.indices)
  }

  func settled(by policy: MergePolicy) -> StructuredTexts? {
    StructuredTexts(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, rest: .values,
      usualRule: .formatCommand,
      decisions: !isMerged
        ? []
        : [
          .init(
            rule: .formatCommand, base: inputs.base, ours: inputs.ours, theirs: inputs.theirs)
        ])
  }

  func faults(in result: [UInt8], isWhole: Bool) -> [StructureFault] {
    guard isWhole, hasConflicts else { return [] }
    return [
      StructureFault(places: [], reason: "the program of the format leaves a part in conflict")
    ]
  }
}

/// A text with conflicts between git's markers, as three texts.
///
///     <<<<<<< ours
///     one             in ours
///     ||||||| base    need not be there
///     none            in the base
///     =======
///     two             in theirs
///     >>>>>>> theirs
struct MarkedTexts {
  private(set) var base: [UInt8] = []
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  private(set) var hasConflicts = false

  /// How long markers are.
  static let markerSize = 7

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  private enum Place { case outside, ours, base, theirs }

  init(_ text: [UInt8]) {
    var place = Place.outside
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      place = add(text[start..<end], at: place)
      start = end
    }
    // A marker without the other ones is a line like others.
    guard place == .outside else {
      (base, ours, theirs, hasConflicts) = (text, text, text, false)
      return
    }
  }

  /// Adds a line, and returns where the next one stands.
  private mutating func add(_ line: ArraySlice<UInt8>, at place: Place) -> Place {
    switch (Self.marker(line), place) {
    case (UInt8(ascii: "<"), .outside):
      hasConflicts = true
      return .ours
    case (UInt8(ascii: "|"), .ours): return .base
    case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base): return .theirs
    case (UInt8(ascii: ">"), .theirs): return .outside
    default: break
    }
    if place == .outside || place == .ours { ours += line }
    if place == .outside || place == .base { base += line }
    if place == .outside || place == .theirs { theirs += line }
    return place
  }

  /// The character of the marker that a line is; `nil` for other lines.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == markerSize,
      [0x20, 0x0A, 0x0D, nil].contains(line.dropFirst(markerSize).first)
    else { return nil }
    return first
  }
}
