/// The names that the statements of a dump define, and the places where statements use them.
struct SQLReferences {
  /// A name of a definition.
  struct Name: Hashable {
    /// The kind of the definition.
    enum Kind { case relation, type, function }

    let kind: Kind
    let bytes: [UInt8]
  }

  /// A place where a statement needs the definition of another one.
  struct Use {
    let name: Name
    let place: Range<Int>
    let statement: Int
    /// Whether the body of a function uses it, which is run later.
    let isLater: Bool
  }

  let dump: SQLDump
  private let text: [UInt8]
  /// The first statement that defines a name.
  private(set) var defined: [Name: Int] = [:]
  private(set) var uses: [Use] = []
  /// The words of each examined statement.
  private(set) var phrases: [Int: SQLPhrase] = [:]

  /// The names that the statements of a dump define.
  static func names(of dump: SQLDump) -> [(name: Name, statement: Int)] {
    dump.statements.indices.compactMap { index in
      let statement = dump.statements[index]
      guard let made = statement.made, let kind = kinds[statement.kind] else { return nil }
      return (Name(kind: kind, bytes: made.bytes), index)
    }
  }

  private static let kinds: [String: Name.Kind] = [
    "table": .relation, "view": .relation, "sequence": .relation, "type": .type, "domain": .type,
    "function": .function, "procedure": .function, "aggregate": .function,
  ]

  /// Finds where a dump uses some names.
  init(_ dump: SQLDump, _ text: [UInt8], known: Set<Name>) {
    (self.dump, self.text) = (dump, text)
    for (name, index) in Self.names(of: dump) where defined[name] == nil { defined[name] = index }
    for index in dump.statements.indices { addUses(of: index, known) }
  }

  private mutating func addUses(of index: Int, _ known: Set<Name>) {
    let statement = dump.statements[index]
    guard statement.role != .drop, statement.role != .setting else { return }
    func add(_ name: Name, at place: Range<Int>, isLater: Bool) {
      let isOwn = statement.made.map { $0.bytes == name.bytes } ?? false
      guard known.contains(name), !isOwn else { return }
      uses.append(Use(name: name, place: place, statement: index, isLater: isLater))
    }
    if statement.role == .insert || statement.role == .copy {
      guard let table = statement.table else { return }
      add(Name(kind: .relation, bytes: table.bytes), at: table.range, isLater: false)
      return
    }
    let phrase = SQLPhrase(text, statement.body.lowerBound..<statement.mark, dump.parts.escapes)
    phrases[index] = phrase
    for chain in phrase.chains {
      for name in chain.names where known.contains(name) {
        add(name, at: chain.place, isLater: chain.isLater)
        break
      }
    }
  }
}
