import DocMergeCore

/// Finds numbers that tell the children of a container apart, and that a result has twice.
///
/// The fields of a message, the values of an enumeration, the steps of a migration have numbers of their own.
/// Where the children of a container all have different ones, so must those of the result.
struct NumberGuard {
  /// How a child says its number.
  private enum Form: CaseIterable {
    /// Behind an equals sign at the end: `string name = 3;`.
    case assigned
    /// At the start of a name: `"0003_mail"`.
    case prefix
  }

  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// The children whose number another one has in the result.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the children.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    var faults: [StructureFault] = []
    for form in Form.allCases {
      var numbered: [UInt64: Bool] = [:]
      for input in inputs {
        Self.forEachContainer(in: input) { container, children in
          let numbers = children.compactMap { Self.number(of: $0, form, in: input.text) }
          guard numbers.count > 1 else { return }
          let isDistinct = Set(numbers).count == numbers.count
          numbered[container] = isDistinct && numbered[container] ?? true
        }
      }
      Self.forEachContainer(in: tree) { container, children in
        guard numbered[container] == true else { return }
        let pairs = children.compactMap { child in
          Self.number(of: child, form, in: tree.text).map { ($0, child) }
        }
        for (number, found) in Dictionary(grouping: pairs, by: \.0) where found.count > 1 {
          faults.append(
            StructureFault(
              places: found.map(\.1.body), reason: "the number \(number) would stand twice"))
        }
      }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  private static func forEachContainer(
    in tree: SyntaxTree, _ visit: (UInt64, [Node]) -> Void
  ) {
    func walk(_ node: Node, _ container: UInt64) {
      if node.kind == .blocks || node.kind == .items || node.kind == .members {
        visit(container, node.children)
      }
      for child in node.children where !child.children.isEmpty {
        var inner = ContentHash()
        inner.add(hash: container)
        inner.add(hash: child.key?.hash ?? 0)
        walk(child, inner.value)
      }
    }
    walk(tree.root, 0)
  }

  /// The number of a child, as it is written.
  private static func number(of child: Node, _ form: Form, in text: [UInt8]) -> String? {
    guard !child.isContainer, child.body.count < 200 else { return nil }
    let body = text[child.body]
    switch form {
    case .assigned:
      guard let sign = body.lastIndex(of: UInt8(ascii: "=")) else { return nil }
      let rest = body[(sign + 1)...].drop(while: \.isWhite)
      let digits = rest.prefix(while: \.isDecimalDigit)
      let tail = rest[digits.endIndex...].drop(while: \.isWhite)
      let words = body[..<sign].split { !$0.isPartOfName }.count
      guard !digits.isEmpty, tail.isEmpty || tail.first == UInt8(ascii: ";"), words > 1 else {
        return nil
      }
      return String(decoding: digits, as: UTF8.self)
    case .prefix:
      let name = body.drop { !$0.isPartOfName }
      let digits = name.prefix(while: \.isDecimalDigit)
      let next = name[digits.endIndex...].first
      guard digits.count > 2, body.distance(from: body.startIndex, to: name.startIndex) < 3,
        next == UInt8(ascii: "_") || next == UInt8(ascii: "-")
      else { return nil }
      return String(decoding: digits, as: UTF8.self)
    }
  }
}
