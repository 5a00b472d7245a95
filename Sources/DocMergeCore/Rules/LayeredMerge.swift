/// A merge of whole texts, together with the merge of their contents without layers.
///
/// A report needs both: the file has the layers, but only without them lines and words can be found
/// in every encoding.
package struct LayeredMerge: Sendable {
  /// The texts without their layers.
  package let texts: LayeredTexts

  /// The merge of their contents; its slices are slices of these texts except where a rule wrote new text.
  package let contents: Merged

  /// The merge with its layers on again.
  package let merged: Merged

  /// The comparison that the merge was made from; `nil` where texts with layers were compared as they are.
  package let comparison: LineMerge?

  /// Merges as ``mergeText(base:ours:theirs:options:)`` does.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) {
    texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
    if let refused = texts.refused(style: options.style) {
      (contents, merged, comparison) = (refused, refused, nil)
      return
    }
    let merge = try ComparedLines(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair)
    contents = try merge.settled(options, pair: pair)
    merged = texts.restore(contents)
    comparison = texts.hasLayers ? nil : merge.comparison
  }

  /// Uses a merge of the same texts that was made before.
  package init(_ merged: Merged, base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    texts =
      merged.layers == nil
      ? LayeredTexts(plainBase: base, ours: ours, theirs: theirs)
      : LayeredTexts(base: base, ours: ours, theirs: theirs)
    contents = texts.contents(of: merged) ?? merged
    self.merged = merged
    comparison = nil
  }

  /// The merge of the contents, cut into regions in the same way as the written one.
  package var outline: Merged { texts.outline(of: contents) }
}
