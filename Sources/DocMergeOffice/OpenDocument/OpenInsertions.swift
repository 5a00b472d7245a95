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
  /// The document with the names of the base for an insertion whose beginning was edited, and for a comment
  /// that says something else now.
  func withChanges(namedAsIn base: OpenDocument) -> OpenDocument {
    var names = Self.names(of: changes, asIn: base.changes) { $0 }
    names.merge(
      Self.names(of: comments, asIn: base.comments) { comment in
        ["dc:creator", "dc:date"].map { comment.first($0) }
      }
    ) { first, _ in first }
    guard !names.isEmpty else { return self }
    var document = self
    document.rename(names)
    return document
  }

  /// For each thing that only one version has the name in the base of the only one of its kind.
  private static func names<Kind: Hashable>(
    of own: [String: XMLElement], asIn base: [String: XMLElement], by kind: (XMLElement) -> Kind
  ) -> [String: String] {
    let gone = Dictionary(grouping: base.filter { own[$0.key] == nil }) { kind($0.value) }
    let new = Dictionary(grouping: own.filter { base[$0.key] == nil }) { kind($0.value) }
    return new.reduce(into: [:]) { names, found in
      guard found.value.count == 1, let old = gone[found.key], old.count == 1 else { return }
      names[found.value[0].key] = old[0].key
    }
  }

  /// The document with the names for its changes and comments that a text has.
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
        comments[old] != nil
          || changes[old] == versions.lazy.compactMap { $0.changes[new] }.first
      })
    else { return nil }
    var document = self
    document.rename(names)
    return document
  }
}

extension Line {
  /// The names of the tracked changes and comments that it has marks of, in order.
  fileprivate var changeNames: [String] {
    paragraphs.flatMap(\.marks).compactMap { mark in
      mark.element["text:change-id"]
        ?? (mark.element.name.hasPrefix("office:annotation") ? mark.element["office:name"] : nil)
    }
      + notes.flatMap(\.self).flatMap(\.changeNames)
  }
}
