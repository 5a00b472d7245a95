import DocMergeDocuments
import Foundation

/// Reads, writes, moves and deletes the documents of a folder at random, and ends with 1 when it sees
/// something that coordination should have prevented: `stress FOLDER SEED SECONDS NUMBER`.
///
/// Each document counts its saves; every save that was made is noted in `NUMBER.log`, and the longest time
/// that an access was waited for, in milliseconds, in `NUMBER.wait`. One document is also changed without
/// coordination: of that one only half-written contents are a fault. Another one is deleted at times.
struct StressProcess {
  /// The document that not everybody coordinates.
  private static let wild = 6

  private let folder: URL
  private let end: Date
  private let number: String
  private var state: UInt64
  private let log: FileHandle
  private let waits = Waits()

  init(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    folder = URL(filePath: words[0], directoryHint: .isDirectory)
    number = words[3]
    state = (UInt64(words[1]) ?? 0) &* 0x9E37_79B9_7F4A_7C15 &+ (UInt64(number) ?? 0) &* 0x1234_5677
    end = Date(timeIntervalSinceNow: Double(words[2]) ?? 1)
    let path = folder.appending(path: "\(number).log").path
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    log = try FileHandle(forWritingTo: URL(filePath: path))
    try log.seekToEnd()
  }

  private mutating func random(_ bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % bound
  }

  mutating func run() throws {
    while Date() < end {
      let document = Int(random(8))
      switch random(10) {
      case 0..<4: try write(document)
      case 4..<7: try read(document)
      case 7:
        if document == StressProcess.wild {
          try changeWithoutAsking()
        } else {
          _ = try parse(place(document))
        }
      case 8: if document == 7 { try delete() } else { try move(document) }
      default: if document == 7 { try delete() } else { try read(document) }
      }
    }
    try Data("\(waits.longest)\n".utf8).write(to: folder.appending(path: "\(number).wait"))
  }

  // MARK: Documents

  private func names(_ document: Int) -> [URL] {
    ["", "-moved"].map { folder.appending(path: "document\(document)\($0)") }
  }

  /// The place of the document; a deleted document, or one that is being moved, has the first name.
  private func place(_ document: Int) -> URL {
    let names = names(document)
    return names.first { FileManager.default.fileExists(atPath: $0.path) } ?? names[0]
  }

  private func parse(_ url: URL) throws -> Int? {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 200, Set(words).count == 1, let count = Int(words[0]) else {
      throw Violation("torn: \(url.lastPathComponent) \(words.count) \(Set(words))")
    }
    return count
  }

  private mutating func write(_ document: Int) throws {
    let log = log
    let start = ContinuousClock.now
    try FileCoordinator().coordinate(writingItemAt: place(document)) { url in
      waits.note(since: start)
      guard isThere(document, at: url) else { return }
      try alone(document) {
        let count = (try parse(url) ?? 0) + 1
        let text = String(repeating: "\(count) ", count: 200)
        let new = url.appendingPathExtension("new\(number)")
        try Data(text.utf8).write(to: new)
        guard rename(new.path, url.path) == 0 else { throw Violation("not renamed") }
        try log.write(contentsOf: Data("\(document)\n".utf8))
      }
    }
  }

  private func read(_ document: Int) throws {
    let mark = folder.appending(path: "document\(document).writer")
    let start = ContinuousClock.now
    try FileCoordinator().coordinate(readingItemAt: place(document)) { url in
      waits.note(since: start)
      guard isThere(document, at: url) else { return }
      try checkNoOtherWriter(mark)
      let first = try parse(url)
      usleep(200)
      guard try parse(url) == first || document == StressProcess.wild else {
        throw Violation("changed while it was read")
      }
      try checkNoOtherWriter(mark)
    }
  }

  /// What editors and shells do.
  private mutating func changeWithoutAsking() throws {
    let names = names(StressProcess.wild)
    let place = place(StressProcess.wild)
    switch random(4) {
    case 0: _ = try parse(place)
    case 1: rename(names[0].path, names[1].path)
    case 2: unlink(place.path)
    default:
      let new = folder.appending(path: "document.edited\(number)")
      try Data(String(repeating: "1 ", count: 200).utf8).write(to: new)
      rename(new.path, place.path)
    }
  }

  private func move(_ document: Int) throws {
    let from = place(document)
    let to = names(document).first { $0 != from } ?? from
    let coordinator = FileCoordinator()
    try coordinator.coordinate(
      writingItemAt: from, options: .forMoving, writingItemAt: to, options: .forReplacing
    ) { from, to in
      guard from != to, FileManager.default.fileExists(atPath: from.path),
        !FileManager.default.fileExists(atPath: to.path)
      else { return }
      try alone(document) {
        guard rename(from.path, to.path) == 0 || document == StressProcess.wild else {
          throw Violation("not moved")
        }
        coordinator.item(at: from, didMoveTo: to)
      }
    }
  }

  private func delete() throws {
    try FileCoordinator().coordinate(writingItemAt: place(7), options: .forDeleting) { url in
      try alone(7) { unlink(url.path) }
    }
  }

  /// Whether the document is still at its place from before the access was requested.
  ///
  /// An access to an address that had just become stale has nothing, and others may have the document.
  private func isThere(_ document: Int, at url: URL) -> Bool {
    document >= StressProcess.wild || FileManager.default.fileExists(atPath: url.path)
  }

  // MARK: Who is there

  /// Runs `body` with a mark that says who writes.
  private func alone(_ document: Int, _ body: () throws -> Void) throws {
    guard document != StressProcess.wild else { return try body() }
    let mark = folder.appending(path: "document\(document).writer")
    try checkNoOtherWriter(mark)
    try Data("\(getpid())".utf8).write(to: mark)
    defer { unlink(mark.path) }
    try body()
  }

  private func checkNoOtherWriter(_ mark: URL) throws {
    guard let text = try? String(contentsOf: mark, encoding: .utf8), let process = Int32(text),
      kill(process, 0) == 0, process != getpid()
    else { return }
    guard !isEnding(process), FileManager.default.fileExists(atPath: mark.path) else { return }
    throw Violation("process \(process) writes as well: \(mark.lastPathComponent)")
  }

  /// Whether the process was killed, and is only not gone yet: its locks go first.
  private func isEnding(_ process: Int32) -> Bool {
    let text = try? String(contentsOf: URL(filePath: "/proc/\(process)/stat"), encoding: .utf8)
    guard let words = text?.split(separator: ")").last?.split(separator: " "), words.count > 6
    else {
      return true
    }
    return words[0] == "Z" || words[0] == "X" || (Int(words[6]) ?? 0) & 4 != 0
  }
}

/// How long accesses were waited for.
private final class Waits {
  /// In milliseconds.
  private(set) var longest = 0

  func note(since start: ContinuousClock.Instant) {
    let (seconds, rest) = start.duration(to: .now).components
    longest = max(longest, Int(seconds) * 1000 + Int(rest / 1_000_000_000_000_000))
  }
}

/// Something that coordination should have prevented.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
