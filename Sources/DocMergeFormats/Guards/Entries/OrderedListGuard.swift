import DocMergeCore
import DocMergeLanguage

/// Finds two steps that the sides put in at one place of a list whose items run one after the other: no side says which
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
  private static let lists: WordList = "steps script before_script after_script initContainers"

  /// Names of lists of tasks.
  private static let taskLists: WordList = "tasks pre_tasks post_tasks handlers block rescue always"

  /// Modules of a playbook whose names mean nothing else.
  private static let modules: WordList =
    """
    apt yum dnf pip systemd template lineinfile include_tasks import_tasks set_fact unarchive get_url blockinfile \
    shell service
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
          places: [one.body, next.body], reason: tr("the order of two added steps is not known"))
      }
    }.sorted { $0.stands(before: $1) }
  }

  /// The lists of steps of a document, by the keys that lead to them; the first one of each path.
  private static func lists(in tree: SyntaxTree) -> [[UInt64]: Node] {
    var found: [[UInt64]: Node] = [:]
    func walk(_ node: Node, _ path: [UInt64]) {
      let name = node.key.map { String(decoding: tree.text[$0.range], as: UTF8.self) } ?? ""
      // A whole file can be a list of tasks.
      let isList =
        lists.contains(name)
        || (taskLists.contains(name) || path.allSatisfy { $0 == 0 } && path.count < 2)
          && isPlaybook(node, tree)
      if node.kind == .items, found[path] == nil, isList { found[path] = node }
      for child in node.children where !child.children.isEmpty {
        walk(child, path + [child.key?.hash ?? 0])
      }
    }
    walk(tree.root, [])
    return found
  }

  /// Whether items are tasks: each has a name, or a module with dots in its name, and one has a module.
  private static func isPlaybook(_ node: Node, _ tree: SyntaxTree) -> Bool {
    func names(_ item: Node) -> [String] {
      item.children.compactMap { part in
        part.key.map { String(decoding: tree.text[$0.range], as: UTF8.self) }
      }
    }
    let items = node.children.map(names)
    return items.allSatisfy { $0.contains { $0 == "name" || $0.contains(".") } }
      && items.joined().contains { modules.contains($0) || $0.hasPrefix("ansible.builtin.") }
  }
}
