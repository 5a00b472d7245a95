import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// The merge of office documents, whose result is always a document, never one with markers.
extension TextMerge {
  /// Whether the versions are office documents.
  func areOffice(_ texts: [[UInt8]]) -> Bool {
    OfficeForm.isOffice(texts[1], path: String(decoding: name ?? ours, as: UTF8.self))
  }

  /// Merges, and writes the document if nothing is left to decide; the report is written in any case.
  func mergedOffice(_ texts: [[UInt8]]) throws(VerbFailure) -> Int32 {
    // If one side changed nothing, the other is taken as it is.
    let known = Region.Agreed.foregone(base: texts[0], ours: texts[1], theirs: texts[2])
      .map { Array($0.bytes) }
    if report == nil, let known {
      try write(known, nil)
      return 0
    }
    let office = try wording { () throws(OfficeRefusal) in
      try OfficeMerge(base: texts[0], ours: texts[1], theirs: texts[2])
    }
    // Tracked changes show the whole of each side, even where both begin alike.
    let options = TextMergeOptions(
      policy: policy, style: isTracked ? .diff3 : style, isSuggesting: report != nil)
    // It is never cancelled.
    guard let merge = try? office.merge(options, pair: .twoThreads) else {
      throw VerbFailure(tr("the merge was cancelled"))
    }
    let document = try merge.contents.clean.map { text throws(VerbFailure) in
      if let known { return known }
      return try wording { () throws(OfficeRefusal) in try office.composed(text) }
    }
    let written = try document == nil && isTracked ? tracked(merge, office) : document
    try write(written, report == nil ? nil : receipt(merge))
    if document != nil { return 0 }
    if !isQuiet {
      let count = counted(merge.contents.conflicts.count, "conflict")
      let left = leftWords(count, isWritten: written != nil, canTrack: office.canTrack)
      let words = ["docmerge: \(PrintableText.escape(shownName)): \(left)"]
      let places = OfficeWords.lines(office.conflicts(of: merge))
      VerbOutput.message((words + places).joined(separator: "\n"))
    }
    return 1
  }

  /// Tells the person how to decide the conflicts that are left.
  private func leftWords(_ count: String, isWritten: Bool, canTrack: Bool) -> String {
    if isWritten {
      return tr("\(count) left, as tracked changes; accept or reject each in a word processor")
    }
    guard canTrack else {
      return tr("\(count) left, so nothing is written; decide with docmerge mergetool")
    }
    return tr(
      """
      \(count) left, so nothing is written; decide with docmerge mergetool, or write tracked \
      changes: --tracked
      """)
  }

  /// The document with both sides of each conflict as tracked changes.
  private func tracked(_ merge: LayeredMerge, _ office: OfficeMerge) throws(VerbFailure) -> [UInt8]
  {
    let authors = ChangeAuthors(
      ours: author(ours, label: labels.first),
      theirs: author(theirs, label: labels.dropFirst(2).first))
    return try wording { () throws(OfficeRefusal) in try office.tracked(merge, by: authors) }
  }

  /// The author of a side: its label, or the name of its file, and the date of the file.
  private func author(_ path: [UInt8], label: [UInt8]?) -> ChangeAuthor {
    let name = label ?? path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
    let status = try? FileStatus.of(SystemPath(bytes: path))
    return ChangeAuthor(
      name: PrintableText.words(String(decoding: name, as: UTF8.self)),
      date: status.map { WallClock.universal($0.modified) + "Z" })
  }

  /// The report on the texts that represent the documents.
  private func receipt(_ merge: LayeredMerge) -> String? {
    let structure = OfficeMerge.structure
    let audit = audit(
      of: merge.contents, base: merge.texts.base, ours: merge.texts.ours,
      theirs: merge.texts.theirs, structure: structure)
    return written(merge, audit, structure)
  }

  /// Explains why a document is not merged.
  private func wording<Value>(
    _ body: () throws(OfficeRefusal) -> Value
  ) throws(VerbFailure) -> Value {
    do throws(OfficeRefusal) {
      return try body()
    } catch {
      throw VerbFailure(
        tr("\(PrintableText.escape(shownName)) cannot be merged: \(OfficeWords.reason(error))"))
    }
  }
}
