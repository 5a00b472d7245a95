import DocMergeLanguage

/// The names that the statements of a text define and use, in order.
struct StatementNames {
  /// The kind of a name.
  enum Kind: UInt8 {
    case variable, target, recipe, stage, function, package, test

    /// Its name for people.
    var word: String {
      switch self {
      case .variable: tr("variable")
      case .target: tr("target")
      case .recipe: tr("recipe")
      case .stage: tr("stage")
      case .function: tr("function")
      case .package: tr("package")
      case .test: tr("test")
      }
    }
  }

  /// A name in the part of a text in which it has one meaning.
  struct Name: Hashable {
    let kind: Kind
    let bytes: [UInt8]
    /// A hash of all that identifies the name, by which names are compared.
    private let identity: UInt64

    /// Makes a name in a part of the text, such as a function or stage; 0 means all of it.
    init(kind: Kind, scope: UInt64 = 0, bytes: [UInt8]) {
      (self.kind, self.bytes) = (kind, bytes)
      var hash = ContentHash()
      hash.add(kind.rawValue)
      hash.add(hash: scope)
      for byte in bytes { hash.add(byte) }
      identity = hash.value
    }

    static func == (one: Name, other: Name) -> Bool { one.identity == other.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  }

  /// A statement: a line, or several that belong together.
  struct Statement {
    let content: UInt64
    let place: Range<Int>
  }

  /// A statement that gives a name its meaning.
  struct Definition {
    let name: Name
    let statement: Int
    /// The part around it, such as the branch of a condition.
    let container: UInt64
    /// Whether it adds to an existing meaning of the name: `CFLAGS += -g`.
    let isAddition: Bool
  }

  /// A use of a name by a statement.
  struct Use {
    let name: Name
    let statement: Int
    /// The key of the statement in another version of the text.
    let user: UInt64
    /// Whether only statements above it count.
    let isOrdered: Bool
    /// Whether the statement adds to the meaning of the name, so that other additions do not matter.
    let isAddition: Bool
    /// The meaning of the name there; `nil` where the text does not define it.
    var meaning: UInt64?
  }

  private(set) var statements: [Statement] = []
  private(set) var definitions: [Definition] = []
  private(set) var uses: [Use] = []

  /// Continues with the next statement.
  mutating func add(_ statement: Statement) { statements.append(statement) }

  /// Notes that the last statement defines a name.
  mutating func define(_ name: Name, in container: UInt64 = 0, isAddition: Bool = false) {
    definitions.append(
      Definition(
        name: name, statement: statements.count - 1, container: container, isAddition: isAddition))
  }

  /// Notes that the last statement uses a name.
  mutating func use(
    _ name: Name, by user: UInt64, isOrdered: Bool = true, isAddition: Bool = false,
    meaning: UInt64? = nil
  ) {
    uses.append(
      Use(
        name: name, statement: statements.count - 1, user: user, isOrdered: isOrdered,
        isAddition: isAddition, meaning: meaning))
  }

  /// Finds the definition of each use, in any statement or in one above.
  ///
  /// - Complexity: O(*n*), *n* being the number of definitions and uses.
  mutating func findMeanings() {
    var (first, firstPlain): ([Name: Int], [Name: Int]) = ([:], [:])
    for definition in definitions {
      let (name, place) = (definition.name, definition.statement)
      first[name] = min(first[name] ?? .max, place)
      if !definition.isAddition { firstPlain[name] = min(firstPlain[name] ?? .max, place) }
    }
    for index in uses.indices {
      let places = uses[index].isAddition ? firstPlain : first
      guard let place = places[uses[index].name] else { continue }
      if !uses[index].isOrdered || place < uses[index].statement { uses[index].meaning = 1 }
    }
  }

  /// The uses in statements that do not define the name themselves: `X = $(X) a` and `X += a` need no `X` above.
  var plainUses: [Use] {
    struct Own: Hashable {
      let name: Name
      let statement: Int
    }
    let own = Set(definitions.map { Own(name: $0.name, statement: $0.statement) })
    return uses.filter { !own.contains(Own(name: $0.name, statement: $0.statement)) }
  }

  /// The text before and after `%` in the names of targets that are patterns.
  var targetPatterns: [(start: ArraySlice<UInt8>, end: ArraySlice<UInt8>)] {
    definitions.compactMap { definition in
      let bytes = definition.name.bytes
      guard definition.name.kind == .target, let sign = bytes.firstIndex(of: 0x25) else {
        return nil
      }
      return (bytes[..<sign], bytes[(sign + 1)...])
    }
  }

  /// The place of a statement.
  func place(_ statement: Int) -> Range<Int> { statements[statement].place }
}

extension StatementNames.Name: CustomStringConvertible {
  var description: String { "`\(bytes.excerpt)`" }
}
