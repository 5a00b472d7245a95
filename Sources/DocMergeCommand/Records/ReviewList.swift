import DocMerge
import DocMergeFiles
import DocMergeGit
import DocMergeLanguage

/// The decisions of rules, numbered, the newest merge first.
struct ReviewList {
  /// One decision of a record.
  struct Item {
    /// Its number in the list, from 1.
    var number: Int
    /// The date of the merge.
    var date: Timestamp
    /// The record of the file.
    var record: DecisionRecord
    /// The index of the decision in the record.
    var index: Int
    /// The version of a container that it led to; `nil` in a git repository.
    var settled: SettledVersion?

    var decision: DecisionRecord.Decision { record.decisions[index] }
  }

  /// All decisions.
  let items: [Item]
  /// How many records could not be read, or how many versions do not show how they were settled.
  let broken: Int

  /// Numbers the decisions of versions of a container.
  ///
  /// - Parameters:
  ///   - versions: The versions, the newest first, each with the decisions of rules.
  ///   - broken: How many versions do not show how they were settled.
  init(_ versions: [(SettledVersion, [DecisionRecord])], broken: Int) {
    self.broken = broken
    let items = versions.flatMap { settled, records in
      records.flatMap { record in
        record.decisions.indices.map { index in
          Item(
            number: 0, date: settled.operation.date, record: record, index: index, settled: settled)
        }
      }
    }
    self.items = items.enumerated().map { number, item in
      var item = item
      item.number = number + 1
      return item
    }
  }

  /// Reads the records of a git repository.
  init(_ repository: GitRepository) throws {
    let (entries, broken) = try Self.entries(of: repository)
    self.broken = broken
    let ordered = Self.merges(Self.newest(of: entries)).reversed().joined().flatMap { entry in
      entry.record.decisions.indices.map { (entry: entry, index: $0) }
    }
    items = ordered.enumerated().map { number, item in
      Item(
        number: number + 1, date: item.entry.date, record: item.entry.record, index: item.index)
    }
  }

  private static func entries(
    of repository: GitRepository
  ) throws -> (entries: [DecisionLog.Entry], broken: Int) {
    do throws(DecisionLogFailure) {
      return try repository.decisions.entries()
    } catch {
      throw CommandError(description: tr("what rules decided cannot be read: \(error.words)"))
    }
  }

  /// The records without those of repeated merges: of one file, with one text of ours.
  private static func newest(of entries: [DecisionLog.Entry]) -> [DecisionLog.Entry] {
    var seen: Set<Merge> = []
    return entries.reversed().filter { seen.insert(Merge($0.record)).inserted }.reversed()
  }

  /// The identity of a merge of a file.
  private struct Merge: Hashable {
    let path: [UInt8]
    let head: String?
    let ours: [UInt8]?

    init(_ record: DecisionRecord) {
      (path, head, ours) = (record.path, record.head, record.texts?.ours)
    }
  }

  /// The records, oldest first, by their merge: one group for each commit that was checked out.
  private static func merges(_ entries: [DecisionLog.Entry]) -> [[DecisionLog.Entry]] {
    var merges: [[DecisionLog.Entry]] = []
    for entry in entries {
      if let last = merges.last?.last, isSame(last.record, entry.record) {
        merges[merges.count - 1].append(entry)
      } else {
        merges.append([entry])
      }
    }
    return merges
  }

  private static func isSame(_ one: DecisionRecord, _ other: DecisionRecord) -> Bool {
    one.head == other.head && (one.head != nil || one.group == other.group)
  }

  /// The decisions of the latest merge.
  var latest: [Item] {
    guard let first = items.first else { return [] }
    return Array(items.prefix { Self.isSame($0.record, first.record) })
  }
}

extension ReviewList {
  /// How many decisions of git's current merge are still in their files.
  ///
  /// Unreadable records do not count: the list of conflicts must not depend on them.
  static func countGoingOn(in repository: GitRepository) throws -> Int {
    let records: [DecisionRecord]
    do {
      records = try repository.decisionsGoingOn()
    } catch let failure as DecisionLogFailure {
      Console.message("docmerge: " + tr("what rules decided cannot be read: \(failure.words)"))
      return 0
    }
    return records.reduce(0) { count, record in
      let path = "\(repository.top)/\(String(decoding: record.path, as: UTF8.self))"
      guard let bytes = try? InputFile.read(path) else { return count }
      let reversal = DecisionReversal(record, style: .merge)
      // A checkout may have added carriage returns.
      let plain = bytes.filter { $0 != UInt8(ascii: "\r") }
      return count
        + record.decisions.indices.count { index in
          reversal.isInPlace(index, in: bytes) || reversal.isInPlace(index, in: plain)
        }
    }
  }
}
