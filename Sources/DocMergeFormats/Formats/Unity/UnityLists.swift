/// The keys of items in the lists of an asset of Unity.
struct UnityLists {
  private let values: YAMLValues
  private var text: [UInt8] { values.text }

  init(_ text: [UInt8]) { values = YAMLValues(text: text) }

  /// How the items of a list are found.
  private enum Items {
    /// By the object that they refer to, in a member or directly.
    case references(in: String?)
    /// By members.
    case members([String])
    /// By the key of their only member.
    case names
    /// By their whole text.
    case values
  }

  /// Lists in which each item occurs once.
  private static let sets: [String: Items] = [
    "m_Component": .references(in: "component"), "m_Children": .references(in: nil),
    "m_Roots": .references(in: nil), "m_RemovedComponents": .references(in: nil),
    "m_RemovedGameObjects": .references(in: nil),
    "m_AddedGameObjects": .references(in: "addedObject"),
    "m_AddedComponents": .references(in: "addedObject"),
    "m_Modifications": .members(["target", "propertyPath"]),
    "m_TexEnvs": .names, "m_Floats": .names, "m_Colors": .names, "m_Ints": .names,
    "m_ValidKeywords": .values, "m_InvalidKeywords": .values,
    "m_ChildStates": .references(in: "m_State"),
    "m_ChildStateMachines": .references(in: "m_StateMachine"),
    "m_AnimatorParameters": .members(["m_Name"]),
    "m_PositionCurves": .members(["path"]), "m_RotationCurves": .members(["path"]),
    "m_EulerCurves": .members(["path"]), "m_ScaleCurves": .members(["path"]),
    "m_FloatCurves": .members(["attribute", "path", "classID"]),
    "m_EditorCurves": .members(["attribute", "path", "classID"]),
  ]

  /// Lists whose order matters.
  private static let sequences: [String: Items] = [
    "m_AnimatorLayers": .members(["m_Name"]), "m_Transitions": .references(in: nil),
    "m_AnyStateTransitions": .references(in: nil), "m_EntryTransitions": .references(in: nil),
    "m_StateMachineBehaviours": .references(in: nil), "m_Scenes": .members(["path"]),
  ]

  /// Gives the items of a list their keys, if all of them have one.
  func mark(_ node: inout Node) {
    guard node.kind == .items, let key = node.key else { return }
    let name = String(decoding: text[key.range], as: UTF8.self)
    guard let items = Self.sets[name] ?? Self.sequences[name] else { return }
    let keys = node.children.compactMap { self.key(of: $0, items) }
    guard keys.count == node.children.count else { return }
    if Self.sets[name] != nil {
      node.kind = .set
      node.keepsOrder = true
    }
    for (index, key) in keys.enumerated() {
      node.children[index].key = key
      node.children[index].isAddedWhole = true
    }
  }

  private func key(of item: Node, _ items: Items) -> Node.Key? {
    switch items {
    case .references(let member):
      // Old versions name the member after the class of the object.
      let value =
        item.isContainer
        ? member.flatMap { values.member($0, of: item) ?? only(item) }.map(values.value(ofMember:))
        : values.value(ofItem: item)
      return value.map { Node.Key(meaning: words($0), at: $0) }
    case .members(let names):
      guard let name = names.first, let member = values.member(name, of: item) else { return nil }
      let parts = names.map { name in
        values.member(name, of: item).map { words(values.value(ofMember: $0)) } ?? []
      }
      return Node.Key(
        meaning: parts.flatMap { [UInt8(0xFF)] + $0 }, at: values.value(ofMember: member))
    case .names: return item.isContainer ? only(item)?.key : nil
    case .values:
      return values.value(ofItem: item).map { Node.Key(meaning: words($0), at: $0) }
    }
  }

  private func only(_ item: Node) -> Node? { item.children.count == 1 ? item.children.first : nil }

  /// A value on one line, without blanks.
  private func words(_ range: Range<Int>) -> [UInt8] { text[range].filter { !$0.isWhite } }
}
