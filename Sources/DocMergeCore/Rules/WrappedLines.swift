/// Lines that one side only put into something, such as an `if`, or took out of it, and that the other side edited.
///
///     base         ours           theirs       merged
///     open(f)      if ready {     open(f)      if ready {
///     read(f)        open(f)      read(f, 1)     open(f)
///                    read(f)                     read(f, 1)
///                  }                           }
///
/// The lines of the other side get the indentation that those of the base got. A line that it added before the
/// first one or after the last one can be meant inside or outside.
struct WrappedLines: Rung {
  let rule: MergeRule
  let isAboutWords = true

  /// How many lines after a claim can belong to the wrapped block.
  ///
  /// A diff may match its closing bracket with that of the new block around it, so that the claim ends too early.
  private static let reach = 2

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.base.isBlank, !claim.ours.isBlank, !claim.theirs.isBlank else { return nil }
    let following = surroundings.linesOfAll(after: claim, count: Self.reach)
    for count in 0...following.count {
      let end = Array(following[..<count].joined())
      if let bytes = merged(claim, with: following[..<count]), bytes.suffix(end.count) == end[...] {
        return [.settled(bytes.dropLast(end.count), claim, rule)]
      }
    }
    return nil
  }

  private func merged(_ claim: ConflictLines, with following: ArraySlice<Line>) -> [UInt8]? {
    let base = claim.base.lines + following
    let (ours, theirs) = (claim.ours.lines + following, claim.theirs.lines + following)
    switch (Wrapping(base, into: ours), Wrapping(base, into: theirs)) {
    case (let wrapping?, nil): return wrapping.applied(to: theirs, from: base)
    case (nil, let wrapping?): return wrapping.applied(to: ours, from: base)
    // The two could be put into each other in either order.
    case (_?, _?): return nil
    case (nil, nil):
      return Wrapping(ours, into: base)?.removed(from: theirs, ours)
        ?? Wrapping(theirs, into: base)?.removed(from: ours, theirs)
    }
  }
}

private typealias Line = ArraySlice<UInt8>

/// The lines around others that were put into them, and the indentation that these got.
private struct Wrapping {
  private let before: ArraySlice<Line>
  private let after: ArraySlice<Line>
  private let indentation: Line

  /// The most lines that are compared.
  private static let limit = 2000

  /// Finds all `inner` lines in others, each with the same blanks before it.
  init?(_ inner: [Line], into outer: [Line]) {
    guard let first = inner.firstIndex(where: { !$0.isBlankLine }), outer.count <= Self.limit,
      inner.count < outer.count
    else { return nil }
    var found: (start: Int, indentation: Line)?
    for start in 0...(outer.count - inner.count) {
      let line = outer[start + first]
      guard line.count > inner[first].count, line.hasSuffix(inner[first]) else { continue }
      let indentation = line.dropLast(inner[first].count)
      let isIndented = indentation.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      guard isIndented,
        inner.indices.allSatisfy({
          Self.isIndented(outer[start + $0], inner[$0], with: indentation)
        })
      else { continue }
      // An edit of lines that were put into two branches belongs into both.
      if found != nil { return nil }
      found = (start, indentation)
    }
    guard let found else { return nil }
    indentation = found.indentation
    (before, after) = (outer[..<found.start], outer[(found.start + inner.count)...])
    guard !isCommentOrCopy(of: inner) else { return nil }
  }

  /// Whether the lines around are a comment or a condition of a preprocessor, or have a copy of a line in them.
  private func isCommentOrCopy(of inner: [Line]) -> Bool {
    let around = before + after
    let texts = Set(around.map(\.trimmed).filter { $0.contains(where: \.isWordByte) })
    return inner.contains { texts.contains($0.trimmed) }
      || around.contains { line in
        ["/*", "<!--", "--[[", "#if", "#endif", "\"\"\"", "'''", "`"].contains {
          line.firstRange(of: $0.utf8) != nil
        }
      }
  }

  /// Whether a line is another one with blanks before it; blank lines need none.
  private static func isIndented(_ line: Line, _ inner: Line, with indentation: Line) -> Bool {
    if inner.isBlankLine { return line.isBlankLine }
    return line.count == inner.count + indentation.count && line.starts(with: indentation)
      && line.hasSuffix(inner)
  }

  /// Some lines in the same place, made from those that were there.
  func applied(to lines: [Line], from base: [Line]) -> [UInt8]? {
    guard EditedLines(base, lines, keepsJumps: keepsJumps).areOfOneBlock,
      lines.last?.last == 0x0A || after.isEmpty
    else { return nil }
    let inner = lines.map { Array($0.isBlankLine ? $0 : indentation + $0) }
    return before.joined() + Array(inner.joined()) + after.joined()
  }

  /// The lines of a text that still has those around them, without these.
  func removed(from lines: [Line], _ inner: [Line]) -> [UInt8]? {
    guard lines.count > before.count + after.count, lines.starts(with: before),
      lines.reversed().starts(with: after.reversed())
    else { return nil }
    let rest = lines[before.count..<(lines.count - after.count)]
    guard rest.allSatisfy({ $0.isBlankLine || $0.starts(with: indentation) }) else { return nil }
    let bare = rest.map { $0.isBlankLine ? $0 : $0.dropFirst(indentation.count) }
    guard EditedLines(inner, bare, keepsJumps: keepsJumps).areOfOneBlock else { return nil }
    return Array(bare.joined())
  }

  /// Whether a jump out of the block within is one out of the same block with the lines around: these are a condition
  /// or handle errors, and are no loop, no `switch` and no function.
  private var keepsJumps: Bool {
    guard before.count == 1, let line = before.first?.trimmed else { return false }
    let words = line.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first, Self.plainBlocks.contains(first),
      Self.blocksOfTheirOwn.isDisjoint(with: words),
      !["=>", "->"].contains(where: { line.firstRange(of: $0.utf8) != nil })
    else { return false }
    // A closure can follow the words `try` and `with`.
    let next = line.dropFirst(first.utf8.count).first { !$0.isWhitespace }
    switch first {
    case "try": return next.map { "{:(".utf8.contains($0) } ?? true
    case "with": return line.last == UInt8(ascii: ":")
    default: return true
    }
  }

  /// Words of functions and loops, out of which a jump leads elsewhere.
  private static let blocksOfTheirOwn: Set<String> = [
    "function", "func", "fn", "fun", "lambda", "do", "for", "while", "switch", "each", "forEach",
  ]

  private static let plainBlocks: Set<String> = [
    "if", "unless", "try", "with", "using", "lock", "synchronized", "begin",
  ]
}

/// Lines of the base, and what a side made of them.
private struct EditedLines {
  private let base: [Line]
  private let lines: [Line]
  /// The lines that the base does not have.
  private let added: [Line]
  /// Whether the lines around do not change where `return` or `continue` leads.
  private let keepsJumps: Bool

  init(_ base: [Line], _ lines: [Line], keepsJumps: Bool) {
    (self.base, self.lines, self.keepsJumps) = (base, lines, keepsJumps)
    let known = Set(base)
    added = lines.filter { !$0.isBlankLine && !known.contains($0) }
  }

  /// Whether the edited lines are one block as those of the base are, so that they belong where those went.
  var areOfOneBlock: Bool {
    keepsEnds && keepsMost && hasOtherText && staysInside && !hasLiterals
  }

  /// Whether nothing was added before the first line or after the last one: both are still there, or each line was
  /// only replaced by one with half of its words.
  private var keepsEnds: Bool {
    guard let first = base.first, let last = base.last else { return false }
    if lines.first == first, lines.last == last { return true }
    return lines.count == base.count
      && zip(base, lines).allSatisfy { old, new in
        old == new || WordSequence.kept(of: old, in: new) >= 0.5
      }
  }

  /// Whether half of the lines are left: otherwise it is another block, or none.
  private var keepsMost: Bool {
    let left = Set(lines)
    let texts = base.filter { !$0.isBlankLine }
    let isEmpty = lines.allSatisfy { line in
      line.isBlankLine
        || ["#", "//", "--", "/*", "*"].contains { line.trimmed.starts(with: $0.utf8) }
    }
    if isEmpty { return false }
    return lines.count == base.count || texts.count { left.contains($0) } * 2 >= texts.count
  }

  /// Whether not only white space differs: two indentations are a matter of taste.
  private var hasOtherText: Bool {
    func text(_ lines: [Line]) -> [UInt8] {
      lines.joined().filter { !$0.isWhitespace }
    }
    return text(lines) != text(base)
  }

  /// Whether each added line is a statement of the block that means the same in any block.
  private var staysInside: Bool {
    func indentation(_ line: Line) -> Int {
      line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    }
    let least = base.filter { !$0.isBlankLine }.map(indentation).min() ?? 0
    return added.allSatisfy { line in
      let text = line.trimmed
      let words = text.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self) }
      guard indentation(line) >= least, Self.dependentWords.isDisjoint(with: words),
        keepsJumps || Self.jumps.isDisjoint(with: words)
      else { return false }
      return indentation(line) > least || text.first.map { !Self.closers.contains($0) } ?? true
    }
  }

  private static let closers: [UInt8] = [0x29, 0x5D, 0x7D]

  /// Words of statements that mean something else in another block, and of branches such as `else`.
  private static let dependentWords: Set<String> = [
    "else", "elif", "elseif", "elsif", "catch", "except", "finally", "rescue", "ensure", "case",
    "default", "when", "end", "fi", "done", "esac", "then", "goto", "yield", "await", "import",
    "export", "def", "class", "func", "function", "fn", "fun",
  ]

  /// Words of statements that leave a block.
  private static let jumps: Set<String> = ["return", "break", "continue"]

  /// Whether a literal of several lines may be among them, whose text another indentation would change.
  private var hasLiterals: Bool {
    (base + lines).contains { line in
      !line.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
        || !line.count { $0 == UInt8(ascii: "'") }.isMultiple(of: 2)
        || Self.literals.contains { line.firstRange(of: $0.utf8) != nil }
    }
  }

  private static let literals = [
    "\"\"\"", "'''", "`", "<<", "\\\n", "[[", "[=", "R\"", "r#", "@\"", "#if", "#endif", "/*",
  ]
}

extension Line {
  fileprivate var isBlankLine: Bool { allSatisfy(\.isWhitespace) }

  fileprivate func hasSuffix(_ end: Line) -> Bool {
    suffix(end.count).elementsEqual(end)
  }
}
