// Notes with images: documents that are folders, and a list that is always right.
//
//     swift run ImageNotes new trip "To Lisbon"
//
// README.md beside this file says what else it can do.
import DocMergeDocuments
import Foundation

@main @MainActor
struct ImageNotes {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\((error as NSError).localizedDescription)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ words: [String]) async throws {
    switch (words.first, words.dropFirst().first) {
    case ("list", let folder): try await list(folder ?? ".")
    case ("watch", let folder): try await watch(folder ?? ".", count: words.dropFirst(2).first)
    case ("new", let name?): try await make(name, title: words.dropFirst(2).first)
    case ("write", let name?) where words.count > 2:
      try await edit(name) { $0.text += words.dropFirst(2).joined(separator: " ") + "\n" }
    case ("add-image", let name?) where words.count > 2:
      try await edit(name) { note in
        for path in words.dropFirst(2) {
          let url = URL(fileURLWithPath: path)
          print(note.addImage(try Data(contentsOf: url), named: url.lastPathComponent))
        }
      }
    case ("show", let name?): try await show(name)
    case ("move", let name?) where words.count == 3: try await move(name, to: words[2])
    case ("delete", let name?):
      // Programs that have it open close it; in a container its versions stay.
      try await UbiquityContainers.standard.remove(itemAt: url(name))
    default:
      print(
        """
        ImageNotes list|watch [FOLDER] | new NOTE [TITLE] | write NOTE TEXT | add-image NOTE FILE…
        ImageNotes show NOTE | move NOTE FOLDER | delete NOTE
        """)
      exit(2)
    }
  }

  // MARK: One note

  private static func url(_ name: String) -> URL {
    URL(fileURLWithPath: name.hasSuffix(".imagenotes") ? name : name + ".imagenotes")
  }

  private static func make(_ name: String, title: String?) async throws {
    let note = NoteDocument(fileURL: url(name))
    if let title { note.title = title }
    try await note.save(to: note.fileURL, for: .forCreating)
    try await note.close()
  }

  private static func edit(_ name: String, _ change: (NoteDocument) throws -> Void) async throws {
    let note = NoteDocument(fileURL: url(name))
    try await note.open()
    try change(note)
    try await note.close()
  }

  private static func show(_ name: String) async throws {
    let note = NoteDocument(fileURL: url(name))
    try await note.open()
    print(note.title)
    if note.documentState.contains(.inConflict) { print("(in conflict)") }
    print(note.text, terminator: "")
    for image in note.images {
      print("[\(image)]")
      for line in note.thumbnail(of: image)?.lines ?? [] { print(line) }
    }
    try await note.close()
  }

  /// Moves a note into a container, or out of the one that it is in; programs that have it open follow.
  private static func move(_ name: String, to folder: String) async throws {
    let containers = UbiquityContainers.standard
    let url = url(name)
    let target = URL(fileURLWithPath: folder, isDirectory: true)
      .appendingPathComponent(url.lastPathComponent, isDirectory: true)
    try await containers.move(
      itemAt: url, to: target, intoContainer: !containers.isUbiquitousItem(at: url))
  }

  // MARK: All notes

  /// A query for the notes of a folder, by name.
  private static func query(_ folder: String) -> MetadataQuery {
    let query = MetadataQuery()
    query.scopes = [.folder(URL(fileURLWithPath: folder, isDirectory: true))]
    query.filter = .name("*.imagenotes")
    query.sortOrder = [SortDescriptor(\.fileSystemName)]
    query.notificationBatchingInterval = 0.1
    return query
  }

  private static func list(_ folder: String) async throws {
    let query = query(folder)
    var updates = query.updates.makeAsyncIterator()
    try query.startOrThrow()
    // The first update is the end of gathering.
    _ = await updates.next()
    for item in query.items { try await describe(item) }
    query.stop()
  }

  private static func describe(_ item: MetadataItem) async throws {
    let note = NoteDocument(fileURL: item.url)
    try await note.open()
    let count = note.images.count
    print("\(item.displayName)\t\(note.title)\t\(count) \(count == 1 ? "image" : "images")")
    try await note.close()
  }

  /// Prints additions (`+`), changes (`~`) and removals (`-`), until so many lines were printed.
  private static func watch(_ folder: String, count: String?) async throws {
    var left = count.flatMap { Int($0) } ?? .max
    let query = query(folder)
    let updates = query.updates
    try query.startOrThrow()
    for await update in updates {
      let news = [("+", update.added), ("~", update.changed), ("-", update.removed)]
      for (mark, items) in news {
        for item in items where left > 0 {
          print("\(mark) \(item.displayName)")
          left -= 1
        }
      }
      // A program that reads along sees it now.
      fflush(nil)
      if left == 0 { return query.stop() }
    }
  }
}
