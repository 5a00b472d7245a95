import DocMergeCore
import DocMergeLanguage

/// Finds a part of a YAML document that one side deleted, renamed or split, while the other side put in a use of it.
///
///     ours  unit: {…}, browser: {…}, no test: {…}      theirs  docs: {needs: [test]}
///
/// The links are those of pipelines, playbooks and services; see ``YAMLLinks`` for them.
struct YAMLLinkGuard {
  private let trees: Triple<SyntaxTree>
  private let words: ContestedWords

  /// Prepares for the base, ours and theirs.
  init(_ trees: Triple<SyntaxTree>, _ words: ContestedWords) {
    (self.trees, self.words) = (trees, words)
  }

  /// The uses of such parts.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes and of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard words.mayMeet else { return [] }
    var base = YAMLLinks(trees.base)
    guard !base.defined.isEmpty else { return [] }
    var (ours, theirs) = (YAMLLinks(trees.ours), YAMLLinks(trees.theirs))
    let kinds = Set(
      [ours, theirs].flatMap { base.defined.subtracting($0.defined) }.map(\.kind))
    guard !kinds.isEmpty else { return [] }
    var result = YAMLLinks(tree)
    base.readExpressions(of: kinds)
    ours.readExpressions(of: kinds)
    theirs.readExpressions(of: kinds)
    result.readExpressions(of: kinds)
    // What another file is included for may be defined there.
    let pairs = [(ours, theirs), (theirs, ours)].filter { $0.0.included == base.included }
    return pairs.flatMap { deleting, adding -> [StructureFault] in
      let gone = base.defined.intersection(adding.defined).subtracting(deleting.defined)
        .subtracting(result.defined).subtracting(deleting.used.keys)
      return gone.compactMap { name -> StructureFault? in
        let known = base.counts(of: name)
        let added = adding.counts(of: name).filter { $0.value > known[$0.key] ?? 0 }
        let uses = result.used[name]?.filter { added[$0.path] != nil } ?? []
        return uses.isEmpty
          ? nil : .deleted(name.bytes.excerpt, usedAt: uses.map(\.place))
      }
    }.sorted { $0.stands(before: $1) }
  }
}
