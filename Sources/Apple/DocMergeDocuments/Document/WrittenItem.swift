import DocMerge
import DocMergeSystem
import Foundation

/// The item that a save left on disk, to be told from later changes by others.
struct WrittenItem: Sendable, Equatable {
  private struct Part: Sendable, Equatable {
    var inode: UInt64
    var size: Int64
    var modified: Timestamp
  }

  /// The file, or the folder and its contents, by the path inside: a renamed item is still equal.
  private var parts: [ArraySlice<UInt8>: Part] = [:]

  /// Whether it is a folder.
  private(set) var isFolder = false

  /// Whether it is a folder with contents.
  var isPackage: Bool { parts.count > 1 }

  /// Reads the item at a URL, following a link; `nil` if there is none.
  init?(at url: URL) {
    guard let path = try? Files.end(ofLink: SystemPath(url.path)),
      let status = (try? FileStatus.of(path)) ?? nil
    else { return nil }
    isFolder = status.form == .folder
    add(path, status, inside: path.bytes.count)
  }

  private mutating func add(_ path: SystemPath, _ status: FileStatus, inside root: Int) {
    parts[path.bytes.dropFirst(root)] = Part(
      inode: status.inode, size: status.size, modified: status.modified)
    guard status.form == .folder else { return }
    // A folder that cannot be listed looks changed once it can: the document is then read again.
    for entry in (try? Files.entries(of: path)) ?? [] {
      add(path.appending(entry.name), entry.status, inside: root)
    }
  }
}
