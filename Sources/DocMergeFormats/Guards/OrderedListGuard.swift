import DocMergeCore
import DocMergeLanguage

/// Finds two steps that the sides put in at one place of a list whose items run one after the other: nobody said which
/// one comes first.
///
///     base   steps:              ours   - run: ./configure    theirs   - run: ./autogen.sh
///              - uses: checkout
///              - run: make
///
/// The lists are those of workflows, playbooks and pipelines.
struct OrderedListGuard {
  private let inputs: Triple<SyntaxTree>

  /// Names of lists of steps.
  private static let lists: WordList =
    """
    steps tasks pre_tasks post_tasks script before_script after_script commands initContainers stages
    """

  /// Modules of a playbook: an item of a whole file with one of them is a task.
  private static let modules: WordList =
    """
    apt yum dnf package pip service systemd template copy file shell command lineinfile user group git debug \
    include_tasks import_tasks set_fact unarchive get_url cron
    """

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs }

  /// The steps of the two sides that stand side by side, in lists to which both sides added.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let made = Self.lists(in: tree)
    guard !made.isEmpty else { return [] }
    let known = inputs.map(Self.lists)
    return made.flatMap { path, list -> [StructureFault] in
      let steps = known.map { Set($0[path]?.children.map(\.content) ?? []) }
      guard steps.ours.count > steps.base.count, steps.theirs.count > steps.base.count else {
        return []
      }
      let ours = steps.ours.subtracting(steps.base).subtracting(steps.theirs)
      let theirs = steps.theirs.subtracting(steps.base).subtracting(steps.ours)
      return zip(list.children, list.children.dropFirst()).filter { one, next in
        ours.contains(one.content) && theirs.contains(next.content)
          || theirs.contains(one.content) && ours.contains(next.content)
      }.map { one, next in
        StructureFault(
          places: [one.body, next.body], reason: tr("nobody said which of two steps comes first"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  /// The lists of steps of a document, by the keys that lead to them; the first one of each path.
  private static func lists(in tree: SyntaxTree) -> [[UInt64]: Node] {
    var found: [[UInt64]: Node] = [:]
    func walk(_ node: Node, _ path: [UInt64]) {
      let name = node.key.map { String(decoding: tree.text[$0.range], as: UTF8.self) } ?? ""
      if node.kind == .items, found[path] == nil,
        lists.contains(name) || path.count < 2 && isPlaybook(node, tree)
      {
        found[path] = node
      }
      for child in node.children where !child.children.isEmpty {
        walk(child, path + [child.key?.hash ?? 0])
      }
    }
    walk(tree.root, [])
    return found
  }

  /// Whether items are tasks.
  private static func isPlaybook(_ node: Node, _ tree: SyntaxTree) -> Bool {
    node.children.contains { item in
      item.children.contains { part in
        guard let key = part.key else { return false }
        let name = String(decoding: tree.text[key.range], as: UTF8.self)
        return modules.contains(name.split(separator: ".").last.map(String.init) ?? name)
      }
    }
  }
}
