import DocMerge
import DocMergeSystem

/// Prints a unified diff; on a terminal in colour, with the words that changed highlighted.
struct DiffPrinter {
  let diff: UnifiedDiff

  func print() {
    // Redirected output is for programs (`patch`): byte for byte.
    guard Console.hasColour else {
      Console.print(bytes: diff.text)
      return
    }
    if let labels = diff.labels {
      Console.print(Style.bold("--- \(labels.old)\n+++ \(labels.new)"))
    }
    for section in diff.sections {
      let header = "@@ -\(DiffPrinter.range(section.old)) +\(DiffPrinter.range(section.new)) @@"
      Console.print(Style.cyan(header))
      print(section.lines)
    }
  }

  private func print(_ lines: [UnifiedDiff.Line]) {
    var index = 0
    while index < lines.count {
      let deleted = run(of: .deleted, in: lines, from: index)
      let inserted = run(of: .inserted, in: lines, from: deleted.upperBound)
      if deleted.isEmpty, inserted.isEmpty {
        Console.print(" " + text(lines[index].bytes))
        index += 1
        continue
      }
      printChange(Array(lines[deleted]), Array(lines[inserted]))
      index = inserted.upperBound
    }
  }

  private func run(
    of kind: UnifiedDiff.Kind, in lines: [UnifiedDiff.Line], from start: Int
  ) -> Range<Int> {
    var end = start
    while end < lines.count, lines[end].kind == kind { end += 1 }
    return start..<end
  }

  private func printChange(_ deleted: [UnifiedDiff.Line], _ inserted: [UnifiedDiff.Line]) {
    let old = deleted.flatMap(\.bytes)
    let new = inserted.flatMap(\.bytes)
    let changes = wordChanges(old: old, new: new)
    let isRewrite = Self.isRewrite(changes.old, old)
    show(old, changes.old, sign: "-", line: .red, word: isRewrite ? .red : .redWord)
    show(new, changes.new, sign: "+", line: .green, word: isRewrite ? .green : .greenWord)
  }

  /// The words to highlight in two texts: the changed ones, if most are unchanged.
  static func highlights(
    old: [UInt8], new: [UInt8]
  ) -> (old: [Range<Int>], new: [Range<Int>]) {
    let changes = wordChanges(old: old, new: new)
    return isRewrite(changes.old, old) ? ([], []) : (changes.old, changes.new)
  }

  /// Whether hardly anything is the same, so that marking every word does not help.
  private static func isRewrite(_ changes: [Range<Int>], _ old: [UInt8]) -> Bool {
    changes.reduce(0) { $0 + $1.count } * 10 > old.count * 7
  }

  private func show(
    _ bytes: [UInt8], _ changed: [Range<Int>], sign: String, line: Style, word: Style
  ) {
    var start = 0
    for piece in Lines(bytes) {
      let end = start + piece.count
      var output = line(sign)
      var position = start
      for range in changed where range.overlaps(start..<end) {
        let part = range.clamped(to: start..<end)
        output += styled(bytes[position..<part.lowerBound], line) + styled(bytes[part], word)
        position = part.upperBound
      }
      Console.print(output + styled(bytes[position..<end], line))
      start = end
    }
  }

  private func styled(_ bytes: ArraySlice<UInt8>, _ style: Style) -> String {
    let text = text(bytes)
    return text.isEmpty ? "" : style(text)
  }

  /// The line without its end, safe for a terminal; tabs stay.
  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    let body = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    return body.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { PrintableText.escape($0).replacing("\\\\", with: "\\") }.joined(separator: "\t")
  }

  private static func range(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }
}
