import DocMergeArchive

/// What tracked insertions begin with, which tells those apart that one author made in one second.
struct OpenInsertions {
  private var texts: [String: String] = [:]
  private var open: Set<String> = []

  /// More than that is not needed to know an insertion, and may be edited.
  private static let length = 24

  /// Reads a text.
  init(_ body: XMLElement) {
    read(body)
  }

  /// The first characters of an insertion, without white space; none for other changes.
  subscript(id: String) -> String { texts[id] ?? "" }

  private mutating func read(_ element: XMLElement) {
    for child in element.children {
      switch child {
      case .text(let text): add(text)
      case .element(let inner):
        let id = inner["text:change-id"] ?? ""
        switch inner.name {
        case "text:tracked-changes": continue
        case "text:change-start": open.insert(id)
        case "text:change-end": open.remove(id)
        default: read(inner)
        }
      }
    }
  }

  private mutating func add(_ text: String) {
    for id in open {
      let known = texts[id] ?? ""
      let added = text.lazy.filter { !$0.isWhitespace }.prefix(Self.length - known.count)
      texts[id] = known + String(added)
    }
  }
}

extension OpenDocument {
  /// The document with the name of the base for an insertion whose beginning was edited.
  func withChanges(namedAsIn base: OpenDocument) -> OpenDocument {
    func grouped(_ own: OpenDocument, without other: OpenDocument) -> [XMLElement: [String]] {
      Dictionary(grouping: own.changes.keys.filter { other.changes[$0] == nil }) {
        own.changes[$0] ?? XMLElement("")
      }
    }
    let gone = grouped(base, without: self)
    var names: [String: String] = [:]
    for (said, new) in grouped(self, without: base) where new.count == 1 {
      if let old = gone[said], old.count == 1 { names[new[0]] = old[0] }
    }
    guard !names.isEmpty else { return self }
    var document = self
    document.rename(names)
    return document
  }

  /// The document with the names for its changes that a text has.
  ///
  /// - Parameters:
  ///   - written: the lines that were written.
  ///   - read: the lines that were read from the document.
  ///   - versions: the documents that the changes are from.
  /// - Returns: the document; `nil` where the changes are others, or have these names.
  func withChanges(
    namedAsIn written: [Line], read: [Line], of versions: [OpenDocument]
  ) -> OpenDocument? {
    let (wanted, found) = (written.flatMap(\.changeNames), read.flatMap(\.changeNames))
    guard wanted != found, let names = [String: String](renaming: found, as: wanted),
      names.allSatisfy({ old, new in
        changes[old] == versions.lazy.compactMap { $0.changes[new] }.first
      })
    else { return nil }
    var document = self
    document.rename(names)
    return document
  }
}

extension Line {
  /// The names of the tracked changes that it has marks of, in order.
  fileprivate var changeNames: [String] {
    paragraphs.flatMap(\.marks).compactMap { $0.element["text:change-id"] }
      + notes.flatMap(\.self).flatMap(\.changeNames)
  }
}
