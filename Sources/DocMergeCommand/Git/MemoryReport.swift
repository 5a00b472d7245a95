import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// Lists remembered decisions.
enum MemoryReport {
  /// A line for a person: key, date, sizes, path, and the start of the result.
  static func line(_ entry: MemoryEntry, keyLength: Int) -> String {
    let result = entry.resolution?.result ?? []
    let start = firstLine(result)
    return [
      Style.cyan(String(entry.key.description.prefix(keyLength))), Words.date(entry.date),
      Words.pad(Words.size(Int64(result.count)), 7), PrintableText.escape(entry.path),
      start.isEmpty ? tr("(nothing)") : tr("“\(start)”"),
      entry.earlier == nil ? "" : Style.yellow(tr("decided otherwise before")),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The number of digits that distinguishes all keys, eight or more.
  static func keyLength(_ entries: [MemoryEntry]) -> Int {
    let keys = entries.map(\.key.description).sorted()
    let shared = zip(keys, keys.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count }
    return max((shared.max() ?? 0) + 1, 8)
  }

  private static func firstLine(_ bytes: [UInt8]) -> String {
    let (line, isCut) = start(of: bytes)
    return PrintableText.escape(line) + (isCut ? "…" : "")
  }

  private static func start(of bytes: [UInt8]) -> (line: ArraySlice<UInt8>, isCut: Bool) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return (line.prefix(60), line.count > 60)
  }

  /// The JSON `docmerge-memory`; docmerge(1) describes it.
  static func json(_ entries: [MemoryEntry]) throws -> String {
    try JSONText.text(Report(resolutions: entries.map(Item.init)))
  }

  private struct Report: Encodable {
    var format = "docmerge-memory"
    var version = 1
    var resolutions: [Item]
  }

  private struct Item: Encodable {
    var key: String
    var date: String
    var path: String
    var base: Int?
    var ours: Int
    var theirs: Int
    var result: Int
    var firstLine: String
    var wasOtherwise: Bool

    init(_ entry: MemoryEntry) {
      key = entry.key.description
      date = Words.json(entry.date)
      path = String(decoding: entry.path, as: UTF8.self)
      base = entry.resolution?.base?.count
      ours = entry.resolution?.ours.count ?? 0
      theirs = entry.resolution?.theirs.count ?? 0
      result = entry.resolution?.result.count ?? 0
      // JSON escapes characters that must not reach a terminal in its own way.
      let (line, isCut) = MemoryReport.start(of: entry.resolution?.result ?? [])
      firstLine = String(decoding: line, as: UTF8.self) + (isCut ? "…" : "")
      wasOtherwise = entry.earlier != nil
    }
  }
}
