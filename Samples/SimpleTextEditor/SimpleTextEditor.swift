// A text editor for the terminal: a document that saves itself, with undo and conflicts.
//
//     swift run SimpleTextEditor notes.txt
//
// Each line that is typed is added to the text, but for: :undo, :redo, :show, :conflicts, :resolve, :quit.
import DocMerge
import DocMergeDocuments
import Foundation

final class TextDocument: Document {
  private(set) var text = ""

  /// Changes the text; the way back is registered before, which is also what gets it saved.
  func setText(_ new: String) {
    undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
    text = new
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    text = String(decoding: data, as: UTF8.self)
  }
}

@main @MainActor
struct SimpleTextEditor {
  static func main() async {
    do {
      try await edit()
    } catch {
      FileHandle.standardError.write(Data("\((error as NSError).localizedDescription)\n".utf8))
      exit(1)
    }
  }

  private static func edit() async throws {
    let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "notes.txt")
    let document = TextDocument(fileURL: url)
    if FileManager.default.fileExists(atPath: url.path) {
      try await document.open()
    } else {
      try await document.save(to: url, for: .forCreating)
    }
    for await line in lines() where line != "" {
      if line == ":quit" { break }
      try await run(line, on: document)
      // What one line did is one step of undo: let the turn end.
      await Task.yield()
    }
    try await document.close()
    print("saved")
  }

  /// Does what a line says.
  static func run(_ line: String, on document: TextDocument) async throws {
    switch line {
    case _ where document.documentState.contains(.editingDisabled) && isEdit(line):
      print("busy, try again")
    case ":undo": document.undoManager.undo()
    case ":redo": document.undoManager.redo()
    case ":show": print(document.text, terminator: "")
    case ":conflicts":
      let versions = FileVersion.unresolvedConflictVersionsOfItem(at: document.fileURL)
      for version in versions ?? [] { print(version) }
    case ":resolve":
      let resolver = Chain([ThreeWayMerge(), KeepBoth()])
      let resolution = try await document.resolveConflicts(using: resolver)
      print(resolution.map { "resolved: \($0.summary)" } ?? "nothing to resolve")
    default: document.setText(document.text + line + "\n")
    }
  }

  private static func isEdit(_ line: String) -> Bool { ![":show", ":conflicts"].contains(line) }

  /// Lines that are read on a thread of their own, so that the document can work meanwhile.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
