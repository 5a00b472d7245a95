// A document whose model, state, conflicts and progress are published with OpenCombine.
//
//     swift run --package-path Samples/Itinerary Itinerary lisbon.txt
//
// Each line that is typed becomes a stop; published values are printed. Conflicts are resolved as they arise.
import DocMergeUIKit
import OpenCombine

@main @MainActor
struct ItineraryProgram {
  static func main() async {
    let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "itinerary.txt")
    let document = ItineraryDocument(fileURL: url)
    let subscriptions = follow(document)
    guard await isOpen(document) else { fail(document) }
    for await line in lines() where !line.isEmpty { document.itinerary.stops.append(line) }
    guard await document.close() else { fail(document) }
    for subscription in subscriptions { subscription.cancel() }
  }

  /// Opens the document, whose contents may be elsewhere, or makes it.
  private static func isOpen(_ document: UIDocument) async -> Bool {
    if await document.open() { return true }
    guard (document.lastError as? CocoaError)?.code == .fileReadNoSuchFile else { return false }
    return await document.save(to: document.fileURL, for: .forCreating)
  }

  /// Prints the published values, and resolves conflicts.
  private static func follow(_ document: ItineraryDocument) -> [AnyCancellable] {
    [
      document.itinerary.$stops.dropFirst().sink { print("stops: \($0.joined(separator: ", "))") },
      document.statePublisher.sink { print("state: \(words($0))") },
      document.conflictPublisher.filter { !$0.isEmpty }.sink { versions in
        print("in conflict with \(versions.compactMap(\.localizedNameOfSavingComputer))")
        Task { try await document.resolveConflicts(using: Chain([ThreeWayMerge(), KeepBoth()])) }
      },
      document.progressPublisher.sink { print("progress: \(Int($0 * 100)) %") },
    ]
  }

  private static func words(_ state: UIDocument.State) -> String {
    let names: [(UIDocument.State, String)] = [
      (.closed, "closed"), (.inConflict, "in conflict"), (.savingError, "not saved"),
      (.editingDisabled, "busy"), (.progressAvailable, "loading"),
    ]
    let words = names.filter { state.contains($0.0) }.map(\.1)
    return words.isEmpty ? "normal" : words.joined(separator: ", ")
  }

  private static func fail(_ document: UIDocument) -> Never {
    let words = document.lastError?.localizedDescription ?? "unknown error"
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(1)
  }

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
