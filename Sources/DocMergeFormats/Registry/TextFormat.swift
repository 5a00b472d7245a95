import DocMergeLanguage

/// A kind of text that a program adds, so that docmerge merges it by its parts.
///
/// The program recognizes the texts, and gives their parts and the keys by which parts are found in another version of
/// the text. The merge, its rules and its guards are those of all formats: changes of the sides to different parts are
/// merged, changes of both to one part are a conflict, and a result that has a key twice that no input has twice is
/// not accepted.
///
///     struct ShoppingList: TextFormat {
///       let name = "shopping"
///       func recognizes(path: String) -> Bool { path.hasSuffix(".shop") }
///       func parts(of text: [UInt8]) -> TextPart {
///         // One part a line, found by the text before the colon.
///       }
///     }
///     ShoppingList().register()
public protocol TextFormat: Sendable {
  /// The name by which `docmerge-format` chooses the format: letters, digits and hyphens.
  var name: String { get }

  /// Whether a document of this path is of the format, as far as the path can tell.
  ///
  /// - Parameter path: Names of folders and the name of the document, with slashes between; empty when unknown.
  /// - Returns: `true` for a document that this format should read.
  func recognizes(path: String) -> Bool

  /// Finds the parts of a text.
  ///
  /// It may be called from two threads at once.
  ///
  /// - Parameter text: UTF-8, with `\n` at the ends of lines, regardless of the file; the last line may have none.
  /// - Returns: The whole text as one part that holds the others.
  /// - Throws: ``FormatRefusal`` for a text that is not of the format, or whose meaning is in doubt: it is merged by
  ///   lines.
  /// - Complexity: Should be O(*n*), *n* being the number of bytes: a merge reads each version once, and the result.
  func parts(of text: [UInt8]) throws(FormatRefusal) -> TextPart
}

extension TextFormat {
  /// Makes the format known to all merges of this process.
  ///
  /// The format that was registered last is tried first; all of them are tried before docmerge's own.
  public func register() {
    let format = self
    FormatRegistry.shared.add { path, name in
      let isNamed = name.map { $0 == format.name } ?? format.recognizes(path: path)
      return isNamed ? [KnownFormat(RegisteredFormat(format: format))] : []
    }
  }
}

/// A part of a text: an entry, an item, a section or a value, with the parts that it holds.
///
///     # milk                 comments above a part can belong to it, see ``comments``
///     milk: 2 litres,        the body, with the key `milk`; the comma is the separator
///
/// Parts follow each other. Text between two of them belongs to the second one.
public struct TextPart: Sendable {
  /// The contents of a part, and how they are merged.
  public enum Kind: Sendable, Hashable {
    /// One value, such as a number: two changes of it are a conflict.
    case value
    /// Text, whose lines and words may be changed independently.
    case text
    /// Parts that are found by their keys; their order does not matter.
    case entries
    /// Parts of a list, whose order matters.
    case items
    /// Parts that are found by their text, each once, in any order.
    case set
    /// Parts of any kind, in order.
    case blocks
  }

  /// The contents of the part.
  public var kind: Kind
  /// Its key among its siblings; `nil` when only its text identifies it.
  public var key: [UInt8]?
  /// Its place, in bytes from the start of the text, with the end of its last line if it has lines of its own.
  public var body: Range<Int>
  /// The start of the comments that belong to it, before the body of the first part of a list.
  ///
  /// Text between two parts belongs to the second one anyway.
  public var comments: Int
  /// The place of the mark between it and the next one, after the body; empty where there is none.
  public var separator: Range<Int>
  /// The parts that it holds, in the order of the text; within the body.
  public var children: [TextPart] = []
  /// The place for parts in a part that has none.
  public var emptyPlace: Int?
  /// The mark between its children; `nil` where there is none, or only the end of a line.
  public var mark: UInt8?
  /// Whether the last child may have the mark, too.
  public var allowsFinalMark = false

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - kind: The contents.
  ///   - key: The key.
  ///   - body: The place.
  ///   - comments: The start of comments above it; the body when left out.
  ///   - separator: The mark after it; none when left out.
  public init(
    _ kind: Kind, key: [UInt8]? = nil, body: Range<Int>, comments: Int? = nil,
    separator: Range<Int>? = nil
  ) {
    self.kind = kind
    self.key = key
    self.body = body
    self.comments = comments ?? body.lowerBound
    self.separator = separator ?? body.upperBound..<body.upperBound
  }
}

/// A format that a program has registered, in the form of docmerge's own.
struct RegisteredFormat: DocumentFormat {
  let format: any TextFormat

  var name: String { format.name }

  func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    let part = try format.parts(of: text)
    guard part.body == text.indices else {
      throw FormatRefusal(at: 0, tr("the format \(name) does not take the whole text for a part"))
    }
    let builder = PartBuilder(text: text)
    return SyntaxTree(text: text, root: try builder.node(part, from: 0, depth: 0))
  }
}

/// Makes nodes of parts, and refuses those that do not follow each other.
private struct PartBuilder {
  /// The text.
  let text: [UInt8]

  private var count: Int { text.count }

  /// The node of a part that owns all text from `start` on.
  func node(_ part: TextPart, from start: Int, depth: Int) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else {
      throw FormatRefusal(at: part.body.lowerBound, tr("the parts are nested too deep"))
    }
    guard start <= part.body.lowerBound, part.body.upperBound <= part.separator.lowerBound,
      part.separator.upperBound <= count
    else {
      throw FormatRefusal(
        at: min(max(part.body.lowerBound, 0), count), tr("the parts do not follow each other"))
    }
    let key = part.key.map { Node.Key(meaning: $0, at: part.body) }
    var node = Node(
      part.kind.node, key: key, range: start..<part.separator.upperBound, body: part.body,
      separator: part.separator)
    (node.mark, node.allowsFinalMark) = (part.mark, part.allowsFinalMark)
    if node.isContainer {
      try fill(&node, with: part, depth: depth)
    } else {
      guard part.children.isEmpty else {
        throw FormatRefusal(at: part.body.lowerBound, tr("a value or text cannot hold parts"))
      }
      cutLineEnding(&node)
    }
    return node
  }

  /// Removes the end of the line from a body: the last line of a text may have none.
  private func cutLineEnding(_ node: inout Node) {
    let body = node.body
    guard node.separator.isEmpty, !body.isEmpty, text[body.upperBound - 1] == 0x0A else { return }
    node.body = body.lowerBound..<(body.upperBound - 1)
    node.inner = node.body.upperBound..<node.body.upperBound
    node.separator = node.inner
  }

  private func fill(
    _ node: inout Node, with part: TextPart, depth: Int
  ) throws(FormatRefusal) {
    guard let first = part.children.first else {
      let place = part.emptyPlace ?? part.body.upperBound
      guard part.body.lowerBound <= place, place <= part.body.upperBound else {
        throw FormatRefusal(
          at: part.body.lowerBound, tr("the place for parts is outside of the part"))
      }
      node.inner = place..<place
      return
    }
    let start = min(first.comments, first.body.lowerBound)
    guard start >= part.body.lowerBound else {
      throw FormatRefusal(at: part.body.lowerBound, tr("the parts do not follow each other"))
    }
    var end = start
    for child in part.children {
      node.children.append(try self.node(child, from: end, depth: depth + 1))
      end = child.separator.upperBound
    }
    guard end <= part.body.upperBound else {
      throw FormatRefusal(at: part.body.upperBound, tr("a part ends behind the one that holds it"))
    }
    node.inner = start..<end
  }
}

extension TextPart.Kind {
  fileprivate var node: Node.Kind {
    switch self {
    case .value: .scalar
    case .text: .text
    case .entries: .members
    case .items: .items
    case .set: .set
    case .blocks: .blocks
    }
  }
}
