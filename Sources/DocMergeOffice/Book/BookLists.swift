import DocMergeArchive
import DocMergeCore

/// The lists of a book: its parts, the order in which they are read, and its tables of contents.
///
/// Entries that both sides add at one place are kept, ours first, if no two of them are of one part or one id.
struct BookLists {
  /// The names of elements that are entries.
  private static let entries = ["item", "itemref", "reference", "li", "navPoint"]
  /// The attributes that name an entry, or a part.
  private static let names = ["id", "href", "idref", "src"]

  /// Whether a part of a book can have such lists.
  static func areIn(_ name: String, of book: BookDocument) -> Bool {
    if name == book.contentsPart || name.hasSuffix(".ncx") { return true }
    let contents = book.contents(name) ?? []
    return contents.firstRange(of: Array("<nav".utf8)) != nil
  }

  /// The regions of a merged list, with the entries that both sides added at one place.
  static func settled(_ regions: [Region]) -> [Region] {
    regions.map { region in
      guard case .conflict(let conflict) = region,
        conflict.base?.allSatisfy(\.isBlankOrLineEnd) ?? true,
        let ours = keys(of: conflict.ours), let theirs = keys(of: conflict.theirs),
        ours.isDisjoint(with: theirs)
      else { return region }
      return .agreed(
        .init(
          bytes: Array(conflict.ours + conflict.theirs)[...],
          origin: .decided(by: .addedEntries, from: conflict)))
    }
  }

  /// The names in some whole entries; `nil` for other bytes.
  private static func keys(of bytes: ArraySlice<UInt8>) -> Set<String>? {
    let start = Array("<list>".utf8)
    guard !bytes.allSatisfy(\.isBlankOrLineEnd),
      let document = try? XMLDocument(start + bytes + Array("</list>".utf8), named: "")
    else { return nil }
    var keys: Set<String> = []
    for child in document.root.children {
      switch child {
      case .element(let element):
        guard entries.contains(element.localName) else { return nil }
        element.forEach { inner in
          for name in names { if let value = inner[name] { keys.insert("\(name) \(value)") } }
        }
      case .text(let text):
        guard text.utf8.allSatisfy(\.isBlankOrLineEnd) else { return nil }
      }
    }
    return keys.isEmpty ? nil : keys
  }
}

extension UInt8 {
  fileprivate var isBlankOrLineEnd: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
