/// Statements in one line that import names, to which each side added names, or from which it removed some.
///
///     base  from a import x, y    ours  from a import x, y, z    theirs  from a import w, x
///                                                               merged  from a import w, x, z
///
/// The names are a set: what either side added or removed counts. Sorted names stay sorted.
struct ImportedNames: Rung {
  let rule: MergeRule
  let isAboutWords = true

  /// The most lines of a conflict.
  private static let mostLines = 20

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    let (base, ours, theirs) = (claim.base, claim.ours, claim.theirs)
    guard base.count == ours.count, base.count == theirs.count, base.count > 0,
      base.count <= Self.mostLines
    else { return nil }
    var merged: [UInt8] = []
    var isUnion = false
    for index in 0..<base.count {
      let (old, one, other) = (base[index], ours[index], theirs[index])
      if one == other || other == old {
        merged += one
      } else if one == old {
        merged += other
      } else {
        guard let line = Self.union(old, one, other) else { return nil }
        merged += line
        isUnion = true
      }
    }
    return isUnion ? [.settled(merged, claim, rule)] : nil
  }

  /// The names of both sides in one line; `nil` where the sides changed something else.
  private static func union(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> [UInt8]? {
    guard let old = ImportLine(base), let one = ImportLine(ours), let other = ImportLine(theirs),
      old.head == one.head, old.head == other.head, old.tail == one.tail, old.tail == other.tail,
      old.keeps(one), old.keeps(other)
    else { return nil }
    var names = one.names.filter { old.has($0) ? other.has($0) : true }
    for (index, name) in other.names.enumerated() where !old.has(name) && !one.has(name) {
      let previous = other.names[..<index].last { names.contains($0) }
      var place = previous.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      while place < names.count, !old.has(names[place]), !other.has(names[place]) { place += 1 }
      names.insert(name, at: place)
    }
    guard !names.isEmpty, Set(names.map(ImportLine.imported)).count == names.count,
      Set(names.map(ImportLine.given)).count == names.count
    else { return nil }
    if old.isSorted, one.isSorted, other.isSorted {
      names.sort { $0.lexicographicallyPrecedes($1) }
    }
    return one.written(with: names)
  }
}

/// A line that imports names.
private struct ImportLine {
  /// The text before the names, and the text behind them.
  let head: ArraySlice<UInt8>
  let tail: ArraySlice<UInt8>
  let names: [ArraySlice<UInt8>]

  /// The longest line, in bytes.
  private static let longest = 400
  /// The words that such lines begin with.
  private static let starts = [
    "from ", "import ", "export ", "use ", "pub use ", "const {", "alias ",
  ]

  init?(_ line: ArraySlice<UInt8>) {
    let text = line.trimmed
    guard line.count <= Self.longest, Self.starts.contains(where: { text.starts(with: $0.utf8) }),
      let inner = Self.bracketed(text) ?? Self.bare(text)
    else { return nil }
    head = line[..<inner.startIndex]
    tail = line[inner.endIndex...]
    names = inner.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard names.allSatisfy(Self.isName), Set(names.map(Self.imported)).count == names.count else {
      return nil
    }
  }

  /// The text within the only brackets of a line, without the blanks beside them.
  private static func bracketed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isPython = line.starts(with: "from ".utf8)
    let (open, close) = isPython ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (0x7B, 0x7D)
    guard let start = line.firstIndex(of: open), let end = line.lastIndex(of: close), start < end,
      line.lastIndex(of: open) == start, line.firstIndex(of: close) == end
    else { return nil }
    let isImport =
      !line.starts(with: "const ".utf8) && !line.starts(with: "export ".utf8)
      || line[end...].firstRange(of: "require(".utf8) != nil
      || line[end...].firstRange(of: " from ".utf8) != nil
    return isImport ? line[(start + 1)..<end].trimmed : nil
  }

  /// The names of Python behind `import`.
  private static func bare(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.starts(with: "from ".utf8), let word = line.firstRange(of: " import ".utf8) else {
      return nil
    }
    return line[word.upperBound...].trimmed
  }

  /// Whether a text is a name, perhaps with another one that it gets here: `a`, `a as b`, `type T`, `self`.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split(separator: 0x20)
    return (1...3).contains(words.count)
      && words.allSatisfy { $0.allSatisfy { $0.isASCIIWordByte || $0 == UInt8(ascii: "$") } }
  }

  /// The name that is imported, without the one that it gets.
  static func imported(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = name.split(separator: 0x20)
    return words.first.map { $0.elementsEqual("type".utf8) ? words.last ?? $0 : $0 } ?? name
  }

  /// The name that it has here.
  static func given(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.split(separator: 0x20).last ?? name
  }

  func has(_ name: ArraySlice<UInt8>) -> Bool { names.contains(name) }

  /// Whether another line has its names in the same order, as far as it has them.
  func keeps(_ other: ImportLine) -> Bool {
    names.filter(other.has).elementsEqual(other.names.filter(has))
  }

  /// Whether there are several names, in the order of their bytes.
  var isSorted: Bool {
    names.count > 1 && zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }

  /// The line with other names.
  func written(with names: [ArraySlice<UInt8>]) -> [UInt8] {
    head + Array(names.joined(separator: Array(", ".utf8))) + tail
  }
}
