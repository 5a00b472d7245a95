import DocMergeCore
import DocMergeLanguage

/// Finds a section that one side added at a level which the other side replaced by another one in all headings.
///
///     base   # Tea      ours   ## Tea      theirs   # Tea      fault   ## Tea
///            # Jam             ## Jam               # Jam              ## Jam
///                                                   # Oil              # Oil
struct HeadingLevelGuard {
  private let base: [Heading]
  private let sides: [[Heading]]
  /// How many headings of a side show the change.
  private static let fewest = 2

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) {
    base = Heading.all(in: inputs[0])
    sides = inputs[1...].map { Heading.all(in: $0) }
  }

  /// Whether a side can have changed the marks of headings.
  static func isPossible(_ changes: InputChanges) -> Bool {
    changes.areChanged { line in line.first.map { "=-~^\"*+#".utf8.contains($0) } ?? false }
  }

  /// The headings of such sections.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    zip(sides, sides.reversed()).flatMap { side, other -> [StructureFault] in
      guard let marks = change(by: side) else { return [] }
      let known = Set((base + side).map(\.title))
      let added = other.filter { !known.contains($0.title) }
      guard !added.isEmpty else { return [] }
      return Heading.all(in: result).filter { heading in
        added.contains { $0.title == heading.title && $0.mark == heading.mark }
          && marks.contains(heading.mark)
      }.map { heading in
        StructureFault(
          places: [heading.place],
          reason: tr(
            "“\(heading.title.excerpt)” would have another form than the headings beside it"
          ))
      }
    }.sorted { $0.stands(before: $1) }
  }

  /// The marks that a side took from all headings that have them; `nil` where it left some.
  private func change(by side: [Heading]) -> Set<[UInt8]>? {
    var marks: Set<[UInt8]> = []
    var count = 0
    let known = Dictionary(side.map { ($0.title, $0.mark) }) { first, _ in first }
    for heading in base {
      guard let mark = known[heading.title] else { continue }
      if mark == heading.mark { return nil }
      marks.insert(heading.mark)
      count += 1
    }
    // A side with a new section of the old level leaves it to others, too.
    let titles = Set(base.map(\.title))
    let isKept = side.contains { !titles.contains($0.title) && marks.contains($0.mark) }
    return count >= Self.fewest && !isKept ? marks : nil
  }
}

/// A line with a title, in one of the notations for prose.
private struct Heading {
  let title: [UInt8]
  /// The marks before it, or the character of the line under it.
  let mark: [UInt8]
  let place: Range<Int>

  /// The headings of a text; those of code in fences count, too.
  static func all(in text: [UInt8]) -> [Heading] {
    var found: [Heading] = []
    var before = 0..<0
    var isInFrontMatter = text.starts(with: "---\n".utf8)
    for line in Lines(text).places {
      let content = text[line].trimmedEnd
      if isInFrontMatter {
        isInFrontMatter = line.lowerBound == 0 || !content.elementsEqual("---".utf8)
        continue
      }
      let marks = content.prefix { $0 == content.first && "#=*".utf8.contains($0) }
      let title = content[marks.endIndex...]
      if (1...6).contains(marks.count), title.first == 0x20 {
        // Wikis repeat the marks behind the title.
        let words = title.trimmed.prefix { $0 != UInt8(ascii: "=") }
        found.append(Heading(title: Array(words), mark: Array(marks), place: line))
      } else if content.count > 2, let mark = content.first, "=-~^\"*+#".utf8.contains(mark),
        content.allSatisfy({ $0 == mark }), !text[before].trimmed.isEmpty
      {
        found.append(
          Heading(
            title: Array(text[before].trimmed), mark: [mark],
            place: before.lowerBound..<line.upperBound))
      }
      before = line
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// The text without blanks at its end.
  fileprivate var trimmedEnd: ArraySlice<UInt8> {
    self[..<(lastIndex { !$0.isWhite }.map { $0 + 1 } ?? startIndex)]
  }
}
