import DocMergeCore
import DocMergeOffice
import DocMergeSystem

/// The merge of office documents, whose result is a document, and never one with markers.
extension TextMerge {
  /// Whether the versions are office documents.
  func areOffice(_ texts: [[UInt8]]) -> Bool {
    OfficeForm.isOffice(texts[1], path: String(decoding: name ?? ours, as: UTF8.self))
  }

  /// Merges and writes the document where nothing is left to decide; else nothing is written.
  func mergedOffice(_ texts: [[UInt8]]) throws(VerbFailure) -> Int32 {
    guard let document = try officeDocument(texts) else { return 1 }
    try VerbOutput.write(document, to: outputFile)
    return 0
  }

  /// The merged document; `nil` where conflicts are left.
  private func officeDocument(_ texts: [[UInt8]]) throws(VerbFailure) -> [UInt8]? {
    if texts[1] == texts[2] || texts[2] == texts[0] { return texts[1] }
    if texts[1] == texts[0] { return texts[2] }
    do throws(OfficeRefusal) {
      let office = try OfficeMerge(base: texts[0], ours: texts[1], theirs: texts[2])
      let options = TextMergeOptions(policy: policy, style: style, isSuggesting: report != nil)
      // Nobody cancels it.
      guard let merge = try? office.merge(options, pair: .twoThreads) else { return nil }
      if let text = merge.contents.clean { return try office.composed(text) }
      let count = merge.contents.conflicts.count
      if !isQuiet {
        VerbOutput.message(
          "docmerge: \(PrintableText.escape(shownName)): \(ReportText.count(count, "conflict"))"
            + " left, so nothing is written; decide with docmerge mergetool")
      }
      return nil
    } catch {
      throw VerbFailure(
        "\(PrintableText.escape(shownName)) cannot be merged: \(OfficeWords.reason(error))")
    }
  }
}
