import Foundation

/// Parses Apple's format language for predicates.
///
/// Supports comparisons, `AND`, `OR`, `NOT`, brackets, `ANY`, `ALL`, `NONE`, lists in braces and variables, but not
/// arithmetic, functions and subqueries.
struct PredicateParser {
  private let format: String
  private let tokens: [PredicateToken]
  private var place = 0
  private var arguments: [PredicateValue]
  private var usedArguments = 0

  /// Parses a whole format.
  ///
  /// - Throws: ``PredicateFormatError``, also when there are too few or too many arguments.
  static func parse(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> PredicateNode {
    var parser = PredicateParser(
      format: format, tokens: try PredicateScanner.tokens(of: format),
      arguments: arguments.map { PredicateValue($0) })
    let node = try parser.alternatives()
    guard parser.token.kind == .end else { throw parser.failure("AND or OR is expected") }
    return node
  }

  private init(format: String, tokens: [PredicateToken], arguments: [PredicateValue]) {
    (self.format, self.tokens, self.arguments) = (format, tokens, arguments)
  }

  // MARK: Reading tokens

  private var token: PredicateToken { tokens[min(place, tokens.count - 1)] }

  private func failure(_ reason: String) -> PredicateFormatError {
    PredicateFormatError(format: format, position: token.position, reason: reason)
  }

  private mutating func takes(word: String) -> Bool {
    guard token.isWord(word) else { return false }
    place += 1
    return true
  }

  private mutating func takes(symbol: String) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    place += 1
    return true
  }

  private mutating func expect(symbol: String) throws(PredicateFormatError) {
    guard takes(symbol: symbol) else { throw failure("“\(symbol)” is expected") }
  }

  // MARK: Predicates

  private mutating func alternatives() throws(PredicateFormatError) -> PredicateNode {
    var node = try conjunction()
    while takes(word: "OR") || takes(symbol: "||") { node = .or(node, try conjunction()) }
    return node
  }

  private mutating func conjunction() throws(PredicateFormatError) -> PredicateNode {
    var node = try negation()
    while takes(word: "AND") || takes(symbol: "&&") { node = .and(node, try negation()) }
    return node
  }

  private mutating func negation() throws(PredicateFormatError) -> PredicateNode {
    if takes(word: "NOT") || takes(symbol: "!") { return .not(try negation()) }
    if takes(word: "TRUEPREDICATE") { return .constant(true) }
    if takes(word: "FALSEPREDICATE") { return .constant(false) }
    guard token.isSymbol("(") else { return .comparison(try comparison()) }
    // A bracket opens a predicate, or one side of a comparison: the text after it decides.
    let start = self
    do {
      place += 1
      let node = try alternatives()
      try expect(symbol: ")")
      return node
    } catch {
      self = start
      do {
        return .comparison(try comparison())
      } catch let other {
        throw other.position > error.position ? other : error
      }
    }
  }

  private mutating func comparison() throws(PredicateFormatError) -> PredicateComparison {
    var quantity = PredicateComparison.Quantity.itself
    if takes(word: "ANY") || takes(word: "SOME") {
      quantity = .any
    } else if takes(word: "ALL") {
      quantity = .all
    } else if takes(word: "NONE") {
      quantity = .none
    }
    let left = try expression()
    let isNegated = takes(word: "NOT")
    let comparison = try comparisonOperator()
    let options = try compareOptions()
    let right = try expression()
    let result = PredicateComparison(
      left: left, comparison: comparison, right: right, options: options, quantity: quantity)
    guard isNegated else { return result }
    // `a NOT IN b`
    guard quantity == .itself, comparison == .isIn else { throw failure("NOT IN is expected") }
    return PredicateComparison(
      left: left, comparison: .isIn, right: right, options: options, quantity: .none)
  }

  private mutating func comparisonOperator()
    throws(PredicateFormatError) -> PredicateComparison.Operator
  {
    let found: PredicateComparison.Operator? =
      switch token.kind {
      case .symbol("="), .symbol("=="): .equal
      case .symbol("!="), .symbol("<>"): .unequal
      case .symbol("<"): .less
      case .symbol("<="), .symbol("=<"): .lessOrEqual
      case .symbol(">"): .greater
      case .symbol(">="), .symbol("=>"): .greaterOrEqual
      case .word(let word): PredicateParser.operators[word.uppercased()]
      default: nil
      }
    guard let found else { throw failure("a comparison such as == or LIKE is expected") }
    place += 1
    return found
  }

  private static let operators: [String: PredicateComparison.Operator] = [
    "LIKE": .like, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "CONTAINS": .contains,
    "MATCHES": .matches, "IN": .isIn, "BETWEEN": .between,
  ]

  /// `[c]`, `[d]` or both; `[n]` and `[l]` change nothing here.
  private mutating func compareOptions() throws(PredicateFormatError) -> String.CompareOptions {
    guard takes(symbol: "[") else { return [] }
    guard case .word(let letters) = token.kind,
      letters.lowercased().allSatisfy({ "cdnlw".contains($0) })
    else { throw failure("[c], [d] or [cd] is expected") }
    place += 1
    try expect(symbol: "]")
    var options: String.CompareOptions = []
    if letters.lowercased().contains("c") { options.insert(.caseInsensitive) }
    if letters.lowercased().contains("d") { options.insert(.diacriticInsensitive) }
    return options
  }

  // MARK: Values

  private mutating func expression() throws(PredicateFormatError) -> PredicateExpression {
    let token = token
    switch token.kind {
    case .text(let text):
      place += 1
      return .value(.text(text))
    case .integer(let integer):
      place += 1
      return .value(.integer(integer))
    case .real(let real):
      place += 1
      return .value(.real(real))
    case .key(let name):
      place += 1
      return .key(name)
    case .variable(let name):
      place += 1
      return .variable(name)
    case .argument(let isKey): return try argument(isKey: isKey)
    case .word(let word): return try named(word)
    case .symbol("{"): return .list(try list())
    case .symbol("("):
      place += 1
      let inner = try expression()
      try expect(symbol: ")")
      return inner
    default: throw failure("a value or the name of a key is expected")
    }
  }

  private mutating func argument(isKey: Bool) throws(PredicateFormatError) -> PredicateExpression {
    guard usedArguments < arguments.count else { throw failure("an argument is missing") }
    let argument = arguments[usedArguments]
    guard isKey else {
      place += 1
      usedArguments += 1
      return .value(argument)
    }
    guard let key = argument.text else { throw failure("%K needs a text") }
    place += 1
    usedArguments += 1
    return key == "SELF" ? .object : .key(key)
  }

  private mutating func named(_ word: String) throws(PredicateFormatError) -> PredicateExpression {
    let name = word.uppercased()
    let isReserved = PredicateParser.operators[name] != nil || ["AND", "OR", "NOT"].contains(name)
    guard !isReserved else { throw failure("a value or the name of a key is expected") }
    place += 1
    guard !token.isSymbol("(") else { throw failure("functions are not supported") }
    switch name {
    case "TRUE", "YES": return .value(.integer(1))
    case "FALSE", "NO": return .value(.integer(0))
    case "NULL", "NIL": return .value(.nothing)
    case "SELF": return .object
    default: return .key(word)
    }
  }

  private mutating func list() throws(PredicateFormatError) -> [PredicateExpression] {
    try expect(symbol: "{")
    if takes(symbol: "}") { return [] }
    var members = [try expression()]
    while takes(symbol: ",") { members.append(try expression()) }
    try expect(symbol: "}")
    return members
  }
}
