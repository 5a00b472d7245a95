/// Finds the names that the instructions of an image define and use.
///
///     FROM a AS b         defines the stage `b`
///     ARG C=1             defines `C` in this stage, and in those that begin with it
///     RUN d $C            uses `C`
///     COPY --from=b x y   uses the stage `b`
struct DockerNames {
  private(set) var names = StatementNames()
  private let text: [UInt8]
  /// The variables that each stage sets, by the name of the stage.
  private var variables: [[UInt8]: Set<[UInt8]>] = [:]
  /// The stages so far, by their identities.
  private var stages: [UInt64] = []
  private var stageNames = DockerStageNames()
  /// The variables set so far in the current stage, or above the first stage.
  private var known: Set<[UInt8]> = []
  private var scope: UInt64 = 0

  init(_ tree: SyntaxTree) {
    text = tree.text
    var before: Set<[UInt8]> = []
    for node in tree.root.children {
      if let stage = DockerStage(node, in: text) {
        addStage(node, stage, setBefore: before)
      } else {
        addInstruction(node)
        before = known
      }
    }
  }

  private mutating func addStage(_ node: Node, _ stage: DockerStage, setBefore: Set<[UInt8]>) {
    let line = text[stage.line]
    let user = ContentHash.of(line)
    names.add(StatementNames.Statement(content: user, place: stage.line))
    (scope, known) = (0, setBefore)
    addReferences(in: line, by: user)
    useStage(stage.image, by: user)
    known = variables[stage.image] ?? []
    scope = stageNames.identity(of: stage)
    if let name = stage.name { names.define(StatementNames.Name(kind: .stage, bytes: name)) }
    for child in node.children { addInstruction(child) }
    stages.append(scope)
    if let name = stage.name { variables[name] = known }
  }

  private mutating func useStage(_ name: [UInt8], by user: UInt64) {
    var meaning: UInt64?
    if let number = Int(String(decoding: name, as: UTF8.self)) {
      meaning = stages.indices.contains(number) ? stages[number] : nil
    } else if stages.contains(DockerStageNames.identity(of: name)) {
      meaning = DockerStageNames.identity(of: name)
    }
    names.use(StatementNames.Name(kind: .stage, bytes: name), by: user, meaning: meaning)
  }

  // MARK: - Instructions

  private mutating func addInstruction(_ node: Node) {
    let body = text[node.body]
    let verb = String(decoding: body.prefix(while: \.isASCIILetter), as: UTF8.self).uppercased()
    names.add(StatementNames.Statement(content: node.content, place: node.body))
    let arguments = body[(body.startIndex + verb.utf8.count)...]
    let user = node.key?.hash ?? node.content
    if ["COPY", "ADD", "RUN"].contains(verb) { addStages(of: arguments, by: user) }
    if verb == "ONBUILD" || verb == "SHELL" { return }
    // The parts of a command are independent, so that a change of one does not affect the others.
    if node.children.isEmpty || verb != "RUN" {
      addReferences(in: arguments, by: user)
    } else {
      for part in node.children { addReferences(in: text[part.body], by: part.content) }
    }
    guard verb == "ARG" || verb == "ENV" else { return }
    let references = Set(self.references(in: arguments).map { Array(text[$0]) })
    for name in setNames(in: arguments, isArgument: verb == "ARG") {
      names.define(
        StatementNames.Name(kind: .variable, scope: scope, bytes: name),
        isAddition: references.contains(name))
      known.insert(name)
    }
  }

  /// The stages that options name: `--from=b`, `--mount=type=bind,from=b`.
  private mutating func addStages(of arguments: ArraySlice<UInt8>, by user: UInt64) {
    for word in arguments.split(whereSeparator: { $0.isWhite || $0 == 0x5C }) {
      guard word.starts(with: "--".utf8) else { return }
      for option in word.dropFirst(2).split(separator: 0x2C) {
        let option = option.starts(with: "mount=".utf8) ? option.dropFirst(6) : option
        guard option.starts(with: "from=".utf8) else { continue }
        useStage(option.dropFirst(5).map(\.lowercased), by: user)
      }
    }
  }

  /// The names that an instruction sets: `A=1 B=2`, and for variables of the environment also `A 1`.
  private func setNames(in arguments: ArraySlice<UInt8>, isArgument: Bool) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var quote: UInt8?
    var isAtStart = true
    var place = arguments.startIndex
    while place < arguments.endIndex {
      let byte = text[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte.isWhite || byte == 0x5C && text[place...].dropFirst().first == 0x0A {
        isAtStart = true
      } else if byte == 0x22 || byte == 0x27 {
        (quote, isAtStart) = (byte, false)
      } else if isAtStart {
        let name = text[place..<arguments.endIndex].prefix(while: \.isPartOfName)
        let isSet = text[name.endIndex..<arguments.endIndex].first == 0x3D
        if !name.isEmpty, isSet || isArgument || names.isEmpty { names.append(Array(name)) }
        if !isSet, !isArgument { return names }
        isAtStart = false
      }
      place += byte == 0x5C && quote != 0x27 && text[place...].dropFirst().first != 0x0A ? 2 : 1
    }
    return names
  }

  // MARK: - References

  private mutating func addReferences(in slice: ArraySlice<UInt8>, by user: UInt64) {
    for range in references(in: slice) {
      let name = Array(text[range])
      names.use(
        StatementNames.Name(kind: .variable, scope: scope, bytes: name), by: user,
        meaning: known.contains(name) ? 1 : nil)
    }
  }

  /// The names after dollar signs: `$A`, `${A:-1}`; except after a backslash.
  private func references(in slice: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = slice.startIndex
    while place < slice.endIndex {
      defer { place += text[place] == 0x5C ? 2 : 1 }
      guard text[place] == 0x24 else { continue }
      var rest = text[(place + 1)..<slice.endIndex]
      if rest.first == 0x7B { rest = rest.dropFirst() }
      let name = rest.prefix(while: \.isPartOfName)
      if let first = name.first, !first.isDecimalDigit { found.append(name.indices) }
    }
    return found
  }
}
