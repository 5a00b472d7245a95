import DocMergeCore
import DocMergeLanguage

/// Finds an edit of a record that the other side replaced by another one.
///
///     base  dn: uid=bert    ours  dn: uid=cleo    theirs  dn: uid=bert    fault  dn: uid=cleo
///           mail: b@x             mail: b@x               mail: b@y              mail: b@y
///
/// The records are entries of LDIF, which begin with `dn:`, and transactions of a ledger, which begin with a date.
struct RecordHeadGuard: Sendable {
  private let texts: Triple<[UInt8]>
  private let isLedger: Bool

  /// A record: its first line, and its whole text.
  private struct Record {
    let head: ArraySlice<UInt8>
    let whole: ArraySlice<UInt8>
    var rest: ArraySlice<UInt8> { whole.dropFirst(head.count) }
  }

  /// Prepares for the base, ours and theirs; `nil` for other files.
  init?(_ texts: Triple<[UInt8]>, fileAt path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "ldif": isLedger = false
    case "ledger", "beancount", "bean", "journal", "hledger", "dat": isLedger = true
    default: return nil
    }
    self.texts = texts
  }

  /// The records of the result with the first line of one side, and other lines of the other side.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let records = texts.map(records)
    guard records.base.count == records.ours.count, records.base.count == records.theirs.count,
      !records.base.isEmpty
    else { return [] }
    var mixed: [Record] = []
    for index in records.base.indices {
      let (base, sides) = (records.base[index], [records.ours[index], records.theirs[index]])
      for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])]
      where one.head != base.head && other.head == base.head && other.rest != base.rest
        && isReplaced(base.head, by: one.head)
      {
        mixed.append(one)
      }
    }
    guard !mixed.isEmpty else { return [] }
    return self.records(result).compactMap { made in
      guard let one = mixed.first(where: { $0.head == made.head }), one.rest != made.rest else {
        return nil
      }
      return StructureFault(
        places: [made.whole.indices],
        reason: tr("one side put another record in the place of `\(one.head.excerpt)`"))
    }
  }

  /// Whether the first line says something else: the name, or date and payee, and not only a part of them.
  private func isReplaced(_ old: ArraySlice<UInt8>, by new: ArraySlice<UInt8>) -> Bool {
    guard isLedger else { return true }
    let words = [old, new].map { line in
      line.split { !$0.isPartOfName && $0 < 0x80 }.filter { $0.contains(where: \.isLetter) }
    }
    return !words[0].isEmpty && !words[1].isEmpty && words[0][0] != words[1][0]
  }

  private func records(_ text: [UInt8]) -> [Record] {
    var records: [Record] = []
    var start: Range<Int>?
    var end = 0
    func close() {
      guard let head = start else { return }
      records.append(Record(head: text[head], whole: text[head.lowerBound..<end]))
    }
    for line in Lines(text).lazy.map(\.indices) {
      let isHead =
        isLedger
        ? text[line].first?.isDecimalDigit ?? false : text[line].starts(with: "dn:".utf8)
      if isHead || text[line].allSatisfy(\.isWhite) {
        close()
        start = isHead ? line : nil
      }
      end = line.upperBound
    }
    close()
    return records
  }
}
