/// A kind of text that a program teaches docmerge to merge by its parts.
///
/// The program says which texts they are, what their parts are, and by what a part is found in another version of the
/// text. The merge, its rules and its guards are those of all formats: what the sides did to different parts is
/// merged, what both did to one part is a conflict, and a result in which a key stands twice that no input has so is
/// not taken.
///
///     struct ShoppingList: TextFormat {
///       let name = "shopping"
///       func recognizes(path: String) -> Bool { path.hasSuffix(".shop") }
///       func parts(of text: [UInt8]) -> TextPart {
///         // One part a line, found by what stands before the colon.
///       }
///     }
///     ShoppingList().register()
public protocol TextFormat: Sendable {
  /// The name by which `docmerge-format` chooses the format: letters, digits and hyphens.
  var name: String { get }

  /// Whether a document of this path is of the format, as far as the path tells.
  ///
  /// - Parameter path: Names of folders and the name of the document, with slashes between; empty when unknown.
  /// - Returns: `true` for a document that is to be read by this format.
  func recognizes(path: String) -> Bool

  /// Finds the parts of a text.
  ///
  /// It may be called from two threads at once.
  ///
  /// - Parameter text: UTF-8, with `\n` at the ends of lines, whatever the file has; the last line may have none.
  /// - Returns: The whole text as one part that holds the others.
  /// - Throws: ``FormatRefusal`` for a text that is not of the format, or whose meaning is in doubt: it is merged by
  ///   lines.
  /// - Complexity: Should be O(*n*), *n* being the number of bytes: each version is read once a merge, the result too.
  func parts(of text: [UInt8]) throws(FormatRefusal) -> TextPart
}

extension TextFormat {
  /// Makes the format known to all merges of this process.
  ///
  /// Formats that were registered last are asked first; all of them are asked before docmerge's own.
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
/// Parts follow each other. What stands between two of them belongs to the second one.
public struct TextPart: Sendable {
  /// What a part holds, and what that means for its merge.
  public enum Kind: Sendable, Hashable {
    /// One value, such as a number: two changes of it are a conflict.
    case value
    /// Text, whose lines and words may be changed apart from each other.
    case text
    /// Parts that are found by their keys; their order tells nothing.
    case entries
    /// Parts of a list, whose order tells something.
    case items
    /// Parts that are found by what they say, each once, in any order.
    case set
    /// Parts of any kind, one after the other.
    case blocks
  }

  /// What the part holds.
  public var kind: Kind
  /// By what it is found among its siblings; `nil` when only what it says identifies it.
  public var key: [UInt8]?
  /// Where it stands, in bytes from the start of the text, with the end of its last line if it has lines of its own.
  public var body: Range<Int>
  /// Where comments start that belong to it, before the body of the first part of a list.
  ///
  /// What stands between two parts belongs to the second one anyway.
  public var comments: Int
  /// Where the mark stands that parts it from the next one, behind the body; empty where there is none.
  public var separator: Range<Int>
  /// The parts that it holds, in the order of the text; within the body.
  public var children: [TextPart] = []
  /// Where parts would stand in a part that has none.
  public var emptyPlace: Int?
  /// The mark that parts its children; `nil` where there is none, or only the end of a line.
  public var mark: UInt8?
  /// Whether the last child may have the mark, too.
  public var allowsFinalMark = false

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - kind: What it holds.
  ///   - key: By what it is found.
  ///   - body: Where it stands.
  ///   - comments: Where comments above it start; the body when left out.
  ///   - separator: The mark behind it; none when left out.
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

/// A format that a program has registered, as one of docmerge's.
struct RegisteredFormat: DocumentFormat {
  let format: any TextFormat

  var name: String { format.name }

  func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    let part = try format.parts(of: text)
    guard part.body == text.indices else {
      throw FormatRefusal(at: 0, "the format \(name) does not take the whole text for a part")
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

  /// The node of a part to which everything from `start` on belongs.
  func node(_ part: TextPart, from start: Int, depth: Int) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else {
      throw FormatRefusal(at: part.body.lowerBound, "the parts are nested too deep")
    }
    guard start <= part.body.lowerBound, part.body.upperBound <= part.separator.lowerBound,
      part.separator.upperBound <= count
    else {
      throw FormatRefusal(
        at: min(max(part.body.lowerBound, 0), count), "the parts do not follow each other")
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
        throw FormatRefusal(at: part.body.lowerBound, "a value or text cannot hold parts")
      }
      cutLineEnding(&node)
    }
    return node
  }

  /// Leaves the end of the line out of a body: the last line of a text may have none.
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
        throw FormatRefusal(at: part.body.lowerBound, "the place for parts is outside of the part")
      }
      node.inner = place..<place
      return
    }
    let start = min(first.comments, first.body.lowerBound)
    guard start >= part.body.lowerBound else {
      throw FormatRefusal(at: part.body.lowerBound, "the parts do not follow each other")
    }
    var end = start
    for child in part.children {
      node.children.append(try self.node(child, from: end, depth: depth + 1))
      end = child.separator.upperBound
    }
    guard end <= part.body.upperBound else {
      throw FormatRefusal(at: part.body.upperBound, "a part ends behind the one that holds it")
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
