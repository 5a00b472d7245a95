import DocMergeCore
import DocMergeLanguage

/// Finds a number that one side added in the unit that the other side replaced wherever it was used.
///
///     base   price: 6.5     ours   price: 650     theirs   price: 6.5     fault   price: 650
///            price: 12.9           price: 1290             price: 12.9            price: 1290
///                                                          price: 7.2             price: 7.2
///
/// All lines of the base with the same text around their numbers must have been changed alike: by the factor between
/// two units, or with their numbers in the reverse order, as those of coordinates.
struct ScaledValueGuard: Sendable {
  /// What one side did to the numbers of all lines of a form.
  private enum Edit: Hashable {
    case scaled(by: Double)
    case reversed
  }

  /// The lines that a side added in the old unit.
  private var missed = LinesOfOldForm()

  /// The fewest lines that show such an edit.
  private static let fewest = 2

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of the base where a side changed
  ///   several numbers alike, and the other one added a line of that form.
  init(_ changes: InputChanges, _ replaced: InputChanges.Sides<[ReplacedLine]>) {
    let base = changes.texts.base
    let added = changes.addedLines.sides
    find(replaced.ours, in: base, beside: added[1])
    find(replaced.theirs, in: base, beside: added[0])
  }

  /// The lines in the old unit.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] { missed.faults(in: result) }

  private mutating func find(
    _ replaced: [ReplacedLine], in base: [UInt8], beside added: [ArraySlice<UInt8>]
  ) {
    guard replaced.count >= Self.fewest, !added.isEmpty else { return }
    var edits: [[UInt8]: (edit: Edit, olds: Set<[Double]>)] = [:]
    var counts: [[UInt8]: Int] = [:]
    var various: Set<[UInt8]> = []
    for line in replaced {
      let (old, new) = (NumbersOfLine(base[line.base]), NumbersOfLine(line.line))
      guard let edit = Self.edit(from: old, to: new) else { continue }
      counts[old.form, default: 0] += 1
      if let known = edits[old.form], known.edit != edit { various.insert(old.form) }
      edits[old.form, default: (edit, [])].olds.insert(old.values)
    }
    edits = edits.filter { $1.olds.count >= Self.fewest && !various.contains($0) }
    guard !edits.isEmpty else { return }
    let suspects = added.filter { edits[NumbersOfLine($0).form] != nil }
    guard !suspects.isEmpty else { return }
    var known: [[UInt8]: Int] = [:]
    for line in Lines(base) where line.contains(where: \.isDecimalDigit) {
      let form = NumbersOfLine(line).form
      if edits[form] != nil { known[form, default: 0] += 1 }
    }
    missed.lines.formUnion(
      suspects.filter { line in
        let form = NumbersOfLine(line).form
        return known[form] == counts[form]
      }.map(\.trimmed))
  }

  /// The edit that changed only the numbers of a line; `nil` for any other edit.
  private static func edit(from old: NumbersOfLine, to new: NumbersOfLine) -> Edit? {
    guard old.form == new.form, old.values != new.values, !old.values.isEmpty,
      old.form.contains(where: \.isASCIILetter)
    else { return nil }
    if old.values.count > 1, old.values.reversed() == new.values { return .reversed }
    let factors = Set(zip(old.values, new.values).map { (($1 / $0) * 1e6).rounded() / 1e6 })
    guard factors.count == 1, let factor = factors.first, isUnit(factor) else { return nil }
    return .scaled(by: factor)
  }

  /// Whether a factor, or its inverse, is one between two units; values that were doubled are in the same unit as
  /// before.
  private static func isUnit(_ factor: Double) -> Bool {
    units.contains { abs(factor - $0) < 1e-6 * $0 || abs(factor * $0 - 1) < 1e-6 }
  }

  private static let units: [Double] = [
    10, 100, 1_000, 1e6, 1e9, 60, 3_600, 86_400, 24, 1_024, 1_048_576,
  ]
}

/// The numbers of a line, and the text around them, without a comma at the end.
private struct NumbersOfLine {
  private(set) var form: [UInt8] = []
  private(set) var values: [Double] = []

  /// The longest line, in bytes.
  private static let longest = 200

  init(_ line: ArraySlice<UInt8>) {
    guard line.count <= Self.longest else { return }
    var rest = line.trimmed
    if rest.last == UInt8(ascii: ",") { rest = rest.dropLast() }
    while let first = rest.first {
      let word = rest.prefix(while: \.isPartOfName)
      guard !word.isEmpty else {
        form.append(first)
        rest = rest.dropFirst()
        continue
      }
      let number = rest.prefix { $0.isDecimalDigit || $0 == UInt8(ascii: ".") }
      if first.isDecimalDigit, rest[number.endIndex...].first.map({ !$0.isPartOfName }) ?? true,
        let value = Double(String(decoding: number, as: UTF8.self))
      {
        form.append(0x00)
        values.append(value)
        rest = rest[number.endIndex...]
      } else {
        form += word
        rest = rest[word.endIndex...]
      }
    }
  }
}
