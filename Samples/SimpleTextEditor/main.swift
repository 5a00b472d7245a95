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

/// Lines that are read on a thread of their own, so that the document can work meanwhile.
let lines = AsyncStream { continuation in
  Thread.detachNewThread {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
  }
}

let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "notes.txt")
let document = TextDocument(fileURL: url)
if FileManager.default.fileExists(atPath: url.path) {
  try await document.open()
} else {
  try await document.save(to: url, for: .forCreating)
}
editing: for await line in lines {
  switch line {
  case ":undo": document.undoManager.undo()
  case ":redo": document.undoManager.redo()
  case ":show": print(document.text, terminator: "")
  case ":conflicts":
    for version in FileVersion.unresolvedConflictVersionsOfItem(at: url) ?? [] { print(version) }
  case ":resolve":
    let resolution = try await document.resolveConflicts(using: Chain([ThreeWayMerge(), KeepBoth()]))
    print(resolution.map { "resolved: \($0.summary)" } ?? "nothing to resolve")
  case ":quit": break editing
  default:
    if document.documentState.contains(.editingDisabled) {
      print("busy, try again")
    } else {
      document.setText(document.text + line + "\n")
    }
  }
  // What one line did is one step of undo: let the turn end.
  await Task.yield()
}
try await document.close()
print(document.hasUnsavedChanges ? "Unsaved" : "saved")
