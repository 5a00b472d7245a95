import DocMergeCore
import DocMergeLanguage

/// Finds elements of one array of tables in TOML that have the same name: `[[bin]]` with `name = "a"` twice.
struct TOMLGuard {
  /// An element of an array: the name of the array, and the member that names the element, as they are written.
  private struct Element: Hashable {
    let array: ArraySlice<UInt8>
    let member: ArraySlice<UInt8>
  }

  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The elements that have the name of another one, in arrays whose elements have different names in all inputs.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    doubledElements(in: tree)
      + StructureFault.doubledNames(in: tree.text, inputs) { DottedTables($0).doubled }
  }

  private func doubledElements(in tree: SyntaxTree) -> [StructureFault] {
    let doubled = Self.places(in: tree).filter { $0.value.count > 1 }
    guard !doubled.isEmpty else { return [] }
    let known = inputs.map { Self.places(in: $0) }
    let repeating = Set(
      known.flatMap { $0.filter { $0.value.count > 1 }.keys.map { Array($0.array) } })
    let counts = known.map { Dictionary(grouping: $0.keys, by: { Array($0.array) }) }
    return doubled.filter { element, _ in
      let array = Array(element.array)
      return !repeating.contains(array) && counts.contains { $0[array, default: []].count > 1 }
    }.map { element, places in
      let name = element.member.excerpt
      return StructureFault(places: places, reason: tr("two elements would have `\(name)`"))
    }.sorted { $0.stands(before: $1) }
  }

  private static func places(in tree: SyntaxTree) -> [Element: [Range<Int>]] {
    var places: [Element: [Range<Int>]] = [:]
    func visit(_ node: Node) {
      for child in node.children where child.isContainer {
        if let element = element(child, in: tree.text) {
          places[element, default: []].append(child.body)
        }
        visit(child)
      }
    }
    visit(tree.root)
    return places
  }

  private static let names: WordList = "name id key path pattern from file"

  /// The name of an element; `nil` for other nodes, and for packages, of which there can be several versions.
  private static func element(_ node: Node, in text: [UInt8]) -> Element? {
    guard text[node.body].starts(with: "[[".utf8) else { return nil }
    let pairs = (node.children.first?.children ?? []).compactMap { pair in
      pair.key.map { (name: String(decoding: text[$0.range], as: UTF8.self), body: pair.body) }
    }
    guard !pairs.contains(where: { $0.name == "version" }),
      let pair = pairs.first(where: { names.contains($0.name) })
    else { return nil }
    let head = text[node.body].prefix { $0 != 0x0A }
    // Arrays within elements are lists of their own: `[[a.b]]`.
    guard !head.contains(UInt8(ascii: ".")) else { return nil }
    return Element(array: head.prefix { $0 != UInt8(ascii: "]") }, member: text[pair.body])
  }
}
