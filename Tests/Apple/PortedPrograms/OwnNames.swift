import DocMergeUIKit

// A program may have types of its own with any name that is not Apple's.

/// A page of the program, not a file.
struct Document {
  var pages: [MetadataItem] = []
}

/// A line that the program says of a page.
struct MetadataItem: Equatable {
  var name: String
}

/// A card that counts as any other.
enum Wildcard: String {
  case joker
}

/// A place in a list of the program.
struct Container {
  var document = Document()
}

/// What a program with names of its own does with them, beside Apple's.
final class OwnNames: UIDocument {
  var container = Container()

  func add(_ card: Wildcard) -> MetadataItem {
    let item = MetadataItem(name: card.rawValue)
    container.document.pages.append(item)
    return item
  }
}
