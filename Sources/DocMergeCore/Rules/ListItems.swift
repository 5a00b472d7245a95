/// Lines cut into the items of a list: each starts with a line of the list's shape.
struct ListItems {
  /// The shape of the first line of each item.
  let shape: LineShape
  /// The items, each with the lines that belong to it and the blank lines after it.
  let items: [LineRun]

  /// Cuts lines into items shaped like the first of them; `nil` when there is no text.
  init?(_ run: LineRun) {
    guard let first = run.lines.first(where: \.holdsText) else { return nil }
    let shape = LineShape(first)
    let starts = (0..<run.count).filter { run[$0].holdsText && LineShape(run[$0]) == shape }
    let bounds = [0] + starts.dropFirst() + [run.count]
    self.shape = shape
    items = zip(bounds, bounds.dropFirst()).map { run[$0..<$1] }
  }

  /// The sort keys of the items: their first lines.
  var keys: [SortKey] {
    items.map { item in SortKey(item.lines.first(where: \.holdsText) ?? []) }
  }
}

/// A line in the sort order of lists: numbers by value, letters without their case.
///
/// Quoted text at its start counts first, without the marks: `"a"` sorts before
/// `"a b"`, though a blank sorts before a quotation mark.
package struct SortKey: Comparable {
  private let line: ArraySlice<UInt8>
  /// The quoted text; empty when the line starts with none.
  private let quoted: ArraySlice<UInt8>

  package init(_ line: ArraySlice<UInt8>) {
    let text = line.trimmed
    self.line = text
    guard let mark = text.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
      quoted = []
      return
    }
    quoted = text.dropFirst().prefix { $0 != mark }
  }

  package static func == (one: SortKey, other: SortKey) -> Bool { !(one < other) && !(other < one) }

  package static func < (one: SortKey, other: SortKey) -> Bool {
    if precedes(one.quoted, other.quoted) { return true }
    return !precedes(other.quoted, one.quoted) && precedes(one.line, other.line)
  }

  private static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    var (left, right) = (one, other)
    while let first = left.first, let second = right.first {
      if first.isDigit, second.isDigit {
        let (number, otherNumber) = (left.prefix(while: \.isDigit), right.prefix(while: \.isDigit))
        let (value, otherValue) = (number.drop { $0 == 0x30 }, otherNumber.drop { $0 == 0x30 })
        if value.count != otherValue.count { return value.count < otherValue.count }
        if !value.elementsEqual(otherValue) { return value.lexicographicallyPrecedes(otherValue) }
        left = left.dropFirst(number.count)
        right = right.dropFirst(otherNumber.count)
        continue
      }
      let (letter, otherLetter) = (first.lowercased, second.lowercased)
      if letter != otherLetter { return letter < otherLetter }
      left = left.dropFirst()
      right = right.dropFirst()
    }
    return left.isEmpty && !right.isEmpty
  }
}
