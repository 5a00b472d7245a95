import DocMergeCoordination
import Foundation

/// Copies of the items for an accessor, so that others need not wait for it.
struct UploadCopies: Sendable {
  let urls: [URL]
  private let folder: URL

  /// Copies the items to upload and releases them; `nil` if there are none.
  init?(_ coordinated: CoordinatedAccess) throws {
    guard coordinated.intents.contains(where: \.isUploading) else { return nil }
    folder = FileManager.default.temporaryDirectory.appending(
      path: "docmerge-upload-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      urls = try coordinated.intents.enumerated().map { [folder] index, intent in
        guard intent.isUploading else { return intent.url }
        let place = folder.appending(path: "\(index)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let copy = try UploadCopies.copy(intent.url, into: place)
        intent.move(to: copy)
        return copy
      }
      // An access that also writes cannot release them.
      if coordinated.intents.allSatisfy(\.isUploading) {
        try CoordinatedAccess.translate { () throws(AccessError) in
          try coordinated.access.release()
        }
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  private static func copy(_ url: URL, into folder: URL) throws -> URL {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      let copy = folder.appending(path: url.lastPathComponent, directoryHint: .notDirectory)
      // A copy of a relative link would lead nowhere.
      try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
      return copy
    }
    let copy = folder.appending(
      path: "\(url.lastPathComponent).zip", directoryHint: .notDirectory)
    try ZipArchive.pack(url).write(to: copy)
    return copy
  }

  /// Removes the copies; what the accessor has open stays readable.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
