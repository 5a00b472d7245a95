import DocMergeArchive

/// A paragraph: its text as single characters, each with its formatting.
struct Paragraph: Sendable, Hashable {
  /// A character, or an object that stands in the text as one does.
  struct Glyph: Sendable, Hashable {
    /// The character; for an object the one that stands for its kind.
    var scalar: Unicode.Scalar
    // Documents have millions of them.
    private var formatIndex: Int32
    private var objectIndex: Int32

    init(scalar: Unicode.Scalar, format: Int, object: Int?) {
      self.scalar = scalar
      (formatIndex, objectIndex) = (Int32(format), object.map { Int32($0) } ?? -1)
    }

    /// The index of its formatting.
    var format: Int { Int(formatIndex) }

    /// The index of the object that it is; `nil` for a character.
    var object: Int? { objectIndex < 0 ? nil : Int(objectIndex) }
  }

  /// Something without a width that stands before a character, such as the start of a bookmark.
  struct Mark: Sendable, Hashable {
    /// What the mark is known by in all versions.
    var key: String
    var element: XMLElement
    /// The formatting of the run that it stands in.
    var format: Properties
    /// The index of the glyph that it stands before.
    var position: Int

    /// Whether it and another are both starts, or both ends, of bookmarks at one place.
    fileprivate func isBookmark(beside other: Mark) -> Bool {
      Self.bookmarks.contains(element.name) && element.name == other.element.name
        && position == other.position
    }

    private static let bookmarks: Set = [
      "w:bookmarkStart", "w:bookmarkEnd", "text:bookmark-start", "text:bookmark-end",
    ]
  }

  /// How it continues the lists of the paragraph before it.
  struct Joint: Sendable, Hashable {
    /// How many of its lists go on from the paragraph before.
    var lists = 0
    /// Whether it is in the same item.
    var isSameItem = false
    /// The settings of the lists that start with it, beside their style.
    var starts: [XMLElement] = []

    /// Whether two paragraphs go on alike; the ids of lists are made anew at each save.
    func isSame(as other: Joint) -> Bool {
      lists == other.lists && isSameItem == other.isSameItem
    }
  }

  /// What stands before the text where the document is shown as text: `## `, `- `, or nothing.
  var prefix = ""
  var properties = Properties()
  var glyphs: [Glyph] = []
  var formats: [Properties] = []
  var objects: [TextObject] = []
  var marks: [Mark] = []
  var joint = Joint()

  /// The characters, and those that stand for objects.
  var scalars: [Unicode.Scalar] { glyphs.map(\.scalar) }

  /// Whether it says nothing and holds nothing.
  var isBlank: Bool { glyphs.isEmpty && marks.isEmpty && properties.isEmpty }

  /// The formatting of a character.
  func format(of glyph: Int) -> Properties { formats[glyphs[glyph].format] }

  /// Adds a character.
  mutating func append(_ scalar: Unicode.Scalar, _ format: Properties) {
    glyphs.append(Glyph(scalar: scalar, format: index(of: format), object: nil))
  }

  /// Adds characters; ends of lines are spaces, since a paragraph is one line.
  mutating func append(_ text: String, _ format: Properties) {
    guard !text.isEmpty else { return }
    let index = index(of: format)
    for scalar in text.unicodeScalars {
      let isEnd = scalar == "\n" || scalar == "\r"
      glyphs.append(Glyph(scalar: isEnd ? " " : scalar, format: index, object: nil))
    }
  }

  /// Adds an object.
  mutating func append(_ object: TextObject, _ format: Properties) {
    objects.append(object)
    glyphs.append(
      Glyph(
        scalar: object.kind.scalar, format: index(of: format), object: objects.count - 1))
  }

  /// Adds a mark at the end.
  mutating func append(mark key: String, _ element: XMLElement, _ format: Properties) {
    marks.append(Mark(key: key, element: element, format: format, position: glyphs.count))
  }

  private mutating func index(of format: Properties) -> Int {
    // The formatting is that of the run before, nearly always.
    if let last = glyphs.last, formats[last.format] == format { return last.format }
    if let known = formats.firstIndex(of: format) { return known }
    formats.append(format)
    return formats.count - 1
  }

  /// Whether two paragraphs are the same apart from their prefix, which the properties say.
  func isSame(as other: Paragraph) -> Bool {
    guard properties == other.properties, glyphs.count == other.glyphs.count,
      marks == other.marks || marksInOrder == other.marksInOrder
    else { return false }
    return glyphs.indices.allSatisfy { index in
      let (one, two) = (glyphs[index], other.glyphs[index])
      return one.scalar == two.scalar && object(of: one) == other.object(of: two)
        && formats[one.format] == other.formats[two.format]
    }
  }

  /// The marks, with bookmarks that start or end at one place by their names.
  ///
  /// Programs write these in any order.
  private var marksInOrder: [Mark] {
    var ordered = marks
    for index in ordered.indices {
      var place = index
      while place > 0, ordered[place].isBookmark(beside: ordered[place - 1]),
        ordered[place].key < ordered[place - 1].key
      {
        ordered.swapAt(place - 1, place)
        place -= 1
      }
    }
    return ordered
  }

  /// The object that a glyph is.
  func object(of glyph: Glyph) -> TextObject? { glyph.object.map { objects[$0] } }
}

/// Something in a text that is no character.
struct TextObject: Sendable, Hashable {
  /// What it is, as far as a reader sees.
  enum Kind: Sendable, Hashable, CaseIterable {
    case lineBreak
    case pageBreak
    case image
    case note
    /// A field, whose text the program computes.
    case field
    /// A character that is written as an element.
    case special
    /// A table or another block in a cell.
    case block

    /// The character that stands for it where the document is shown as text.
    var scalar: Unicode.Scalar {
      switch self {
      case .lineBreak: "↵"
      case .pageBreak: "⤓"
      case .image: "🖼"
      case .note: "※"
      case .field: "⌗"
      case .special: "▫"
      case .block: "⊞"
      }
    }
  }

  /// Where a note was read: the version, and how many notes stand before it there.
  struct Origin: Sendable, Hashable {
    var version: Side
    var number: Int
  }

  var kind: Kind
  var element: XMLElement
  /// Whether it stands between runs, and not in one.
  var isBetweenRuns = false
  /// The lines of a note, which stand elsewhere in the text.
  var note: [Line] = []
  /// Where a note was read; no part of what it says.
  var origin: Origin?

  static func == (one: TextObject, other: TextObject) -> Bool {
    one.kind == other.kind && one.element == other.element && one.note == other.note
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(element)
  }
}
