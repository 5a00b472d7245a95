import DocMergeUIKit
import OpenCombine

/// The model: where a trip leads to.
@MainActor
final class Itinerary: ObservableObject {
  @Published var stops: [String] = []
}

/// Keeps an itinerary in a file, a stop on a line.
final class ItineraryDocument: UIDocument {
  let itinerary = Itinerary()
  private var edits: AnyCancellable?

  override init(fileURL url: URL) {
    super.init(fileURL: url)
    noteEdits()
  }

  /// Has every change of the model saved.
  private func noteEdits() {
    edits = itinerary.objectWillChange.sink { [unowned self] in updateChangeCount(.done) }
  }

  override func contents(forType typeName: String) throws -> Any {
    Data(itinerary.stops.map { "\($0)\n" }.joined().utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    // Loading is no edit.
    edits = nil
    itinerary.stops = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    noteEdits()
  }
}
