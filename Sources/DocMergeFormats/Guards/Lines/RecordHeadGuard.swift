import DocMergeCore
import DocMergeLanguage

/// Finds an edit of a record that the other side replaced by another one.
///
///     base  dn: uid=bert    ours  dn: uid=cleo    theirs  dn: uid=bert    fault  dn: uid=cleo
///           uid: bert             uid: cleo               uid: bert              uid: cleo
///           mail: b@x             mail: b@x               mail: b@y              mail: b@y
///
/// The records are entries of LDIF, which begin with `dn:`, transactions of a ledger, which begin with a date, and
/// persons and families of GEDCOM, which begin with `0 @`.
struct RecordHeadGuard: Sendable {
  private let texts: Triple<[UInt8]>
  private let kind: Kind

  private enum Kind {
    case directory, ledger, family

    /// Whether a line is the first one of a record.
    func isHead(_ line: ArraySlice<UInt8>) -> Bool {
      switch self {
      case .directory: line.starts(with: "dn:".utf8)
      case .ledger: line.first?.isDecimalDigit ?? false
      case .family: line.starts(with: "0 @".utf8)
      }
    }
  }

  /// A record: its first line, and its whole text.
  private struct Record {
    let head: ArraySlice<UInt8>
    let whole: ArraySlice<UInt8>
    var rest: ArraySlice<UInt8> { whole.dropFirst(head.count) }
  }

  /// Prepares for the base, ours and theirs; `nil` for other files.
  init?(_ texts: Triple<[UInt8]>, fileAt path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "ldif": kind = .directory
    case "ged", "gedcom": kind = .family
    case "ledger", "beancount", "bean", "journal", "hledger": kind = .ledger
    default: return nil
    }
    self.texts = texts
  }

  /// The records of the result with the first line of one side, and other lines of the other side.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each result that is checked.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let records = texts.map(records)
    guard records.base.count == records.ours.count, records.base.count == records.theirs.count,
      !records.base.isEmpty
    else { return [] }
    var mixed: [ArraySlice<UInt8>: (base: Record, made: Record)] = [:]
    for index in records.base.indices {
      let (base, sides) = (records.base[index], [records.ours[index], records.theirs[index]])
      for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])]
      where one.head != base.head && other.head == base.head && other.rest != base.rest
        && isReplaced(base, by: one)
      {
        mixed[one.head] = (base, one)
      }
    }
    guard !mixed.isEmpty else { return [] }
    return self.records(result).compactMap { made in
      guard let (base, one) = mixed[made.head], one.rest != made.rest else { return nil }
      let name = base.head.trimmed.excerpt
      return StructureFault(
        places: [made.whole.indices],
        reason: tr("one side put another record in the place of `\(name)`"))
    }
  }

  /// Whether the record is about something else: more than the first line is new, or its numbers and its name are.
  private func isReplaced(_ old: Record, by new: Record) -> Bool {
    guard kind == .ledger else { return old.rest != new.rest }
    func parts(_ line: ArraySlice<UInt8>) -> (
      numbers: [ArraySlice<UInt8>], name: ArraySlice<UInt8>?
    ) {
      let words = line.split { !$0.isPartOfName && $0 < 0x80 }
      return (
        words.filter { $0.allSatisfy(\.isDecimalDigit) },
        words.first { $0.contains(where: \.isLetter) }
      )
    }
    let (before, after) = (parts(old.head), parts(new.head))
    return before.name != after.name && (old.rest != new.rest || before.numbers != after.numbers)
  }

  private func records(_ text: [UInt8]) -> [Record] {
    var records: [Record] = []
    var start: Range<Int>?
    var end = 0
    func close() {
      guard let head = start else { return }
      records.append(Record(head: text[head], whole: text[head.lowerBound..<end]))
    }
    for line in Lines(text).places {
      let isHead = kind.isHead(text[line])
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
