import DocMergeCore
import DocMergeTestSupport
import Glibc

/// Tries everything with one case, and notes what should not be.
package struct Invariants {
  let texts: FuzzCase
  /// After this many seconds of the processor's time a single step is a failure; `nil` for never.
  let limit: Double?
  /// What decides by itself where not everything is tried; it depends on the bytes only.
  var generator: SeededGenerator
  /// Up to this size every setting is tried, beyond it one of them.
  private static let smallSize = 400

  /// What went wrong, each with a name that says which rule is broken.
  package private(set) var failures: [(name: String, detail: String)] = []
  /// What was seen on the way: a case with something new is worth keeping.
  package private(set) var traits: Set<String> = []

  /// The first failure for each rule, which is the part of a name before the colon.
  package var brokenRules: [String: (name: String, detail: String)] {
    Dictionary(failures.map { (String($0.name.prefix { $0 != ":" }), $0) }) { first, _ in first }
  }

  /// Tries everything.
  package init(of texts: FuzzCase, limit: Double? = nil) {
    self.texts = texts
    self.limit = limit
    generator = SeededGenerator(seed: texts.number)
    checkPieces()
    checkMarkers()
    checkLines()
    checkTexts()
    checkLayers()
    checkStructures()
  }

  var isSmall: Bool { texts.size <= Self.smallSize }

  /// All of them for a small case, one for a large one.
  mutating func chosen<Choice>(_ choices: [Choice]) -> [Choice] {
    isSmall ? choices : [choices[generator.number(0...choices.count - 1)]]
  }

  mutating func expect(_ holds: Bool, _ name: String, _ detail: @autoclosure () -> String = "") {
    if !holds { failures.append((name, detail())) }
  }

  mutating func note(_ trait: String) {
    traits.insert(trait)
  }

  /// Runs one step and measures it.
  mutating func step<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let start = Self.seconds()
    defer {
      let seconds = Self.seconds() - start
      if let limit, seconds > limit {
        failures.append(
          ("slow \(name.prefix { $0 != "," }): \(name)", "\(seconds) s for \(texts.size) bytes"))
      }
    }
    return try body()
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The rules for any merge of the texts, by whichever function it was made.
  mutating func checkForm(_ merged: Merged, _ name: String) {
    let count = merged.conflicts.count
    expect(merged.isClean == (count == 0), "clean means no conflicts: \(name)")
    expect((merged.clean != nil) == merged.isClean, "clean has a text: \(name)")
    note("\(name) \(min(count, 3)) conflicts, \(min(merged.regions.count, 6)) regions")
    for region in merged.regions {
      guard case .agreed(let agreed) = region else { continue }
      switch agreed.origin {
      case .decided(let rule, _): note("\(name) by \(rule.name)")
      default: note("\(name) \(agreed.origin)")
      }
    }
    let labels = ConflictLabels(ours: "ours", base: "base", theirs: "theirs")
    let marked = step("Markers.write, \(name)") { Markers.write(merged, labels: labels) }
    let expected = Markers.normalized(merged.sections(labels: labels))
    let parsed = step("Markers.parse, \(name)") { try? Markers.parse(marked) }
    expect(
      parsed == expected, "markers are read back: \(name)",
      "\(parsed.map { "\($0)" } ?? "nothing") for \(expected)")
    let printed = step("marked, \(name)") { merged.marked() }
    if let clean = merged.clean { expect(printed == clean, "clean is printed as it is: \(name)") }
  }

  /// Whether the receipts of a merge are clean.
  mutating func checkAudit(
    _ merged: Merged, _ name: String, structure: (any MergeStructure)? = nil
  ) {
    let texts = texts
    let own = step("audit of merged, \(name)") {
      audit(
        of: merged, base: texts.base, ours: texts.ours, theirs: texts.theirs, structure: structure)
    }
    expect(
      own.isClean, merged.isClean ? "audit of merged: \(name)" : "audit of conflicts: \(name)",
      own.faults)
    guard let result = merged.clean else { return }
    let foreign = step("audit of result, \(name)") {
      audit(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, result: result,
        structure: structure)
    }
    expect(foreign.isClean, "audit of result: \(name)", foreign.faults)
  }
}

extension MergeAudit {
  /// The faults, in words.
  fileprivate var faults: String {
    let findings = findings.map { "\($0.kind) \(String(decoding: $0.bytes, as: UTF8.self))" }
    let lost = items.filter { $0.fate == .unaccounted }.map { item in
      "\(item.side) \(item.change) \(String(decoding: item.bytes, as: UTF8.self))"
    }
    return (findings + lost).joined(separator: "; ")
  }
}
