import DocMerge
import Foundation
import Glibc

/// The marks of a program on versions of a document.
///
/// Nothing leaves the container's history by them, so `docmerge versions` and undo still find all versions.
struct VersionMarks {
  /// The kind of a mark.
  enum Kind: String {
    /// The version is not listed any more.
    case removed = "removed-versions"
    /// The version may be removed at a later save.
    case discardable = "discardable-versions"
  }

  private let folder: String
  private let file: String

  init(_ kind: Kind, _ document: DocumentID, in container: Container) {
    folder = "\(container.path)/.docmerge/docmerge/\(kind.rawValue)"
    file = "\(folder)/\(document)"
  }

  /// The ids, as text.
  var ids: Set<Substring> {
    // Mostly there is no file. Where it cannot be read, more versions are listed, and none is removed.
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return Set(text.split(separator: "\n"))
  }

  /// Adds ids, durably.
  ///
  /// - Throws: `CocoaError`, `POSIXError`.
  func add(_ new: some Collection<ObjectID>) throws {
    guard !new.isEmpty else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    let text = Array(new.map { "\($0)\n" }.joined().utf8)
    // One call: lines of two processes do not mix.
    guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}
