// The smallest program with a document: a list of things to do.
//
//     swift run TodoList todo.txt "water the plants" "call Ben"
//
// begin guide
import DocMerge
import DocMergeDocuments
import Foundation

/// A list, one thing to do on a line.
final class TodoList: Document {
  private(set) var items: [String] = []

  /// Adds a line; what undo needs to know is also what gets the list saved.
  func add(_ item: String) {
    undoManager.registerUndo(withTarget: self) { [items] list in list.items = items }
    items.append(item)
  }

  override func contents(forType typeName: String) throws -> Any {
    Data(items.map { "\($0)\n" }.joined().utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    items = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

@main @MainActor
struct TodoProgram {
  static func main() async throws {
    let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "todo.txt")
    let list = TodoList(fileURL: url)
    if FileManager.default.fileExists(atPath: url.path) {
      try await list.open()
    } else {
      try await list.save(to: url, for: .forCreating)
    }
    if list.documentState.contains(.inConflict) {
      // Both lists, if their changes fit together, or else one beside the other.
      try await list.resolveConflicts(using: Chain([ThreeWayMerge(), KeepBoth()]))
    }
    for item in CommandLine.arguments.dropFirst(2) { list.add(item) }
    try await list.close()
    print(list.items.joined(separator: "\n"))
  }
}
// end guide
