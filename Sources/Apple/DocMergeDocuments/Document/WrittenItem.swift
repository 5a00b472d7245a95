import DocMerge
import DocMergeSystem
import Foundation

/// What a save left on disk, to be told from what others write there later.
struct WrittenItem: Sendable, Equatable {
  private struct Part: Sendable, Equatable {
    var inode: UInt64
    var size: Int64
    var modified: Timestamp
  }

  /// The file, or the folder and all that is in it, by the path inside: a rename makes no other item of it.
  private var parts: [ArraySlice<UInt8>: Part] = [:]

  /// Whether it is a folder.
  private(set) var isFolder = false

  /// Whether it is a folder with something in it.
  var isPackage: Bool { parts.count > 1 }

  /// Looks at what lies at a URL, a link followed; `nil` for nothing.
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
    for entry in (try? Files.entries(of: path)) ?? [] {
      add(path.appending(entry.name), entry.status, inside: root)
    }
  }
}
