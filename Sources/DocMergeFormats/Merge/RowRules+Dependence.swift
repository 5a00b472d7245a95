import DocMergeCore

extension RowRules {
  /// Whether a statement of program code uses a variable to which the one before it gives a value.
  ///
  ///     const ok = check(x);      ours  const ok = !check(x);     theirs  const ok = check(x);
  ///     if (ok) fail();                 if (ok) fail();                   if (!ok) fail();
  ///
  /// Each side may have mended the same mistake in its own way.
  func isUsed(_ one: Int, by other: Int) -> Bool {
    guard kind == .blocks, !isProse, slots[one].isAnchor, slots[other].isAnchor,
      let first = node(slots[one], .base), let second = node(slots[other], .base)
    else { return false }
    let text = trees.base.text
    let names = Self.variables(setBy: text[first.body])
    guard !names.isEmpty else { return false }
    return text[second.body].split { !$0.isPartOfName }.contains(where: names.contains)
  }

  /// The longest left side of an assignment, in bytes.
  private static let longestLeft = 80

  private static let modifiers: WordList =
    "let const var val int auto final mut static float double bool string char long unsigned local my our set"

  /// The variables on the left side of an assignment: `const ok = …`, `w, h := …`, `let id: number = …`.
  private static func variables(setBy statement: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let line = statement.prefix { $0 != 0x0A }
    guard let sign = line.prefix(longestLeft).firstIndex(of: UInt8(ascii: "=")),
      sign > line.startIndex, sign + 1 < line.endIndex, !"=>~".utf8.contains(line[sign + 1]),
      !"!<>=".utf8.contains(line[sign - 1])
    else { return [] }
    let left = line[..<sign].prefix { $0 != UInt8(ascii: ":") }
    guard !left.contains(where: { "([{.\"'".utf8.contains($0) }) else { return [] }
    return left.split { !$0.isPartOfName }.filter {
      $0.first?.isDecimalDigit == false && !modifiers.contains(String(decoding: $0, as: UTF8.self))
    }
  }
}
