import DocMergeCore
import DocMergeLanguage

/// Finds lines that one side added in a form which the other side replaced by another one in all lines.
///
///     base   mov $1, %eax    ours   mov eax, 1    theirs  mov $1, %eax    fault   mov $7, %ecx
///            mov $2, %ebx           mov ebx, 2            mov $2, %ebx
///                                                         mov $7, %ecx
struct LineFormGuard {
  private let base: [UInt8]
  private let sides: [[UInt8]]
  private let added: AddedLines
  private let isCode: Bool
  private let isProse: Bool
  /// The added lines in a form that the other side replaced.
  private var old = LinesOfOldForm()

  /// How many lines must have been changed alike; more where their values can be of any kind.
  private static let (fewest, fewestEntries) = (2, 4)
  /// The most lines of a side that are compared.
  private static let mostLines = 400

  /// The part of the lines that is compared.
  private enum Comparison {
    case whole, start, row, call

    static let ofData: [Comparison] = [.whole, .start]
    static let ofCode: [Comparison] = [.whole, .start, .row, .call]
    /// How many marks show how a line begins.
    private static let startLength = 8

    func form(of line: ArraySlice<UInt8>, isCode: Bool) -> LineForm? {
      switch self {
      case .whole: LineForm(line.trimmed, isCode: isCode)
      case .start: LineForm(line.trimmed, isCode: isCode, limit: Self.startLength)
      case .row: LineForm(line.trimmed, isCode: isCode, isRow: true)
      case .call: LineForm(callOn: line.trimmed)
      }
    }
  }

  /// Compares the forms of the lines of the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  init(_ inputs: [[UInt8]], _ added: AddedLines, isCode: Bool, isProse: Bool) {
    (base, sides) = (inputs[0], Array(inputs[1...]))
    self.added = added
    (self.isCode, self.isProse) = (isCode, isProse)
    for side in [0, 1] where added.sides.allSatisfy({ !$0.isEmpty }) {
      for comparison in isCode ? Comparison.ofCode : Comparison.ofData {
        old.lines.formUnion(
          oldLines(addedBy: 1 - side, changedBy: side, comparison).map { $0[...] })
      }
    }
  }

  /// The lines in an old form.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where no form was replaced.
  func faults(in result: [UInt8]) -> [StructureFault] { old.faults(in: result) }

  /// The added lines of a side that have a form which the other side replaced.
  private func oldLines(
    addedBy side: Int, changedBy other: Int, _ comparison: Comparison
  ) -> Set<[UInt8]> {
    let (new, changed) = (added.sides[side], added.sides[other])
    guard new.count <= Self.mostLines, changed.count <= Self.mostLines,
      changed.count >= Self.fewest
    else { return [] }
    var wanted: [LineForm: [ArraySlice<UInt8>]] = [:]
    for line in new {
      if let form = comparison.form(of: line, isCode: isCode) {
        wanted[form, default: []].append(line)
      }
    }
    guard !wanted.isEmpty else { return [] }
    var lost: [LineForm: [ArraySlice<UInt8>]] = [:]
    for line in added.replaced[other] {
      guard let form = comparison.form(of: line, isCode: isCode), wanted[form] != nil else {
        continue
      }
      lost[form, default: []].append(line)
    }
    // The form in which the side wrote the lines instead.
    wanted = wanted.filter { form, _ in
      guard let old = lost[form], old.count >= Self.fewest,
        let new = replacement(of: form, in: old, by: changed, comparison)
      else { return false }
      return !form.isEntry || old.count >= Self.fewestEntries || new.extends(form)
        || comparison == .row && (new.holds(form) || Self.areItems(old))
    }
    if !wanted.isEmpty { removeKeptForms(from: &wanted, by: other, comparison) }
    return Set(wanted.values.joined().map { Array($0.trimmed) })
  }

  /// Whether lines are items of a list, which are written alike: `A = 1,`.
  private static func areItems(_ lines: [ArraySlice<UInt8>]) -> Bool {
    lines.allSatisfy { $0.trimmed.last == UInt8(ascii: ",") }
  }

  /// Removes the forms in which a side has lines of the base still, so that it did not replace the form.
  private func removeKeptForms(
    from wanted: inout [LineForm: [ArraySlice<UInt8>]], by side: Int, _ comparison: Comparison
  ) {
    let kept = Set(sides[side].split(separator: 0x0A))
    var last: [LineForm: Int] = [:]
    for (index, line) in base.split(separator: 0x0A).enumerated() {
      guard let form = comparison.form(of: line, isCode: isCode), wanted[form] != nil else {
        continue
      }
      if kept.contains(line) { wanted[form] = nil }
      // Rows of values stand together.
      if comparison == .row, let place = last.updateValue(index, forKey: form), place + 1 < index {
        wanted[form] = nil
      }
    }
  }

  /// The form in which some lines, in their order, were written instead, each with words that it had.
  private func replacement(
    of form: LineForm, in old: [ArraySlice<UInt8>], by changed: [ArraySlice<UInt8>],
    _ comparison: Comparison
  ) -> LineForm? {
    var next = changed.startIndex
    var new: LineForm?
    for line in old {
      let words = Self.words(of: line)
      guard
        let index = changed[next...].firstIndex(where: { Self.shares(words, Self.words(of: $0)) }),
        let found = comparison.form(of: changed[index], isCode: isCode), found != form,
        new == nil || new == found,
        comparison == .call || comparison == .row || found.word == form.word,
        isAnotherForm(changed[index].trimmed, than: line.trimmed)
      else { return nil }
      new = found
      next = index + 1
    }
    return new
  }

  /// Words before a declaration that each of them has or has not.
  private static let modifiers: WordList =
    """
    export default async static final const readonly public private protected internal fileprivate pub open override \
    abstract virtual inline let var mut unsafe
    """

  /// Whether a line has another form, so that one in the old form is wrong beside it, and not only a remark, a modifier
  /// or another style.
  private func isAnotherForm(_ new: ArraySlice<UInt8>, than old: ArraySlice<UInt8>) -> Bool {
    guard isCode else { return !isProse || isRecord(old) || Self.isBox(new) && !Self.isBox(old) }
    // What a declaration or the head of a block says of itself is its own.
    if let last = old.last, "{:>".utf8.contains(last) { return false }
    if Self.withoutModifiers(new) == Self.withoutModifiers(old) { return false }
    return Self.withoutQuotes(new) != Self.withoutQuotes(old)
  }

  private static func withoutModifiers(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split(whereSeparator: \.isWhite)
      .filter { !modifiers.contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether a line of prose begins with a number or a sign, as one of a protocol or of subtitles does.
  private func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    return first.isDecimalDigit && ListMark(line) == nil && !line.allSatisfy(\.isDecimalDigit)
  }

  /// Whether a line is an item with a box: `- [x] text`.
  private static func isBox(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { "-*+ ".utf8.contains($0) }
    return words.startIndex > line.startIndex
      && ["[ ] ", "[x] ", "[X] "].contains { words.starts(with: $0.utf8) }
  }

  private static func withoutQuotes(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.filter { !"\"'`".utf8.contains($0) && !$0.isWhite }
  }

  private static func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { !$0.isPartOfName && $0 < 0x80 }
  }

  /// Whether a line has half of the words of another one.
  private static func shares(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> Bool {
    !old.isEmpty && 2 * old.count(where: new.contains) >= old.count
  }
}
