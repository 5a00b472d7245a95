import DocMergeCore
import DocMergeLanguage

/// Finds faults that a package resolver would not accept, although each entry is as a side has it.
struct LockGuard {
  private let format: any DocumentFormat
  private let known: Set<Finding>

  init(_ inputs: [SyntaxTree], of format: any DocumentFormat) {
    self.format = format
    known = Set(inputs.flatMap { Self.findings(in: $0, format).keys })
  }

  /// A kind of fault, in a few words, and the name that it is about.
  private struct Finding: Hashable {
    let name: [UInt8]
    let problem: String
  }

  /// Faults that no input has.
  ///
  /// They are a specifier that leads to two entries or to another version, a package in two groups, a module that is
  /// required twice, parts of one pod in different versions, a package that another one needs and that has no entry.
  ///
  /// - Complexity: O(*n*), *n* being the number of entries.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.findings(in: tree, format).filter { !known.contains($0.key) }.map { finding, places in
      StructureFault(
        places: places,
        reason: "`\(finding.name.excerpt)` \(finding.problem)")
    }.sorted { $0.stands(before: $1) }
  }

  private static func findings(
    in tree: SyntaxTree, _ format: any DocumentFormat
  ) -> [Finding: [Range<Int>]] {
    switch format {
    case let lock as IndentedLockFormat where lock.dialect == .yarn:
      specifiers(in: tree).merging(missing(in: tree, .yarn)) { one, _ in one }
        .merging(resolutions(in: tree)) { one, _ in one }
    case let lock as IndentedLockFormat where lock.dialect == .bundler: missing(in: tree, .gems)
    case let lock as IndentedLockFormat where lock.dialect == .cocoaPods:
      pods(in: tree).merging(missing(in: tree, .pods)) { one, _ in one }
    case let lines as KeyedLineFormat where lines.dialect == .goModule: modules(in: tree)
    case is TOMLFormat: packages(in: tree).merging(missing(in: tree, .toml)) { one, _ in one }
    case is JSONLockFormat:
      missing(in: tree, .json).merging(grouped(in: tree)) { one, _ in one }
    case is JSONFormat: grouped(in: tree)
    case is YAMLFormat where tree.text.starts(with: "lockfileVersion:".utf8):
      missing(in: tree, .pnpm)
    default: [:]
    }
  }

  /// Packages that entries need and that have none themselves; a text without entries is no lock file.
  private static func missing(
    in tree: SyntaxTree, _ notation: LockReferences.Notation
  ) -> [Finding: [Range<Int>]] {
    let lock = LockReferences(tree.text, notation)
    guard !lock.entries.isEmpty else { return [:] }
    let problem = tr("would be needed, and have no entry")
    return Dictionary(
      uniqueKeysWithValues: lock.missing.map { (Finding(name: $0.key, problem: problem), $0.value) }
    )
  }

  /// Packages of Cargo, Poetry, uv and PDM in two versions, so that requirements must specify one of them.
  private static func packages(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var places: [[UInt8]: [Range<Int>]] = [:]
    for table in tree.root.children {
      guard tree.text[table.body].starts(with: "[[package]]".utf8),
        let name = table.children.first?.member(packageName)
      else { continue }
      places[Array(tree.text[name.body]), default: []].append(table.body)
    }
    return findings(places, tr("would be there in two versions"))
  }

  private static let packageName = Node.Key(meaning: "name".utf8, at: 0..<0)

  private static func specifiers(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var places: [[UInt8]: [Range<Int>]] = [:]
    for entry in tree.root.children {
      let line = tree.text[entry.body].prefix { $0 != 0x0A }
      for specifier in IndentedLockNames.specifiers(of: line) {
        places[Array(tree.text[specifier]), default: []].append(entry.body)
      }
    }
    return findings(places, tr("would lead to two entries"))
  }

  /// All specifiers with the versions that they lead to: one that no input has is a fault.
  private static func resolutions(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var found: [Finding: [Range<Int>]] = [:]
    for entry in tree.root.children {
      let lines = tree.text[entry.body].split(separator: 0x0A, maxSplits: 2)
      guard lines.count > 1 else { continue }
      let words = lines[1].split { $0 == 0x20 || $0 == .quotationMark || $0 == UInt8(ascii: ":") }
      guard words.count == 2, words[0].elementsEqual("version".utf8) else { continue }
      let version = String(decoding: words[1].prefix(40), as: UTF8.self)
      let problem = tr("would lead to version \(version), which no side has for it")
      for specifier in IndentedLockNames.specifiers(of: lines[0]) {
        found[Finding(name: Array(tree.text[specifier]), problem: problem)] = [entry.body]
      }
    }
    return found
  }

  /// Packages that are asked for both for the program and for its development.
  private static func grouped(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    let members = tree.root.children
    var found: [Finding: [Range<Int>]] = [:]
    for (one, other) in groups {
      guard let first = members.first(where: { $0.key == one }),
        let second = members.first(where: { $0.key == other })
      else { continue }
      let known = names(in: first, tree.text)
      for (name, place) in names(in: second, tree.text) {
        guard let twin = known[name] else { continue }
        found[Finding(name: name, problem: tr("would be in two groups"))] = [twin, place]
      }
    }
    return found
  }

  private static let groups = [
    ("dependencies", "devDependencies"), ("require", "require-dev"), ("packages", "packages-dev"),
  ].map { (Node.Key(meaning: $0.0.utf8, at: 0..<0), Node.Key(meaning: $0.1.utf8, at: 0..<0)) }

  /// The packages of an object by their keys, those of a list by their names.
  private static func names(in group: Node, _ text: [UInt8]) -> [[UInt8]: Range<Int>] {
    var places: [[UInt8]: Range<Int>] = [:]
    let list = group.children.first { $0.isContainer && $0.key == nil }?.children ?? group.children
    for package in list {
      if let name = package.member(packageName) {
        places[Array(text[name.body])] = package.body
      } else if let key = package.key, !key.range.isEmpty {
        places[Array(text[key.range])] = package.body
      }
    }
    return places
  }

  private static func modules(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    var places: [[UInt8]: [Range<Int>]] = [:]
    for node in tree.root.children {
      let isBlock = node.isContainer
      let verb = node.key.map { tree.text[$0.range] } ?? []
      let isRequire =
        isBlock
        ? verb.elementsEqual("require".utf8)
        : tree.text[node.body].drop(while: \.isWhite).starts(with: "require".utf8)
      guard isRequire else { continue }
      for line in isBlock ? node.children : [node] {
        guard let key = line.key else { continue }
        places[Array(tree.text[key.range]), default: []].append(line.body)
      }
    }
    return findings(places, tr("would be required twice"))
  }

  private static func findings(
    _ places: [[UInt8]: [Range<Int>]], _ problem: String
  ) -> [Finding: [Range<Int>]] {
    var found: [Finding: [Range<Int>]] = [:]
    for (name, places) in places where places.count > 1 {
      found[Finding(name: name, problem: problem)] = places
    }
    return found
  }

  /// Pods whose parts, such as `Firebase/Core`, are of different versions.
  private static func pods(in tree: SyntaxTree) -> [Finding: [Range<Int>]] {
    guard let list = tree.root.children.first(where: { $0.key == podList }) else { return [:] }
    var versions: [[UInt8]: Set<[UInt8]>] = [:]
    var places: [[UInt8]: [Range<Int>]] = [:]
    for pod in list.children {
      guard let key = pod.key else { continue }
      let name = Array(tree.text[key.range].prefix { $0 != 0x2F })
      let rest = tree.text[key.range.upperBound..<pod.body.upperBound].prefix { $0 != 0x0A }
      versions[name, default: []].insert(Array(rest.prefix { $0 != 0x29 }))
      places[name, default: []].append(pod.body)
    }
    return findings(
      places.filter { versions[$0.key, default: []].count > 1 }, tr("would have two versions"))
  }

  private static let podList = Node.Key(meaning: "PODS".utf8, at: 0..<0)
}
