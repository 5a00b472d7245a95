import DocMerge
import DocMergeDecisions
import Foundation

/// The file in which a session that was left is kept.
struct SessionFile {
  private let path: String

  /// The file in the folder that git, or a container, keeps its own files in.
  init(folder: String) {
    path = "\(folder)/docmerge/session.json"
  }

  /// What was kept; nothing where there is no file, or one of another version.
  func read() throws -> SavedSession {
    let nothing = SavedSession(DecisionSession([]))
    guard let data = FileManager.default.contents(atPath: path) else { return nothing }
    do {
      return try JSONDecoder().decode(SavedSession.self, from: data)
    } catch {
      Console.message("What you decided before cannot be read, and is left out.")
      return nothing
    }
  }

  /// Keeps a session; nothing is kept of one in which nothing was done.
  func write(_ session: SavedSession) throws {
    guard !session.documents.isEmpty else {
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      return
    }
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try WholeFile.replace(path, with: Array(JSONEncoder().encode(session)))
  }
}
