import DocMergeCore
import DocMergeLanguage

/// Finds lines that one side added as code, and that would be part of a comment or a string, since the other side put
/// its delimiters around the lines beside them.
///
///     base   a();    ours   /*      theirs   a();    fault   /*
///            b();           a();             c();            a();
///                           b();             b();            c();
///                           */                               b();
///                                                            */
struct CommentedOutGuard: Sendable {
  private let family: LanguageFamily
  /// How often a side has each line that it added as code, and the most often that a side has it elsewhere.
  private let added: [ArraySlice<UInt8>: (code: Int, enclosed: Int)]

  /// Prepares for the base, ours and theirs; `nil` where no side changed a delimiter, or added a line of code.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of all texts where one changed a
  ///   delimiter.
  init?(_ changes: InputChanges, _ family: LanguageFamily) {
    guard changes.areChanged(where: { Self.isDelimiter($0, family) }) else { return nil }
    self.family = family
    let (texts, parts) = (changes.texts, changes.parts)
    let wanted = [(parts.ours, texts.ours), (parts.theirs, texts.theirs)].map { parts, text in
      Set(
        parts.flatMap { text[$0.side].split(separator: 0x0A) }.map(\.trimmed)
          .filter { $0.contains(where: \.isPartOfName) })
    }
    let all = wanted[0].union(wanted[1])
    guard !all.isEmpty else { return nil }
    let counts = changes.inputs.map { Self.counts(of: all, in: $0, family) }
    added = wanted.enumerated().reduce(into: [:]) { found, entry in
      for line in entry.element {
        let code = counts[entry.offset + 1][line]?.code ?? 0
        guard code > counts[0][line]?.code ?? 0 else { continue }
        let enclosed = counts.map { $0[line]?.enclosed.count ?? 0 }.max() ?? 0
        found[line] = (max(code, found[line]?.code ?? 0), enclosed)
      }
    }
    guard !added.isEmpty else { return nil }
  }

  /// The lines that would be code no longer.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    Self.counts(of: Set(added.keys), in: result, family).flatMap { line, count in
      guard let known = added[line], count.code < known.code,
        count.enclosed.count > known.enclosed
      else { return [StructureFault]() }
      let text = line.excerpt
      return count.enclosed.map { place in
        StructureFault(
          places: [place], reason: tr("“\(text)” would be part of a comment or a string"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  /// How often each of some lines is code, and its places in comments and strings.
  private static func counts(
    of wanted: Set<ArraySlice<UInt8>>, in text: [UInt8], _ family: LanguageFamily
  ) -> [ArraySlice<UInt8>: (code: Int, enclosed: [Range<Int>])] {
    var found: [ArraySlice<UInt8>: (code: Int, enclosed: [Range<Int>])] = [:]
    forEachLine(of: text, family) { line, isEnclosed in
      let content = text[line].trimmed
      guard wanted.contains(content) else { return }
      if isEnclosed {
        found[content, default: (0, [])].enclosed.append(line)
      } else {
        found[content, default: (0, [])].code += 1
      }
    }
    return found
  }
}

// MARK: - Enclosed lines

extension CommentedOutGuard {
  private static let pairs: [(open: StaticString, close: StaticString)] = [
    ("/*", "*/"), ("<!--", "-->"), ("{-", "-}"), ("(*", "*)"), ("--[[", "]]"), ("#|", "|#"),
  ]
  private static let marks: [StaticString] = ["\"\"\"", "'''", "`"]

  /// Whether a line opens or closes a comment or a string of several lines, or switches code off.
  private static func isDelimiter(_ line: ArraySlice<UInt8>, _ family: LanguageFamily) -> Bool {
    if CodeSwitch(line.trimmed, family) != nil { return true }
    if family.strings.contains(.heredoc), count("<<", in: line) > 0 { return true }
    return pairs.contains { open, close in count(open, in: line) != count(close, in: line) }
      || marks.contains { count($0, in: line) % 2 == 1 }
  }

  private static func count(_ text: StaticString, in line: ArraySlice<UInt8>) -> Int {
    text.withUTF8Buffer { text in
      var (count, place) = (0, line.startIndex)
      while let next = line[place...].firstIndex(of: text[0]) {
        let isThere = line[next...].starts(with: text)
        count += isThere ? 1 : 0
        place = next + (isThere ? text.count : 1)
      }
      return count
    }
  }

  /// Visits the lines; those within comments and strings of several lines are enclosed, and those that are switched
  /// off, but not the first line of each.
  private static func forEachLine(
    of text: [UInt8], _ family: LanguageFamily, _ visit: (Range<Int>, _ isEnclosed: Bool) -> Void
  ) {
    var lexer = OutlineLexer(text, family)
    lexer.recordsLiterals = true
    lexer.scan()
    let literals = lexer.literals.filter { text[$0].contains(0x0A) }
    let lines = Lines(text).map(\.indices)
    var next = 0
    var off = 0..<0
    // A switch without an end would be followed to the end of the text each time that it stands there.
    var unclosed: Set<CodeSwitch> = []
    for (index, line) in lines.enumerated() {
      while next < literals.count, literals[next].upperBound <= line.lowerBound { next += 1 }
      let isInside =
        next < literals.count && literals[next].lowerBound < line.lowerBound
        && literals[next].upperBound > text[line].trimmed.startIndex
      let isOff = off.contains(index)
      visit(line, isInside || isOff)
      guard !isInside, !isOff, index >= off.upperBound,
        let found = CodeSwitch(text[line].trimmed, family), !unclosed.contains(found)
      else { continue }
      if let end = found.end(behind: index, in: text, lines) {
        off = index + 1..<end
      } else {
        unclosed.insert(found)
      }
    }
  }
}
