/// Finds the names that the commands of CMake define and use.
///
///     set(A 1)                  defines the variable `A`
///     set(A ${A} 2)             adds to it
///     add_library(b ${A})       defines the target `b`, uses `A`
///     target_sources(b d.c)     uses `b`
struct CMakeStatements {
  private(set) var names = StatementNames()
  private let text: [UInt8]
  /// The current function or macro; 0 outside of one.
  private var scope: UInt64 = 0

  init(_ tree: SyntaxTree) {
    text = tree.text
    for node in tree.root.children { add(node, in: 0) }
    names.findMeanings()
  }

  private mutating func add(_ node: Node, in container: UInt64) {
    guard let command = command(at: node.body.lowerBound) else { return }
    guard CMakeNames.ends[command.name] != nil else {
      return addCommand(command, node.content, node.body, in: container)
    }
    let outer = scope
    defer { scope = outer }
    let isFunction = command.name == "function" || command.name == "macro"
    if isFunction, let name = command.arguments.first {
      names.add(StatementNames.Statement(content: ContentHash.of(text[name]), place: command.range))
      names.define(StatementNames.Name(kind: .function, bytes: text[name].map(\.lowercased)))
      scope = ContentHash.of(text[name])
    }
    guard command.name == "if" else {
      if !isFunction { addHead(command) }
      for child in node.children { add(child, in: inner(container, command, 0)) }
      return
    }
    for (index, branch) in node.children.enumerated() {
      if let head = self.command(at: branch.body.lowerBound) { addHead(head) }
      for child in branch.children { add(child, in: inner(container, command, index)) }
    }
  }

  private func command(at place: Int) -> CMakeCommand? {
    var cursor = ByteCursor(text, at: place)
    return try? CMakeCommand(&cursor)
  }

  private func inner(_ container: UInt64, _ command: CMakeCommand, _ branch: Int) -> UInt64 {
    var hash = ContentHash()
    for part in [container, ContentHash.of(text[command.range]), UInt64(branch)] {
      hash.add(hash: part)
    }
    return hash.value
  }

  // MARK: - Commands

  /// The first line of a block, such as `if(A)`.
  private mutating func addHead(_ command: CMakeCommand) {
    let user = ContentHash.of(text[command.range])
    names.add(StatementNames.Statement(content: user, place: command.range))
    for argument in command.arguments {
      addReferences(in: argument, by: user)
      // Words that no text defines as variables are texts, numbers or operators: they have no meaning to lose.
      guard command.name != "foreach", text[argument].allSatisfy(\.isPartOfName) else { continue }
      names.use(variable(text[argument]), by: user)
    }
    guard command.name == "foreach", let name = command.arguments.first else { return }
    names.define(variable(text[name]), isAddition: true)
  }

  private mutating func addCommand(
    _ command: CMakeCommand, _ content: UInt64, _ place: Range<Int>, in container: UInt64
  ) {
    names.add(StatementNames.Statement(content: content, place: place))
    guard let first = command.arguments.first else {
      let name = StatementNames.Name(kind: .function, bytes: Array(command.name.utf8))
      return names.use(name, by: content)
    }
    let user = ContentHash.of(Array(command.name.utf8) + [0x20] + text[first])
    names.use(StatementNames.Name(kind: .function, bytes: Array(command.name.utf8)), by: user)
    let references = command.arguments.flatMap { self.references(in: $0) }.map { Array(text[$0]) }
    for argument in command.arguments { addReferences(in: argument, by: user) }
    let named = command.name == "list" ? command.arguments.dropFirst().first : first
    if let named, Self.setters.contains(command.name) {
      let name = variable(text[named])
      let isAddition = command.name == "list" || references.contains(name.bytes)
      if command.name == "list" { names.use(name, by: user, isAddition: true) }
      names.define(name, in: container, isAddition: isAddition)
      if let last = command.arguments.last, text[last].elementsEqual("PARENT_SCOPE".utf8) {
        names.define(
          StatementNames.Name(kind: .variable, bytes: Array(text[named])), isAddition: true)
      }
    }
    addTargets(command, first, by: user, in: container)
    for name in command.arguments.flatMap({ expressedTargets(in: $0) }) {
      names.use(
        StatementNames.Name(kind: .target, bytes: Array(text[name])), by: user, isOrdered: false)
    }
  }

  /// The targets in `$<TARGET_FILE:a>` and `$<TARGET_PROPERTY:a,b>`.
  private func expressedTargets(in argument: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var rest = text[argument]
    while let start = rest.firstRange(of: Array("$<TARGET_".utf8)) {
      rest = rest[start.upperBound...]
      let verb = rest.prefix { $0.isASCIILetter || $0 == 0x5F }
      guard text[verb.endIndex..<argument.upperBound].first == 0x3A else { continue }
      let name = rest[verb.endIndex...].dropFirst().prefix { !">,$".utf8.contains($0) }
      if !name.isEmpty { found.append(name.indices) }
    }
    return found
  }

  private static let setters: Set<String> = [
    "set", "option", "list", "find_library", "find_path", "find_program", "find_file",
  ]

  /// Commands whose arguments can be targets, besides those that begin with `target_`.
  private static let targetCommands: Set<String> = [
    "add_dependencies", "install", "set_target_properties", "set_property", "export",
    "get_target_property", "add_custom_command", "gtest_discover_tests", "catch_discover_tests",
  ]

  private mutating func addTargets(
    _ command: CMakeCommand, _ first: Range<Int>, by user: UInt64, in container: UInt64
  ) {
    func target(_ word: Range<Int>) -> StatementNames.Name {
      StatementNames.Name(kind: .target, bytes: text[word].filter { $0 != 0x22 })
    }
    func useTargets(_ words: some Sequence<Range<Int>>) {
      for word in words where text[word].first != 0x24 {
        names.use(target(word), by: user, isOrdered: false)
      }
    }
    if CMakeNames.builders.contains(command.name) || command.name == "add_custom_target" {
      useTargets(command.arguments.dropFirst())
      return names.define(target(first), in: container)
    }
    let isOfTarget = command.name.hasPrefix("target_")
    if command.name == "find_package" {
      let name = StatementNames.Name(kind: .package, bytes: Array(text[first]))
      return names.define(name, in: container, isAddition: true)
    }
    if command.name == "add_test", command.arguments.count > 1 {
      let name = StatementNames.Name(kind: .test, bytes: Array(text[command.arguments[1]]))
      useTargets(command.arguments.dropFirst(2))
      return names.define(name, in: container)
    }
    if command.name == "set_tests_properties" {
      for argument in command.arguments {
        let name = StatementNames.Name(kind: .test, bytes: Array(text[argument]))
        names.use(name, by: user, isOrdered: false)
      }
    }
    guard isOfTarget || Self.targetCommands.contains(command.name) else { return }
    for argument in command.arguments where text[argument].first != 0x24 {
      names.use(target(argument), by: user, isOrdered: isOfTarget && argument == first)
      guard let colons = text[argument].firstRange(of: Array("::".utf8)) else { continue }
      let package = Array(text[argument.lowerBound..<colons.lowerBound])
      names.use(StatementNames.Name(kind: .package, bytes: package), by: user)
    }
  }

  // MARK: - References

  private func variable(_ name: ArraySlice<UInt8>) -> StatementNames.Name {
    StatementNames.Name(kind: .variable, scope: scope, bytes: Array(name))
  }

  private mutating func addReferences(in argument: Range<Int>, by user: UInt64) {
    for name in references(in: argument) { names.use(variable(text[name]), by: user) }
  }

  /// The names in `${…}`; none in an argument in brackets.
  private func references(in argument: Range<Int>) -> [Range<Int>] {
    guard text[argument].first != 0x5B else { return [] }
    var found: [Range<Int>] = []
    var place = argument.lowerBound
    while place + 2 < argument.upperBound {
      let isReference = text[place] == 0x24 && text[place + 1] == 0x7B
      place += text[place] == 0x5C || isReference ? 2 : 1
      guard isReference else { continue }
      let name = text[place..<argument.upperBound].prefix { $0 != 0x7D && $0 != 0x24 }
      if text[name.endIndex..<argument.upperBound].first == 0x7D { found.append(name.indices) }
    }
    return found
  }
}
