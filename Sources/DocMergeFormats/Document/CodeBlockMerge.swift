import DocMergeCore

/// Merges the code in a block between fences as a text of its own, in the language that the first fence names; front
/// matter is YAML or TOML.
///
///     ```json          the same in all texts, or that of the side that changed it
///     {"a": 1}         merged as `code.json`
///     ```
struct CodeBlockMerge {
  /// The block, in each text of the merge.
  let nodes: Triple<Node?>
  let trees: Triple<SyntaxTree>
  let policy: MergePolicy
  let structure: PartMerge.Structure

  /// The block with the merged code, and the boldest rule that was needed; `nil` where a conflict is left.
  var settled: (bytes: ArraySlice<UInt8>, rule: MergeRule)? {
    guard let base = block(.base), let ours = block(.ours), let theirs = block(.theirs),
      let opening = Self.chosen(base.opening, ours.opening, theirs.opening),
      let closing = Self.chosen(base.closing, ours.closing, theirs.closing),
      let ending = ours.ending, ending == theirs.ending
    else { return nil }
    let merge = PartMerge(path: "code.\(ending)", policy: policy, structure: structure)
    guard
      let merged = merge.merged(
        base: Array(base.code), ours: Array(ours.code), theirs: Array(theirs.code),
        usual: .codeBlock)
    else { return nil }
    return (opening + merged.text + closing, merged.rule)
  }

  private func block(_ version: Version) -> CodeBlock? {
    nodes[version].flatMap { CodeBlock(trees[version].text[$0.body]) }
  }

  /// The text of both sides, or of the one that changed it.
  private static func chosen(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }
}

/// Code between fences.
struct CodeBlock {
  /// The first fence, with the end of its line.
  let opening: ArraySlice<UInt8>
  /// The lines between the fences.
  let code: ArraySlice<UInt8>
  /// The last fence.
  let closing: ArraySlice<UInt8>

  private static let marks = Array("`~-+".utf8)
  private static let yamlMark = UInt8(ascii: "-")
  private static let tomlMark = UInt8(ascii: "+")

  /// Splits a block; `nil` for one that is indented, or that the end of the text closes.
  init?(_ text: ArraySlice<UInt8>) {
    guard let mark = text.first, Self.marks.contains(mark),
      let first = text.firstIndex(of: 0x0A), let last = text.lastIndex(of: 0x0A), first <= last
    else { return nil }
    let end = text[(last + 1)...]
    let isDots = mark == Self.yamlMark && end.elementsEqual("...".utf8)
    guard isDots || end.contains(mark) && end.allSatisfy({ $0 == mark || $0.isBlankOrTab }) else {
      return nil
    }
    opening = text[...first]
    code = text[(first + 1)..<(last + 1)]
    closing = text[(last + 1)...]
  }

  /// The extension of a file with the code; `nil` where no language is named, or it is not known.
  var ending: String? {
    if opening.first == Self.yamlMark { return "yaml" }
    if opening.first == Self.tomlMark { return "toml" }
    let info = opening.drop { $0 == opening.first }.drop(while: \.isBlankOrTab)
    let word = String(
      decoding: info.prefix { !$0.isWhite && $0 != 0x2C && $0 != 0x7B }, as: UTF8.self
    )
    .lowercased()
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0.isNumber || "+#-".contains($0) })
    else {
      return nil
    }
    if let known = LanguageProfile.named(word)?.endings.first { return known }
    let isKnown =
      LanguageProfile.named(byPath: "code.\(word)") != nil
      || KnownFormat.candidates(path: "code.\(word)").contains { $0.isKeyed }
    return isKnown ? word : nil
  }
}
