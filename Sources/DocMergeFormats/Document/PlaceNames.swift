/// How the places of a text are named: `$.scripts.test`, `jobs › build › steps[2]`, `Setup › item 3`.
///
/// Elements of lists are counted from 0 in brackets, as in JSONPath; items of prose from 1.
struct PlaceNames {
  /// How the names of nested nodes are joined.
  private enum Notation {
    case jsonPath, keys, prose
  }

  private let notation: Notation

  /// The most bytes of a key that are shown.
  private static let keyLimit = 60

  init(of known: KnownFormat) {
    notation =
      known.traits.contains(.prose) ? .prose : known.traits.contains(.json) ? .jsonPath : .keys
  }

  /// The name of a child among its siblings; `nil` where it has none.
  func label(of index: Int, in parent: Node, _ text: [UInt8]) -> String? {
    if let key = parent.children[index].key, !key.range.isEmpty {
      let line = text[key.range].prefix { $0 != 0x0A }.prefix(Self.keyLimit)
      return String(decoding: line.trimming { $0 == .quotationMark }, as: UTF8.self)
    }
    guard parent.kind == .items else { return nil }
    return notation == .prose ? "item \(index + 1)" : "[\(index)]"
  }

  /// The name of a place from those of the nodes around it, the outermost first.
  func joined(_ labels: [String]) -> String {
    var name = notation == .jsonPath ? "$" : ""
    for label in labels {
      switch notation {
      case _ where label.hasPrefix("["): break
      case .jsonPath: name += "."
      case .keys, .prose: name += name.isEmpty ? "" : " › "
      }
      name += label
    }
    return name
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without those to leave out at both ends.
  fileprivate func trimming(_ isLeftOut: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let rest = drop(while: isLeftOut)
    let end = rest.lastIndex { !isLeftOut($0) } ?? rest.startIndex - 1
    return rest[rest.startIndex..<end + 1]
  }
}
