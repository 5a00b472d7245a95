/// A line of progress from git, such as `Receiving objects:  33% (1/3), 20.00 MiB | 1.00 MiB/s`.
package struct ProgressWords: Equatable {
  package var phase: SyncProgress.Phase
  package var completed: Int
  package var total: Int?
  package var bytes: Int64 = 0

  private static let phases: [(words: String, phase: SyncProgress.Phase)] = [
    ("Enumerating objects", .preparing), ("Counting objects", .preparing),
    ("Compressing objects", .preparing), ("Delta compression", .preparing),
    ("Receiving objects", .receiving), ("Unpacking objects", .receiving),
    ("Indexing objects", .checking), ("Resolving deltas", .checking),
    ("Checking objects", .checking), ("Checking connectivity", .checking),
    ("Updating references", .checking), ("Writing objects", .sending),
  ]

  /// Parses a line; `nil` for one that is not progress, such as a message.
  package init?(_ line: Substring) {
    let text = line.hasPrefix("remote: ") ? line.dropFirst("remote: ".count) : line
    guard let found = ProgressWords.phases.first(where: { text.hasPrefix($0.words) }) else {
      return nil
    }
    phase = found.phase
    let rest = text.dropFirst(found.words.count)
    guard let colon = rest.firstIndex(of: ":") else {
      completed = 0
      return
    }
    let words = rest[rest.index(after: colon)...]
    if let open = words.firstIndex(of: "("), let slash = words[open...].firstIndex(of: "/"),
      let close = words[slash...].firstIndex(of: ")")
    {
      completed = Int(words[words.index(after: open)..<slash]) ?? 0
      total = Int(words[words.index(after: slash)..<close])
      bytes = ProgressWords.bytes(words[words.index(after: close)...])
    } else {
      completed = Int(words.drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
    }
  }

  /// Whether a line of git only says that a job is done, and is no failure either.
  static func isRemark(_ line: Substring) -> Bool {
    let text = line.hasPrefix("remote: ") ? line.dropFirst("remote: ".count) : line
    let remarks = ["Total ", "From ", "To ", "Everything up-to-date", " * ", " + ", " = ", "   "]
    return remarks.contains { text.hasPrefix($0) }
      || text.allSatisfy { $0 == " " }
  }

  /// The bytes of `, 20.00 MiB | 1.00 MiB/s`.
  private static func bytes(_ text: Substring) -> Int64 {
    let words = text.split(separator: " ")
    guard let unit = words.firstIndex(where: { units[String($0.prefix { $0 != "," })] != nil }),
      unit > 0, let number = Double(words[unit - 1]), number.isFinite, number >= 0
    else { return 0 }
    let scale = units[String(words[unit].prefix { $0 != "," })] ?? 1
    return Int64(exactly: (number * scale).rounded()) ?? 0
  }

  private static let units: [String: Double] = [
    "bytes": 1, "byte": 1, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]
}

/// Splits git's standard error into lines of progress, and messages.
package struct TransferWords {
  /// The lines that are not progress; of many only the first and the last ones.
  package private(set) var messages: [String] = []
  private var partial: [UInt8] = []

  /// Longer lines, or more messages, are of no use, and are sent by a hostile server.
  private static let longest = 4096
  private static let most = 200

  /// Takes the next bytes and returns the last progress in them.
  package mutating func take(_ bytes: [UInt8]) -> ProgressWords? {
    var last: ProgressWords?
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        last = close() ?? last
      } else if partial.count < TransferWords.longest {
        partial.append(byte)
      }
    }
    return last
  }

  /// Ends the current line.
  @discardableResult
  package mutating func close() -> ProgressWords? {
    guard !partial.isEmpty else { return nil }
    defer { partial.removeAll(keepingCapacity: true) }
    let text = String(decoding: partial, as: UTF8.self)
    let line = text[...(text.lastIndex { $0 != " " } ?? text.startIndex)]
    if let progress = ProgressWords(line) { return progress }
    guard !ProgressWords.isRemark(line) else { return nil }
    messages.append(String(line))
    if messages.count > TransferWords.most { messages.remove(at: TransferWords.most / 2) }
    return nil
  }
}
