import DocMergeLanguage

/// Faults that a program would reject in a YAML document, though each member and item is as a side has it.
struct YAMLFindings {
  /// A fault, by its place and kind.
  struct Finding: Hashable {
    let container: UInt64
    let reason: String
  }

  let values: YAMLValues
  private let text: [UInt8]
  private(set) var places: [Finding: [Range<Int>]] = [:]
  /// The lists of words that start a program, by their places.
  private(set) var commands: [UInt64: Command] = [:]

  private var nameless: Set<UInt64> = []
  /// The names of all variables.
  private(set) var variables: Set<[UInt8]> = []
  /// The places where missing variables are named, by their names.
  private(set) var missing: [[UInt8]: [Finding: [Range<Int>]]] = [:]

  /// The words of a command that starts a program.
  struct Command {
    let body: Range<Int>
    let words: [[UInt8]]
    /// Whether a known program runs them as a command.
    let isKnown: Bool
  }

  init(_ tree: SyntaxTree) {
    text = tree.text
    values = YAMLValues(text: text)
    let lists = YAMLListKeys(text, isKustomization: false)
    let identities = YAMLIdentities(text)
    var nodePorts: [[UInt8]: [Range<Int>]] = [:]
    for document in tree.yamlDocuments {
      let vocabulary = lists.vocabulary(of: document)
      // If there is only one resource, its name may change.
      let resource = tree.isYAMLStream ? identities.resource(document)?.hash ?? 0 : 0
      visit(document, context: "", path: resource, vocabulary)
      if vocabulary == .compose { addPublished(document) }
      if vocabulary == .kubernetes { addNodePorts(document, &nodePorts) }
    }
    for path in nameless { commands[path] = nil }
    for (port, found) in nodePorts where found.count > 1 {
      add(tr("the node port \(string(port)) would be taken twice"), in: 0, at: found)
    }
  }

  private mutating func add(_ reason: String, in container: UInt64, at found: [Range<Int>]) {
    places[Finding(container: container, reason: reason), default: []] += found
  }

  private func string(_ bytes: some Collection<UInt8>) -> String {
    bytes.excerpt
  }

  private func bytes(_ path: String, of node: Node) -> [UInt8]? {
    values.value(at: path, of: node).map { Array(text[$0]) }
  }

  /// Walks down from a node; the context is the key of the node, or that of the list around an item.
  private mutating func visit(
    _ node: Node, context: String, path: UInt64, _ vocabulary: YAMLVocabulary?
  ) {
    let key = node.key.map { string(text[$0.range]) } ?? ""
    if node.kind == .members {
      addChoices(node, context: context, path: path, vocabulary)
      if vocabulary == .kubernetes { addVariables(node, path: path) }
      if vocabulary == .kubernetes { addHostPorts(node, path: path) }
    } else if Self.commandNames.contains(key), node.children.allSatisfy({ !$0.isContainer }) {
      let words = node.children.map { child in
        Array(text[values.value(ofItem: child) ?? child.body])
      }
      // Items without names cannot be told apart.
      let command = Command(body: node.body, words: words, isKnown: vocabulary != nil)
      if commands.updateValue(command, forKey: path) != nil { nameless.insert(path) }
    }
    for child in node.children where child.isContainer {
      var inner = ContentHash()
      inner.add(hash: path)
      inner.add(hash: child.key?.hash ?? 0)
      let name = child.key.map { string(text[$0.range]) } ?? ""
      let isNamed = key == "services" || key == "jobs"
      let next = node.kind == .members ? (isNamed ? key : name) : key
      visit(child, context: next, path: inner.value, vocabulary)
    }
  }

  private static let commandNames: Set<String> = ["command", "args", "entrypoint"]

  // MARK: - Members of which only one is allowed

  private mutating func addChoices(
    _ node: Node, context: String, path: UInt64, _ vocabulary: YAMLVocabulary?
  ) {
    for choice in vocabulary?.choices(in: context) ?? [] {
      let members = node.children.filter { child in
        guard let key = child.key else { return false }
        return choice.names.contains(string(text[key.range]))
      }
      guard members.count > 1, let first = members.first?.key, let other = members.last?.key else {
        continue
      }
      add(
        tr("`\(string(text[first.range]))` would stand beside `\(string(text[other.range]))`"),
        in: path, at: members.map(\.body))
    }
  }

  // MARK: - Variables

  /// Adds variables that are named before their definition, or that have none.
  private mutating func addVariables(_ container: Node, path: UInt64) {
    let variables = values.member("env", of: container)?.children ?? []
    let names = variables.map { bytes("name", of: $0) ?? [] }
    self.variables.formUnion(names)
    let places = Dictionary(grouping: names.indices) { names[$0] }
    for (index, variable) in variables.enumerated() {
      guard let value = values.value(at: "value", of: variable) else { continue }
      for name in Self.references(in: text[value]) {
        let definition = places[name] ?? []
        if let first = definition.first, first < index { continue }
        guard !definition.isEmpty else {
          addMissing(name, at: variable.body, in: path)
          continue
        }
        let user = string(names[index])
        add(
          tr("the variable `\(string(name))` would stand below `\(user)`, which is made of it"),
          in: path, at: [variable.body] + definition.map { variables[$0].body })
      }
    }
    for list in Self.commandNames {
      for word in values.member(list, of: container)?.children ?? [] where !word.isContainer {
        for name in Self.references(in: text[word.body]) where places[name] == nil {
          addMissing(name, at: word.body, in: path)
        }
      }
    }
  }

  private mutating func addMissing(_ name: [UInt8], at place: Range<Int>, in path: UInt64) {
    let reason = tr("the variable `\(string(name))` would be missing")
    missing[name, default: [:]][Finding(container: path, reason: reason), default: []]
      .append(place)
  }

  /// The names in `$(NAME)`; `$$(NAME)` names nothing.
  private static func references(in value: ArraySlice<UInt8>) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var place = value.startIndex
    while place + 1 < value.endIndex {
      guard value[place] == 0x24 else {
        place += 1
        continue
      }
      if value[place + 1] == 0x28, let end = value[place...].firstIndex(of: 0x29) {
        names.append(Array(value[(place + 2)..<end]))
      }
      place += 2
    }
    return names
  }

  // MARK: - Ports

  private mutating func addHostPorts(_ pod: Node, path: UInt64) {
    let containers = values.member("containers", of: pod)?.children ?? []
    let ports = containers.flatMap { values.member("ports", of: $0)?.children ?? [] }.compactMap {
      PublishedPort($0, values, port: "hostPort", address: "hostIP")
    }
    for (other, port) in PublishedPort.clashes(among: ports) {
      let name = "\(string(text[port.name]))/\(string(port.transport))"
      add(
        tr("the port \(name) of the host would be taken twice"), in: path,
        at: [other.place, port.place])
    }
  }

  private func addNodePorts(_ service: Node, _ taken: inout [[UInt8]: [Range<Int>]]) {
    for item in values.member("items", of: service)?.children ?? [] {
      addNodePorts(item, &taken)
    }
    guard let spec = values.member("spec", of: service) else { return }
    for port in values.member("ports", of: spec)?.children ?? [] {
      guard let number = bytes("nodePort", of: port) else { continue }
      let transport = bytes("protocol", of: port) ?? Array("TCP".utf8)
      taken[number + [0x2F] + transport, default: []].append(port.body)
    }
  }

  /// Adds ports of the host that two services publish, or one service twice.
  private mutating func addPublished(_ document: Node) {
    var ports: [PublishedPort] = []
    for service in values.member("services", of: document)?.children ?? []
    where values.member("profiles", of: service) == nil {
      let items = values.member("ports", of: service)?.children ?? []
      ports += items.compactMap { PublishedPort($0, values) }
    }
    for (other, port) in PublishedPort.clashes(among: ports) {
      add(
        tr("`\(string(text[other.name]))` and `\(string(text[port.name]))` would open one port"),
        in: 0, at: [other.place, port.place])
    }
  }
}
