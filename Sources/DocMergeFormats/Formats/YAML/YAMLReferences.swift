import DocMergeLanguage

/// The names by which parts of one document refer to each other, in the documents of Compose and of GitHub.
///
///     jobs:
///       a: {runs-on: x}
///       b: {runs-on: x, needs: a}     `b` cannot run without `a`
struct YAMLReferences {
  /// A name that a part of a document has.
  struct Name: Hashable {
    /// The kind of the named part.
    enum Kind: String {
      case service, network, volume, secret, config, job, step

      /// Something of the kind with a name, in words.
      func described(_ name: String) -> String {
        switch self {
        case .service: tr("the service `\(name)`")
        case .network: tr("the network `\(name)`")
        case .volume: tr("the volume `\(name)`")
        case .secret: tr("the secret `\(name)`")
        case .config: tr("the config `\(name)`")
        case .job: tr("the job `\(name)`")
        case .step: tr("the step `\(name)`")
        }
      }
    }

    let kind: Kind
    let bytes: [UInt8]
    /// The job of a step.
    var job: [UInt8] = []
  }

  private let values: YAMLValues
  private var text: [UInt8] { values.text }
  private(set) var defined: Set<Name> = []
  private var used: [Name: [Range<Int>]] = [:]
  private var steps: [Name: [Range<Int>]] = [:]

  /// The places of names that are used but not defined.
  var missing: [Name: [Range<Int>]] { used.filter { !defined.contains($0.key) } }
  /// The places where several steps of one job have the same name.
  var doubled: [Name: [Range<Int>]] { steps.filter { $0.value.count > 1 } }

  init(_ tree: SyntaxTree) {
    values = YAMLValues(text: tree.text)
    let lists = YAMLListKeys(tree.text, isKustomization: false)
    for document in tree.yamlDocuments {
      switch lists.vocabulary(of: document) {
      case .compose: addServices(document)
      case .actions: addJobs(document)
      default: break
      }
    }
  }

  /// The name of a member, without quotation marks.
  private func key(of member: Node) -> [UInt8]? {
    member.key.map { text[$0.range].filter { $0 != 0x22 && $0 != 0x27 } }
  }

  private func children(_ name: String, of node: Node) -> [Node] {
    values.member(name, of: node)?.children ?? []
  }

  // MARK: - Compose

  private static let definitions: [(list: String, kind: Name.Kind)] = [
    ("services", .service), ("networks", .network), ("volumes", .volume), ("secrets", .secret),
    ("configs", .config),
  ]
  private static let uses: [(list: String, kind: Name.Kind)] = [
    ("depends_on", .service), ("links", .service), ("networks", .network), ("volumes", .volume),
    ("secrets", .secret), ("configs", .config),
  ]

  private mutating func addServices(_ document: Node) {
    // Other files may define the names that are used here.
    guard values.member("include", of: document) == nil else { return }
    defined.insert(Name(kind: .network, bytes: Array("default".utf8)))
    for (list, kind) in Self.definitions {
      for member in children(list, of: document) {
        if let name = key(of: member) { defined.insert(Name(kind: kind, bytes: name)) }
      }
    }
    for service in children("services", of: document) {
      for (list, kind) in Self.uses {
        guard let list = values.member(list, of: service) else { continue }
        for item in list.children {
          guard let name = named(by: item, in: list, kind) else { continue }
          used[Name(kind: kind, bytes: name), default: []].append(item.body)
        }
      }
    }
  }

  /// The name in an item of a service; `nil` if it names nothing that should be in the document.
  private func named(by item: Node, in list: Node, _ kind: Name.Kind) -> [UInt8]? {
    if list.kind == .members { return key(of: item) }
    if item.isContainer {
      let type = values.value(at: "type", of: item).map { Array(text[$0]) }
      guard kind != .volume || type == Array("volume".utf8) else { return nil }
      return values.value(at: "source", of: item).map { Array(text[$0]) }
    }
    guard let value = values.value(ofItem: item).map({ text[$0] }) else { return nil }
    let name = value.prefix { $0 != 0x3A }
    if kind == .volume {
      // A path is not a name, and a single word is the mount point of an unnamed volume.
      let isName = name.allSatisfy { $0.isPartOfName || $0 == 0x2D || $0 == 0x2E }
      guard isName, name.first != 0x2E, name.count < value.count else { return nil }
    }
    return Array(name)
  }

  // MARK: - GitHub

  private mutating func addJobs(_ document: Node) {
    for job in children("jobs", of: document) {
      guard let name = key(of: job) else { continue }
      defined.insert(Name(kind: .job, bytes: name))
      if let needs = values.member("needs", of: job) {
        let items = needs.isContainer ? needs.children : [needs]
        for item in items {
          let value = needs.isContainer ? values.value(ofItem: item) : values.value(ofMember: item)
          guard let value, !value.isEmpty else { continue }
          used[Name(kind: .job, bytes: Array(text[value])), default: []].append(item.body)
        }
      }
      addSteps(of: job, name)
    }
    if let action = values.member("runs", of: document) { addSteps(of: action, []) }
  }

  /// Adds the names of the steps of a job, and where steps use them: `steps.a.outputs`.
  private mutating func addSteps(of job: Node, _ name: [UInt8]) {
    for step in children("steps", of: job) {
      if let id = values.value(at: "id", of: step) {
        let name = Name(kind: .step, bytes: Array(text[id]), job: name)
        defined.insert(name)
        steps[name, default: []].append(step.body)
      }
    }
    for member in values.member("outputs", of: job)?.children ?? [] { addUses(in: member, name) }
    for step in children("steps", of: job) { addUses(in: step, name) }
  }

  private mutating func addUses(in node: Node, _ job: [UInt8]) {
    let mark = Array("steps.".utf8)
    var place = node.body.lowerBound
    while let start = text[place..<node.body.upperBound].firstIndex(of: 0x73) {
      place = start + 1
      let isFirst = start == 0 || !(text[start - 1].isPartOfName || text[start - 1] == 0x2E)
      guard isFirst, text[start..<node.body.upperBound].starts(with: mark) else { continue }
      let id = text[(start + mark.count)..<node.body.upperBound].prefix {
        $0.isPartOfName || $0 == 0x2D
      }
      let end = id.endIndex
      guard !id.isEmpty, end < node.body.upperBound, text[end] == 0x2E else { continue }
      used[Name(kind: .step, bytes: Array(id), job: job), default: []].append(node.body)
      place = end
    }
  }
}
