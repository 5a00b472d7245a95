import DocMerge
import DocMergeFiles
import DocMergeGit

/// What rules decided in a git repository, numbered, the newest merge first.
struct ReviewList {
  /// One decision of a record.
  struct Item {
    /// The number that a person names it by, from 1.
    var number: Int
    /// When the merge was made.
    var date: Timestamp
    /// What was decided in the file.
    var record: DecisionRecord
    /// Which decision of the record it is.
    var index: Int

    var decision: DecisionRecord.Decision { record.decisions[index] }
  }

  /// All decisions.
  let items: [Item]
  /// How many records could not be read.
  let broken: Int

  /// Reads what was recorded.
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
      throw CommandError(description: "what rules decided cannot be read: \(error.words)")
    }
  }

  /// The records without those that were made again since: of the same file, from the same texts.
  private static func newest(of entries: [DecisionLog.Entry]) -> [DecisionLog.Entry] {
    var seen: Set<Merge> = []
    return entries.reversed().filter { seen.insert(Merge($0.record)).inserted }.reversed()
  }

  /// What tells one merge of a file from another.
  private struct Merge: Hashable {
    let path: [UInt8]
    let texts: DecisionRecord.Sides<[UInt8]>?
    let decisions: [DecisionRecord.Decision]

    init(_ record: DecisionRecord) {
      (path, texts, decisions) = (record.path, record.texts, record.decisions)
    }
  }

  /// How long after each other two files of one command can be merged, in seconds.
  private static let pause: Int64 = 600

  /// The records, oldest first, by the command of git that they come from.
  private static func merges(_ entries: [DecisionLog.Entry]) -> [[DecisionLog.Entry]] {
    var merges: [[DecisionLog.Entry]] = []
    for entry in entries {
      if let last = merges.last?.last, last.record.group == entry.record.group,
        entry.date.seconds - last.date.seconds <= pause
      {
        merges[merges.count - 1].append(entry)
      } else {
        merges.append([entry])
      }
    }
    return merges
  }

  /// The decisions of the latest merge.
  var latest: [Item] {
    guard let first = items.first else { return [] }
    var last = first
    return Array(
      items.prefix { item in
        let isSame =
          item.record.group == first.record.group
          && abs(item.date.seconds - last.date.seconds) <= Self.pause
        last = item
        return isSame
      })
  }
}

extension ReviewList {
  /// The decisions of the merge that git is in the middle of, one record a file: the newest.
  static func goingOn(in repository: GitRepository) throws -> [Item] {
    var seen: [[UInt8]: DecisionRecord] = [:]
    return try ReviewList(repository).latest.reversed().filter { item in
      guard try repository.isGoingOn(item.record) else { return false }
      let newest = seen[item.record.path] ?? item.record
      seen[item.record.path] = newest
      return newest == item.record
    }
  }
}
