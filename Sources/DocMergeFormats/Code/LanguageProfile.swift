/// What a merge has to know of a programming language beyond its grammar.
///
/// What is not said here follows from the brackets and marks of the grammar: lists in brackets with a mark
/// between their items, blocks in braces or on lines of their own, everything else as parts in a fixed order.
/// All names are those that the grammar of tree-sitter gives to its nodes.
package struct LanguageProfile: Sendable {
  /// The name of the language, such as `java`.
  package var name: String
  /// The ends of names of files, such as `java`.
  package var endings: [String]
  /// Whole names of files.
  package var fileNames: [String] = []
  /// The names under which grammars of the language are known.
  package var grammars: [String]
  /// Containers whose children are found by their names, in an order that tells nothing.
  package var members: Set<String> = []
  /// Containers whose children are found by what they say, each once.
  package var sets: Set<String> = []
  /// Lists in braces whose items are parted by commas, even where there is only one.
  package var lists: Set<String> = []
  /// Containers in brackets whose children have no mark between them.
  package var unmarked: Set<String> = []
  /// Nodes that hold one of their kind in place of their first items, such as `a | b` in `a | b | c`.
  package var chains: Set<String> = []
  /// Whether names are declared everywhere, since there are no statements.
  package var isData = false
  /// Statements that import something; those that follow each other are a set.
  package var imports: Set<String> = []
  /// Words with which statements start that import something, where the grammar has no node for these.
  package var importWords: [String] = []
  /// Words with which statements start that hold declarations, where the grammar has no node for these.
  package var typeWords: [String] = []
  /// Children that a mark parts without brackets around them.
  package var runs: [Run] = []
  /// Containers without brackets: their children stand on lines of their own.
  package var bodies: Set<String> = []
  /// Nodes that belong to the one behind them, such as attributes.
  package var attributes: Set<String> = []
  /// Nodes whose parts are not looked at.
  package var leaves: Set<String> = []
  /// By which children a node without a field `name` is named.
  package var names: [String: [String]] = [:]
  /// What ``names`` has for a node that is named by all words before its body.
  package static let words = "*"
  /// Whether functions of one name differ by the types of their parameters.
  package var hasOverloads = false
  /// The brackets whose lists may have a mark behind the last item, such as `[`.
  package var finalMarks: Set<UInt8> = []
  /// Containers whose children depend on their order although they have names.
  package var ordered: Set<String> = []

  /// Children of one node that a mark parts.
  package struct Run: Sendable {
    /// The node that they are in.
    package var parent: String
    /// The field or the name that they have; empty for all.
    package var child: String
    /// What stands between them.
    package var mark: String
    /// Whether each stands once, in an order that tells nothing.
    package var isSet: Bool

    /// Makes a run.
    package init(_ parent: String, _ child: String = "", mark: String = ",", isSet: Bool = false) {
      (self.parent, self.child, self.mark, self.isSet) = (parent, child, mark, isSet)
    }
  }

  /// Makes a profile; the grammar has the name of the language unless it says otherwise.
  package init(
    _ name: String, endings: [String], fileNames: [String] = [], grammars: [String]? = nil,
    members: Set<String> = [], sets: Set<String> = [], lists: Set<String> = [],
    unmarked: Set<String> = [], chains: Set<String> = [], isData: Bool = false,
    imports: Set<String> = [], importWords: [String] = [], typeWords: [String] = [],
    runs: [Run] = [], bodies: Set<String> = [], attributes: Set<String> = [],
    leaves: Set<String> = [], names: [String: [String]] = [:], hasOverloads: Bool = false,
    finalMarks: String = "", ordered: Set<String> = []
  ) {
    (self.name, self.endings, self.fileNames) = (name, endings, fileNames)
    self.grammars = grammars ?? [name]
    (self.members, self.sets, self.lists) = (members, sets, lists)
    (self.unmarked, self.chains, self.isData) = (unmarked, chains, isData)
    (self.imports, self.runs) = (imports, runs)
    (self.importWords, self.typeWords) = (importWords, typeWords)
    (self.bodies, self.attributes, self.leaves) = (bodies, attributes, leaves)
    (self.names, self.hasOverloads, self.ordered) = (names, hasOverloads, ordered)
    self.finalMarks = Set(finalMarks.utf8)
  }
}
