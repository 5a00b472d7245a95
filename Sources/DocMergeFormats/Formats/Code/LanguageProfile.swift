/// Facts about a programming language that a merge needs beyond its grammar.
///
/// Everything else follows from the brackets and marks of the grammar: lists in brackets with a mark
/// between their items, blocks in braces or on lines of their own, other nodes as parts in a fixed order.
/// All names are those that the grammar of tree-sitter gives to its nodes.
package struct LanguageProfile: Sendable {
  /// The name of the language, such as `java`.
  package var name: String
  /// The endings of file names, such as `java`.
  package var endings: [String]
  /// Whole file names.
  package var fileNames: [String] = []
  /// The names of grammars for the language.
  package var grammars: [String]
  /// Containers whose children are found by their names, and whose order does not matter.
  package var members: NodeNames = []
  /// Containers whose children are found by their text, each once.
  package var sets: NodeNames = []
  /// Lists in braces whose items are separated by commas, even if there is only one.
  package var lists: NodeNames = []
  /// Containers in brackets whose children have no mark between them.
  package var unmarked: NodeNames = []
  /// Nodes that contain one of their kind in place of their first items, such as `a | b` in `a | b | c`.
  package var chains: NodeNames = []
  /// Whether names are declared everywhere, since there are no statements.
  package var isData = false
  /// Statements that import something; adjacent ones are a set.
  package var imports: NodeNames = []
  /// Words at the start of statements that import something, where the grammar has no node for these.
  package var importWords: [String] = []
  /// Words at the start of statements that hold declarations, where the grammar has no node for these.
  package var typeWords: [String] = []
  /// Children that are separated by a mark, without brackets around them.
  package var runs: [Run] = []
  /// Containers without brackets: their children are on lines of their own.
  package var bodies: NodeNames = []
  /// Nodes that belong to the next one, such as attributes.
  package var attributes: NodeNames = []
  /// Nodes that belong to the one before, such as bodies of functions beside their signatures.
  package var continuations: NodeNames = []
  /// Nodes that a word ends, such as `end`: their children below their first lines are on lines of their own.
  package var ended: NodeNames = []
  /// Lists whose items are found by their places, besides those whose names say that they are parameters or arguments.
  package var positional: NodeNames = []
  /// Children without a mark behind them in lists with marks, such as functions among the fields of a type.
  package var markless: NodeNames = []
  /// Operators of chains, such as `|>`: what they join is not examined, since the parts of a longer chain have other
  /// places.
  package var pipes: NodeNames = []
  /// Whether arguments are given by the names of parameters, so that the order of these does not matter.
  package var hasNamedParameters = false
  /// The names of functions whose arguments are the items of a list.
  package var collections: [String] = []
  /// Lists in brackets whose items are separated by semicolons.
  package var semicolonLists: NodeNames = []
  /// Nodes whose parts are not examined.
  package var leaves: NodeNames = []
  /// Nodes that declare nothing although they have a field `name`, such as the commands of a shell.
  package var nameless: NodeNames = []
  /// The children that name a node without a field `name`.
  package var names: KeyValuePairs<String, [String]> = [:]
  /// The value in ``names`` for a node that is named by all words before its body.
  package static let words = "*"
  /// The value in ``names`` for a call that is named by its argument `name`.
  package static let argument = "@"
  /// The value in ``names`` for a node that is named by everything before its field `body`.
  package static let head = "^"
  /// Lists whose items are all tokens between two commas.
  package var tokenLists: NodeNames = []
  /// Whether the items of lists in brackets have marks between them.
  package var hasMarks = true
  /// Whether functions of one name differ by the types of their parameters.
  package var hasOverloads = false
  /// The brackets whose lists may have a mark after the last item, such as `[`.
  package var finalMarks: [UInt8] = []
  /// Cases of a choice between values, such as those of a `switch`.
  package var cases: NodeNames = []
  /// The statements at the end of a case that does not fall through to the next one; empty where a case only does
  /// so by the statement `fallthrough`, or never.
  package var jumps: NodeNames = []
  /// Words of visibility, of which a declaration has only one.
  package var visibilities = [
    "public", "private", "protected", "internal", "fileprivate", "package",
  ]
  /// Containers whose children depend on their order although they have names.
  package var ordered: NodeNames = []

  /// Children of one node that are separated by a mark, or that follow each other.
  package struct Run: Sendable {
    /// Their parent node; empty for any.
    package var parent: String
    /// Their field or name, or several with `|` between them; empty for all.
    package var child: String
    /// The mark between them; empty for none.
    package var mark: String
    /// Whether each occurs once, and their order does not matter.
    package var isSet: Bool

    /// Makes a run.
    package init(_ parent: String, _ child: String = "", mark: String = ",", isSet: Bool = false) {
      (self.parent, self.child, self.mark, self.isSet) = (parent, child, mark, isSet)
    }
  }

  /// Makes a profile; by default the grammar has the name of the language.
  package init(
    _ name: String, endings: [String], fileNames: [String] = [], grammars: [String]? = nil,
    members: NodeNames = [], sets: NodeNames = [], lists: NodeNames = [],
    unmarked: NodeNames = [], chains: NodeNames = [], isData: Bool = false,
    imports: NodeNames = [], importWords: [String] = [], typeWords: [String] = [],
    runs: [Run] = [], bodies: NodeNames = [], attributes: NodeNames = [],
    leaves: NodeNames = [], nameless: NodeNames = [], names: KeyValuePairs<String, [String]> = [:],
    hasOverloads: Bool = false,
    finalMarks: String = "", ordered: NodeNames = [], cases: NodeNames = [], jumps: NodeNames = [],
    tokenLists: NodeNames = [], hasMarks: Bool = true, continuations: NodeNames = [],
    ended: NodeNames = [], semicolonLists: NodeNames = [], collections: [String] = [],
    positional: NodeNames = [], markless: NodeNames = [], pipes: NodeNames = [],
    hasNamedParameters: Bool = false
  ) {
    (self.name, self.endings, self.fileNames) = (name, endings, fileNames)
    self.grammars = grammars ?? [name]
    (self.members, self.sets, self.lists) = (members, sets, lists)
    (self.unmarked, self.chains, self.isData) = (unmarked, chains, isData)
    (self.imports, self.runs) = (imports, runs)
    (self.importWords, self.typeWords) = (importWords, typeWords)
    (self.bodies, self.attributes, self.leaves) = (bodies, attributes, leaves)
    (self.nameless, self.names) = (nameless, names)
    (self.hasOverloads, self.ordered) = (hasOverloads, ordered)
    (self.cases, self.jumps) = (cases, jumps)
    (self.tokenLists, self.hasMarks) = (tokenLists, hasMarks)
    (self.continuations, self.ended, self.semicolonLists) = (continuations, ended, semicolonLists)
    (self.collections, self.positional, self.markless) = (collections, positional, markless)
    (self.pipes, self.hasNamedParameters) = (pipes, hasNamedParameters)
    self.finalMarks = Array(finalMarks.utf8)
  }

  /// The statements of the languages with braces that end a case.
  static let usualJumps: NodeNames = [
    "break_statement", "return_statement", "continue_statement", "goto_statement",
    "throw_statement", "throw_expression", "yield_statement",
  ]
}
