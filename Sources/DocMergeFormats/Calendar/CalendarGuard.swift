import DocMergeCore

/// Finds times of a merged calendar in a time zone that it does not define any more.
struct CalendarGuard {
  private let known: Set<String>

  init(_ inputs: [SyntaxTree]) {
    known = inputs.reduce(into: []) { $0.formUnion(Self.undefined(in: $1).keys) }
  }

  /// The lines that name a zone which is missing, and in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.undefined(in: tree).filter { !known.contains($0.key) }.map { zone, places in
      StructureFault(places: places, reason: "the time zone `\(zone)` would be missing")
    }.sorted { $0.stands(before: $1) }
  }

  /// The zones that lines name and no component defines.
  private static func undefined(in tree: SyntaxTree) -> [String: [Range<Int>]] {
    var defined: Set<String> = []
    var named: [String: [Range<Int>]] = [:]
    func walk(_ node: Node) {
      if node.kind == .text, let key = node.key, tree.text[node.body].starts(with: "BEGIN:".utf8) {
        defined.insert(String(decoding: tree.text[key.range], as: UTF8.self).uppercased())
        return
      }
      if node.kind != .members, let line = CalendarLine(node.body, in: tree.text),
        let zone = line.parameter("TZID")
      {
        named[zone, default: []].append(node.body)
      }
      for child in node.children where node.kind == .members { walk(child) }
    }
    walk(tree.root)
    return named.filter { !defined.contains($0.key) && !$0.key.hasPrefix("/") }
  }
}
