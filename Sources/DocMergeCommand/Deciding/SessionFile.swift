import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeSystem
import FoundationEssentials

/// The file that keeps a session which was left.
struct SessionFile {
  private let folder: String
  private var path: String { "\(folder)/session.json" }

  /// The file in the folder of the own files of git or of a container.
  init(folder: String) {
    self.folder = "\(folder)/docmerge"
  }

  /// The saved session; empty where there is no file, or, which is reported, one that cannot be read.
  func read() -> SavedSession {
    let nothing = SavedSession(DecisionSession([]))
    guard FileManager.default.fileExists(atPath: path) else { return nothing }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return try JSONDecoder().decode(SavedSession.self, from: data)
    } catch {
      Console.message(tr("What you decided before cannot be read, and is left out."))
      return nothing
    }
  }

  /// Saves the steps of a session; the saved steps of other documents stay.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - open: The documents of it that are still in conflict; `nil` means all.
  /// - Throws: The errors of writing the file.
  func keep(_ session: DecisionSession, of open: Set<String>? = nil) throws {
    let paths = Set(session.documents.map(\.path))
    var saved = SavedSession(session, of: open)
    saved.documents = read().documents.filter { !paths.contains($0.path) } + saved.documents
    try write(saved)
  }

  private func write(_ session: SavedSession) throws {
    guard !session.documents.isEmpty else {
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      return
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try WholeFile.replace(path, with: Array(JSONEncoder().encode(session)))
  }

  /// Saves a session that is not applied yet, and reports it.
  func leave(_ session: DecisionSession, until command: String = "docmerge resolve") throws {
    try keep(session)
    Console.message(
      tr("Nothing is written; what you decided is kept for the next \(command)."))
  }
}

extension DecisionSession {
  /// Continues the session in a file, and reports it.
  mutating func resume(with file: SessionFile) {
    for path in resume(with: file.read()) {
      Console.message(tr("\(PrintableText.words(path)): its versions are other ones now."))
    }
    let count = documents.reduce(0) { $0 + $1.steps.count }
    if count > 0 {
      Console.message(tr("Going on where you left, after \(counted(count, "step"))."))
    }
  }
}
