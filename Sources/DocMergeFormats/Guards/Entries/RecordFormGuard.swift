import DocMergeCore
import DocMergeLanguage

/// Finds records of a result in a form that one side replaced in all records of their list.
///
///     base   {"name": "tea"}    ours   {"title": "tea"}    theirs  {"name": "tea"}
///            {"name": "jam"}           {"title": "jam"}            {"name": "jam"}
///                                                                  {"name": "oil"}    a fault beside the titles
///
/// The form of a record is the names of its fields, and how each value is written: `2026-01-31` is not written as
/// `31.1.2026` is.
struct RecordFormGuard: Sendable {
  /// What one side did to all records of a list.
  fileprivate struct Change {
    /// The fields that no record has any more.
    var lost: Set<UInt64> = []
    /// The fields that all records have now.
    var gained: Set<UInt64> = []
    /// The old and the new form of values.
    var reformed: [UInt64: (old: UInt64, new: UInt64)] = [:]

    var isEmpty: Bool { lost.isEmpty && gained.isEmpty && reformed.isEmpty }
  }

  /// The changes of lists, by the hash of the keys that lead to each.
  private let changes: [UInt64: [Change]]

  /// Whether a side changed the form of all records of a list.
  var isPossible: Bool { !changes.isEmpty }

  /// Compares the lists that both sides changed.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes in containers that both sides changed.
  init(_ inputs: Triple<SyntaxTree>) {
    var walk = Walk(texts: inputs.map(\.text))
    walk.compare(
      Triple(base: inputs.base.root, ours: inputs.ours.root, theirs: inputs.theirs.root),
      at: RecordList.root)
    changes = walk.changes
  }

  /// The records in an old form beside those in the new form.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes; O(1) where no form was changed.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard isPossible else { return [] }
    var faults: [StructureFault] = []
    func visit(_ node: Node, _ path: UInt64) {
      if let changes = changes[path], let list = RecordList(node, in: tree.text) {
        for change in changes { faults += Self.faults(of: list, change, in: tree.text) }
      }
      for (index, child) in node.children.enumerated() where child.isContainer {
        let next = child.key.map { RecordList.path(path, $0) } ?? RecordList.path(path, index)
        visit(child, next)
      }
    }
    visit(tree.root, RecordList.root)
    return faults
  }

  private static func faults(
    of list: RecordList, _ change: Change, in text: [UInt8]
  ) -> [StructureFault] {
    func isOld(_ record: RecordList.Record) -> Bool {
      let names = Set(record.fields.map(\.name))
      return !names.isDisjoint(with: change.lost) || !names.isSuperset(of: change.gained)
        || record.fields.contains { field in
          change.reformed[field.name].map { $0.old == field.form(in: text) } ?? false
        }
    }
    func isNew(_ record: RecordList.Record) -> Bool {
      let names = Set(record.fields.map(\.name))
      return names.isDisjoint(with: change.lost) && names.isSuperset(of: change.gained)
        && record.fields.allSatisfy { field in
          change.reformed[field.name].map { $0.new == field.form(in: text) } ?? true
        }
    }
    guard list.records.contains(where: isNew) else { return [] }
    return list.records.filter(isOld).map { record in
      let start = text[record.body].prefix { $0 != 0x0A }.excerpt
      return StructureFault(
        places: [record.body],
        reason: tr("“\(start)” would have another form than the records beside it"))
    }
  }

  /// Walks down the inputs together.
  private struct Walk {
    let texts: Triple<[UInt8]>
    var changes: [UInt64: [Change]] = [:]

    mutating func compare(_ nodes: Triple<Node>, at path: UInt64) {
      guard nodes.ours.content != nodes.theirs.content,
        nodes.ours.content != nodes.base.content, nodes.theirs.content != nodes.base.content
      else { return }
      findChange(
        from: nodes.base, to: nodes.ours, texts.ours, beside: nodes.theirs, texts.theirs, path)
      findChange(
        from: nodes.base, to: nodes.theirs, texts.theirs, beside: nodes.ours, texts.ours, path)
      compareItems(nodes, at: path)
      KeyedChildren.forEachChanged(in: nodes) { key, inner in
        compare(inner, at: RecordList.path(path, key))
      }
    }

    /// Compares the items of lists that have as many in each input.
    private mutating func compareItems(_ nodes: Triple<Node>, at path: UInt64) {
      let children = nodes.map(\.children)
      guard children.base.count == children.ours.count, children.base.count == children.theirs.count
      else { return }
      for (index, child) in children.base.enumerated() where child.isContainer && child.key == nil {
        compare(
          Triple(base: child, ours: children.ours[index], theirs: children.theirs[index]),
          at: RecordList.path(path, index))
      }
    }

    private mutating func findChange(
      from base: Node, to side: Node, _ text: [UInt8], beside other: Node, _ otherText: [UInt8],
      _ path: UInt64
    ) {
      // A change of all records changes the first and the last one.
      guard base.children.count > 1, side.children.count > 1,
        base.children.first(where: \.isRecord)?.content
          != side.children.first(where: \.isRecord)?.content,
        base.children.last(where: \.isRecord)?.content
          != side.children.last(where: \.isRecord)?.content,
        let base = RecordList(base, in: texts.base), let side = RecordList(side, in: text),
        let other = RecordList(other, in: otherText)
      else { return }
      let change = Change(
        from: RecordForms(base, in: texts.base), to: RecordForms(side, in: text),
        beside: RecordForms(other, in: otherText))
      if !change.isEmpty { changes[path, default: []].append(change) }
    }
  }
}

extension RecordFormGuard.Change {
  /// How many records show that a field belongs to each of them, and how many show the form of its values.
  private static let (recordWitnesses, formWitnesses) = (2, 3)

  fileprivate init(from base: RecordForms, to side: RecordForms, beside other: RecordForms) {
    guard min(base.count, side.count, other.count) >= Self.recordWitnesses else { return }
    // Sections without a common field, such as those of a manifest, are not records of one kind.
    guard !base.common.isEmpty else { return }
    lost = Set(base.common.filter { other.common.contains($0) && side.counts[$0] == nil })
    gained = Set(side.common.filter { base.counts[$0] == nil && other.counts[$0] == nil })
    guard min(base.count, side.count) >= Self.formWitnesses else { return }
    for name in base.common where side.common.contains(name) && other.common.contains(name) {
      guard let old = base.forms[name], let new = side.forms[name], old != new,
        other.forms[name] == old
      else { continue }
      reformed[name] = (old, new)
    }
  }
}

/// The forms that all records of a list have.
private struct RecordForms {
  /// The number of records.
  let count: Int
  /// How many records have a field.
  private(set) var counts: [UInt64: Int] = [:]
  /// The form of the values of a field, where all records have the same.
  private(set) var forms: [UInt64: UInt64] = [:]

  /// The fields of all records.
  var common: Set<UInt64> { Set(counts.filter { $0.value == count }.keys) }

  init(_ list: RecordList, in text: [UInt8]) {
    count = list.records.count
    var various: Set<UInt64> = []
    for field in list.records.lazy.flatMap(\.fields) {
      let form = field.form(in: text)
      if counts.updateValue(counts[field.name, default: 0] + 1, forKey: field.name) == nil {
        forms[field.name] = form
      } else if forms[field.name] != form {
        various.insert(field.name)
      }
    }
    for name in various { forms[name] = nil }
  }
}
