import DocMergeCore

/// Merges the text of a cell as a text of its own, in the language of the cell.
struct CellTextMerge {
  /// The member that holds the text, in each text of the merge.
  let members: Triple<Node?>
  /// The members beside it.
  let siblings: Triple<[Node]>
  let trees: Triple<SyntaxTree>
  let policy: MergePolicy
  let structure: PartMerge.Structure

  /// The member with the merged text, and the boldest rule that was needed; `nil` where a conflict is left.
  var settled: (bytes: ArraySlice<UInt8>, rule: MergeRule)? {
    guard let ours = cell(.ours), let theirs = cell(.theirs) else { return nil }
    let base = cell(.base)
    let merge = PartMerge(path: "cell.\(ending)", policy: policy, structure: structure)
    guard
      let merged = merge.merged(
        base: base?.text ?? [], ours: ours.text, theirs: theirs.text, usual: .cellText)
    else { return nil }
    return (ours.member(with: merged.text, [theirs] + (base.map { [$0] } ?? [])), merged.rule)
  }

  private func cell(_ version: Version) -> CellText? {
    members[version].flatMap { CellText($0, in: trees[version].text) }
  }

  /// The extension of a file with the text.
  private var ending: String {
    let text = trees.ours.text
    let type = siblings.ours.first { $0.key == NotebookParts.type }?.memberValue(in: text)
    switch type.map({ String(decoding: text[$0], as: UTF8.self) }) {
    case "markdown": return "md"
    case "code": break
    default: return "txt"
    }
    let info = trees.ours.root.member(NotebookParts.metadata)?.member(NotebookParts.language)
    let name = info?.member(Self.fileExtension)?.memberValue(in: text)
    return name.map { String(decoding: text[$0].drop { $0 == 0x2E }, as: UTF8.self) } ?? "py"
  }

  private static let fileExtension = Node.Key(meaning: "file_extension".utf8, at: 0..<0)
}
