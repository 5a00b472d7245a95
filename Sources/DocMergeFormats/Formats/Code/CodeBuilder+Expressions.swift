/// Declarations with a type and a value, and conditions: their parts are merged although there are no brackets.
extension CodeBuilder {
  /// The fields of the name of a declaration.
  private static let nameFields: Set<String> = ["name", "pattern", "left"]
  /// The fields of its value.
  private static let valueFields: Set<String> = ["value", "default_value", "right"]
  /// The operators of conditions, whose operands are independent.
  private static let conditionOperators: Set<String> = ["&&", "||", "and", "or"]

  /// Whether a node is a declaration with a type and a value, such as `limit: Int = 3`.
  func isTyped(_ index: Int) -> Bool { Self.isTyped(code.children(index), code) }

  /// Whether the children of a node are those of a declaration with a type and a value.
  static func isTyped(_ children: [Int], _ code: CodeTree) -> Bool {
    guard let type = children.firstIndex(where: { isTypePart($0, code) }) else { return false }
    let rest = children[(type + 1)...]
    return rest.contains { child in
      code.field(child) == "declarator"
        ? code.children(child).contains { code.type($0) == "=" } : code.type(child) == "="
    }
  }

  private static func isTypePart(_ index: Int, _ code: CodeTree) -> Bool {
    guard !code.isToken(index) else { return false }
    if code.field(index) == "type" || code.type(index) == "type_annotation" { return true }
    // A name of Kotlin is in one node with its type.
    return code.type(index) == "variable_declaration"
      && code.children(index).contains { code.type($0).hasSuffix("_type") }
  }

  /// Whether the children of a node are operands that do not depend on each other: those of conditions and streams.
  static func haveIndependentOperands(_ children: [Int], _ code: CodeTree) -> Bool {
    guard children.count == 3, !code.isToken(children[0]), !code.isToken(children[2]) else {
      return false
    }
    let operation = children[1]
    if conditionOperators.contains(code.type(operation)) { return true }
    return code.children(operation).contains { conditionOperators.contains(code.type($0)) }
      || isStream(children, code)
  }

  /// Whether the children are operands of a stream with two `<<` or more, such as `out << a << b`.
  ///
  /// A single `<<` may be a shift.
  private static func isStream(_ children: [Int], _ code: CodeTree) -> Bool {
    let inner = code.children(children[0])
    return inner.count == 3 && code.type(children[1]) == "<<" && code.type(inner[1]) == "<<"
      && !code.type(children[2]).contains("number")
  }

  /// The dependence of a part of a declaration: a value is that of one name, so that both depend on each other.
  func dependence(of part: Node, field: String) -> Node.Dependence? {
    guard Self.nameFields.contains(field) || Self.valueFields.contains(field),
      !part.isContainer
    else { return nil }
    var hash = ContentHash()
    for byte in text[part.body] where !byte.isWhite { hash.add(byte) }
    return .condition(hash.value)
  }
}
