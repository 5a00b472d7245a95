import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeUpkeep
import Glibc

/// The reports of the runs of a batch, in a file to which several processes append: a batch that is cut off goes
/// on where it was.
///
/// Each entry is some runs, from `begin` to `end`; one that was cut off counts for nothing. The first line is
/// the plan: notes of other seeds, or of another program, are not gone on with.
struct BatchNotes {
  let path: String
  let plan: String

  /// Tells this program from every other version of it.
  ///
  /// - Throws: ``World/Failure`` when the program cannot be read.
  static func program() throws -> ObjectID {
    // `/proc/self/exe` is a link, and none is followed in reading.
    let real = realpath("/proc/self/exe", nil)
    defer { free(real) }
    let bytes = real.map { FolderTree.bytes(String(cString: $0)) } ?? []
    guard !bytes.isEmpty else {
      throw World.Failure(description: "/proc/self/exe, this program, cannot be read")
    }
    return try GitObject(kind: .blob, bytes: bytes).id
  }

  /// Makes the file, or finds the one that a batch with the same plan left behind.
  ///
  /// - Throws: ``World/Failure`` when it is of another plan, or cannot be written.
  func open() throws {
    let text = String(decoding: FolderTree.bytes(path), as: UTF8.self)
    if text.isEmpty { return try append("plan \(plan)\n") }
    guard text.hasPrefix("plan \(plan)\n") else {
      throw World.Failure(description: "\(path) is of other runs, or of another program; remove it")
    }
  }

  /// Appends an entry, at once: another process can append too.
  func note(_ told: [UInt8]) throws {
    try append("begin\n" + String(decoding: told, as: UTF8.self) + "end\n")
  }

  /// The lines of all entries that are complete.
  func lines() -> [Substring] {
    var (lines, entry): ([Substring], [Substring]) = ([], [])
    for line in String(decoding: FolderTree.bytes(path), as: UTF8.self).split(separator: "\n") {
      switch line {
      case "begin": entry = []
      case "end":
        lines += entry
        entry = []
      default: entry.append(line)
      }
    }
    return lines
  }

  private func append(_ text: String) throws {
    FolderTree.makeFolders(above: path)
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    defer { if file >= 0 { close(file) } }
    let bytes = Array(text.utf8)
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
      throw World.Failure(
        description: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
