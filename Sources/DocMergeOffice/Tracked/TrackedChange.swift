import DocMergeArchive

/// Who made the changes of one side, as word processors name the author of a tracked change.
package struct ChangeAuthor: Sendable, Hashable {
  /// The name that is shown.
  package var name: String
  /// When the changes were made, as `2026-01-31T09:00:00Z`; `nil` where that is not known.
  package var date: String?

  /// Makes an author.
  package init(name: String, date: String? = nil) {
    (self.name, self.date) = (name, date)
  }
}

/// The authors of both sides of a conflict.
package struct ChangeAuthors: Sendable, Hashable {
  package var ours: ChangeAuthor
  package var theirs: ChangeAuthor

  /// Makes the authors; each name ends with its side, by which the changes of a conflict are known.
  package init(ours: ChangeAuthor, theirs: ChangeAuthor) {
    func named(_ author: ChangeAuthor, _ side: String) -> ChangeAuthor {
      let name = author.name.isEmpty ? "unknown" : author.name
      return ChangeAuthor(name: "\(name) (\(side))", date: author.date)
    }
    self.ours = named(ours, "ours")
    self.theirs = named(theirs, "theirs")
  }

  /// The name of what both sides did.
  static let bothName = "Both (ours and theirs)"

  subscript(author: TrackedChange.Author) -> ChangeAuthor {
    switch author {
    case .ours: ours
    case .theirs: theirs
    case .both:
      ChangeAuthor(name: Self.bothName, date: [ours.date, theirs.date].compactMap(\.self).max())
    }
  }

  /// Whether a tracked change of this author is one of a conflict.
  package static func isOfConflict(_ name: String) -> Bool {
    [" (ours)", " (theirs)", " (ours and theirs)"].contains { name.hasSuffix($0) }
  }
}

/// A tracked change of a conflict, which a person accepts or rejects in a word processor.
///
/// While a document is put together, the change of a character is a property of its formatting, that of the end
/// of a paragraph one of the paragraph, and that of a row one of the row.
struct TrackedChange: Sendable, Hashable {
  enum Kind: String, Sendable {
    case insertion
    case deletion
  }

  /// The side that made the change.
  enum Author: String, Sendable {
    case ours
    case theirs
    /// Both sides, alike.
    case both
  }

  var kind: Kind
  var author: Author

  /// The name of the property.
  static let property = "docmerge:change"

  init(_ kind: Kind, by author: Author) {
    (self.kind, self.author) = (kind, author)
  }

  /// The deletion that some sides agree about; `nil` where none deletes.
  init?(deletedByOurs: Bool, byTheirs: Bool) {
    guard deletedByOurs || byTheirs else { return nil }
    self.init(.deletion, by: deletedByOurs && byTheirs ? .both : deletedByOurs ? .ours : .theirs)
  }

  /// Whether the changed part is there, once the changes of some authors are accepted and all others rejected.
  func isShown(accepting authors: Set<Author>) -> Bool {
    authors.contains(author) == (kind == .insertion)
  }

  fileprivate var element: XMLElement {
    XMLElement(Self.property, [.init("kind", kind.rawValue), .init("by", author.rawValue)])
  }

  fileprivate init?(_ element: XMLElement) {
    guard let kind = element["kind"].flatMap(Kind.init),
      let author = element["by"].flatMap(Author.init)
    else { return nil }
    self.init(kind, by: author)
  }
}

extension Properties {
  /// The tracked change of what has the properties.
  var change: TrackedChange? {
    get { self[TrackedChange.property].flatMap { TrackedChange($0) } }
    set { self[TrackedChange.property] = newValue?.element }
  }
}

extension Paragraph {
  /// The paragraph with the change of each character replaced.
  func withChanges(_ change: (Int) -> TrackedChange?) -> Paragraph {
    var paragraph = self
    (paragraph.glyphs, paragraph.formats, paragraph.objects) = ([], [], [])
    for (index, glyph) in glyphs.enumerated() {
      var format = formats[glyph.format]
      format.change = change(index)
      if let object = object(of: glyph) {
        paragraph.append(object, format)
      } else {
        paragraph.append(glyph.scalar, format)
      }
    }
    return paragraph
  }

  /// The paragraph as one that a side inserted or deleted as a whole.
  func changed(_ change: TrackedChange) -> Paragraph {
    var paragraph = withChanges { _ in change }
    paragraph.properties.change = change
    return paragraph
  }
}

extension Line {
  /// Whether anything in it is a tracked change of a conflict.
  var isTracked: Bool {
    row?.properties.change != nil
      || paragraphs.contains { paragraph in
        paragraph.properties.change != nil || paragraph.formats.contains { $0.change != nil }
      }
  }
}
