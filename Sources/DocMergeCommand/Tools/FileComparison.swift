import DocMerge
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// Prints the differences of two files.
struct FileComparison {
  /// The contents of the old file; `nil` if there is none.
  let old: [UInt8]?
  let new: [UInt8]?
  let oldName: String
  let newName: String

  func print() {
    guard old != new else { return }
    let office = OfficeView.texts(old: old ?? [], new: new ?? [], path: newName)
    let (before, after) = office.map { ($0.old, $0.new) } ?? (Self.text(old), Self.text(new))
    let labels = UnifiedDiff.Labels(
      old: old == nil ? "/dev/null" : PrintableText.words(oldName),
      new: new == nil ? "/dev/null" : PrintableText.words(newName))
    guard let before, let after else {
      Console.print(tr("Binary files \(labels.old) and \(labels.new) differ"))
      return
    }
    let diff = unifiedDiff(old: before, new: after, labels: labels)
    guard diff.sections.isEmpty else { return DiffPrinter(diff: diff).print() }
    // No line differs.
    switch (old, new) {
    case (nil, _): Console.print(tr("\(labels.new) is new and empty"))
    case (_, nil): Console.print(tr("\(labels.old) was empty and is gone"))
    case _ where office != nil:
      Console.print(
        tr("\(labels.old) and \(labels.new) say the same; settings or styles differ"))
    default:
      Console.print(tr("\(labels.old) and \(labels.new) differ only in their encoding"))
    }
  }

  /// The bytes in UTF-8, without a mark if they are in UTF-16 or UTF-32; `nil` if they are not text.
  private static func text(_ bytes: [UInt8]?) -> [UInt8]? {
    guard let bytes, isBinary(bytes) else { return bytes ?? [] }
    let found = FoundEncoding(in: bytes)
    guard let encoding = found.encoding else { return nil }
    let mark = found.hasByteOrderMark ? encoding.byteOrderMark.count : 0
    return encoding.decode(bytes[mark...])
  }
}
