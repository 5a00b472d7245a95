/// A line of a makefile, with its continuation lines, split into its parts.
struct MakeLine {
  /// The kind of a line.
  enum Kind: Equatable {
    /// A variable that is set or extended.
    case variable(isAddition: Bool)
    case rule
    /// The start of a condition, another branch of it, or its end.
    case condition, branch, end
    /// The start of lines that are a value, or their end.
    case definition, definitionEnd
    /// Any other line that make reads, such as an include.
    case directive
  }

  let kind: Kind
  /// The name of a variable, the targets of a rule, or the words of a condition.
  let name: Range<Int>
  /// The start of the value or of the prerequisites.
  let value: Int

  /// Splits a line, from its first word to the end of its last one; `nil` for one that make would not read.
  init?(_ line: Range<Int>, in text: [UInt8]) {
    let words = text[line].split(maxSplits: 1, whereSeparator: \.isBlankOrTab)
    let first = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    func whole(_ kind: Kind) -> (Kind, Range<Int>, Int) { (kind, line, line.upperBound) }
    switch first {
    case "ifeq", "ifneq", "ifdef", "ifndef": (kind, name, value) = whole(.condition)
    case "else": (kind, name, value) = whole(.branch)
    case "endif": (kind, name, value) = whole(.end)
    case "endef": (kind, name, value) = whole(.definitionEnd)
    case "define":
      guard let rest = words.dropFirst().first else { return nil }
      let word = rest.prefix { !$0.isWhite && !":=+?!".utf8.contains($0) }
      (kind, name, value) = (.definition, word.indices, line.upperBound)
    default:
      guard let found = Self.statement(line, first, in: text) else { return nil }
      (kind, name, value) = found
    }
  }

  private static let directives: Set<String> = [
    "include", "-include", "sinclude", "vpath", "export", "unexport", "undefine", "load", "-load",
  ]

  private static func statement(
    _ line: Range<Int>, _ first: String, in text: [UInt8]
  ) -> (Kind, Range<Int>, Int)? {
    guard let mark = mark(of: line, in: text) else {
      let isCall = text[line].starts(with: "$(".utf8) || text[line].starts(with: "${".utf8)
      return directives.contains(first) || isCall ? (.directive, line, line.upperBound) : nil
    }
    if directives.contains(first), first != "export" { return (.directive, line, line.upperBound) }
    let before = ByteCursor(text, at: mark.lowerBound).trimmed(downTo: line.lowerBound)
    guard text[mark].last == 0x3D else {
      guard line.lowerBound < before else { return nil }
      // A second colon makes rules of one target independent of each other; a sign sets a variable for it.
      let rest = mark.upperBound..<line.upperBound
      let inner = Self.mark(of: rest, in: text).flatMap { text[$0].last == 0x3D ? $0 : nil }
      let end = inner.map { ByteCursor(text, at: $0.lowerBound).trimmed(downTo: rest.lowerBound) }
      return (.rule, line.lowerBound..<(end ?? before), mark.upperBound)
    }
    let name = text[line.lowerBound..<before].split(whereSeparator: \.isBlankOrTab).last
    return name.map {
      (.variable(isAddition: text[mark].first == 0x2B), $0.indices, mark.upperBound)
    }
  }

  /// The first colon or sign of a line outside references: `:`, `::`, `=`, `:=`, `?=`, `+=`, `!=`.
  private static func mark(of line: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    var depth = 0
    for place in line {
      switch text[place] {
      case 0x28, 0x7B: depth += 1
      case 0x29, 0x7D: depth -= 1
      case 0x23 where depth == 0 && (place == line.lowerBound || text[place - 1] != 0x5C):
        return nil
      case 0x3B where depth == 0: return nil
      case 0x3D where depth == 0:
        let isSigned = place > line.lowerBound && "?+!".utf8.contains(text[place - 1])
        return (isSigned ? place - 1 : place)..<place + 1
      case 0x3A where depth == 0:
        var end = place
        while end < line.upperBound, text[end] == 0x3A { end += 1 }
        let isSign = end < line.upperBound && text[end] == 0x3D
        return place..<(isSign ? end + 1 : end)
      default: break
      }
    }
    return nil
  }
}
