import DocMergeCore
import DocMergeLanguage

/// Finds elements of markup with plain text, such as `<version>`, that a result has twice in one parent.
///
/// Attributes tell elements apart. Elements of pages and property lists may repeat.
struct ElementGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The elements that occur twice where every input with their parent has at most one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let found = Self.elements(of: result).filter { $0.value.count > 1 }
    guard !found.isEmpty else { return [] }
    let known = inputs.map { Self.elements(of: $0).mapValues(\.count) }
    return found.compactMap { element, places in
      let most = known.compactMap { $0[element] }.max()
      guard most == 1 else { return nil }
      let name = String(decoding: element.name.prefix(80), as: UTF8.self)
      return StructureFault(
        places: Array(places.dropFirst()), reason: tr("<\(name)> would stand twice in one element"))
    }
    .sorted { $0.stands(before: $1) }
  }

  /// An element by the tags around it and its own name.
  private struct Element: Hashable {
    var parents: Int
    var name: [UInt8]
  }

  /// A tag that is not closed yet, and the elements with plain text that it holds.
  private struct OpenTag {
    var parents: Int
    var name: [UInt8]
    var start: Int
    var isPlain: Bool
    var plainChildren: [[UInt8]: [Range<Int>]] = [:]
  }

  /// Names of elements that may repeat even with equal contents.
  static let rows = Set(
    [
      "p", "li", "td", "th", "dt", "dd", "tr", "br", "hr", "a", "b", "i", "em", "strong", "span",
      "code", "pre", "div", "option", "h1", "h2", "h3", "h4", "h5", "h6", "key", "string",
      "integer", "real", "date", "data", "true", "false", "item", "value", "entry", "element",
    ].map { Array($0.utf8) })

  /// The elements with plain text, and their places in the parent that has the most of them.
  private static func elements(of text: [UInt8]) -> [Element: [Range<Int>]] {
    var elements: [Element: [Range<Int>]] = [:]
    var open: [OpenTag] = []
    var names = OpenNames<[UInt8]>()
    var tags = MarkupTags(text)
    while let tag = tags.next() {
      let name = Array(text[tag.name])
      guard tag.isClosing else {
        if !open.isEmpty { open[open.count - 1].isPlain = false }
        if tag.isEmpty { continue }
        var hasher = Hasher()
        hasher.combine(open.last?.parents)
        hasher.combine(text[tag.range])
        let hasAttributes = tag.name.upperBound + 1 < tag.range.upperBound
        open.append(
          OpenTag(
            parents: hasher.finalize(), name: name, start: tag.range.lowerBound,
            isPlain: !hasAttributes))
        names.insert(name)
        continue
      }
      guard names.contains(name), let place = open.lastIndex(where: { $0.name == name }) else {
        continue
      }
      for tag in open[place...] { names.remove(tag.name) }
      let closed = open[place]
      open.removeSubrange(place...)
      for (child, places) in closed.plainChildren {
        let element = Element(parents: closed.parents, name: child)
        if places.count > elements[element]?.count ?? 0 { elements[element] = places }
      }
      guard closed.isPlain, !open.isEmpty, !rows.contains(name) else { continue }
      open[open.count - 1].plainChildren[name, default: []]
        .append(closed.start..<tag.range.upperBound)
    }
    return elements
  }
}
