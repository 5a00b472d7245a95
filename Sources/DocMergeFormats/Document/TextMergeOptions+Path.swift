public import DocMergeCore

extension TextMergeOptions {
  /// Makes settings for a merge of documents whose format is known.
  ///
  /// - Parameters:
  ///   - path: The path of the document: its name tells its format.
  ///   - format: The name of the format, where the path does not tell it; `docmerge formats` lists them.
  ///   - policy: How far the merge goes by itself.
  ///   - style: How conflicts are cut.
  public init(
    path: String, format: String? = nil, policy: MergePolicy = .balanced,
    style: ConflictStyle = .merge
  ) {
    self.init(policy: policy, style: style)
    structure = DocumentStructure(path: path, formatName: format)
  }
}
