import DocMergeCore
import DocMergeLanguage

/// Finds arguments of a merged command in a different section than in their side, or in two, and names with
/// a different meaning than in the sides.
///
///     base    PUBLIC fmt spdlog
///     ours    PUBLIC fmt PRIVATE spdlog
///     theirs  PUBLIC fmt spdlog zlib
///     fault   PUBLIC fmt PRIVATE spdlog zlib
struct CMakeGuard {
  /// An argument of a command, in a section.
  private struct Place: Hashable {
    let command: UInt64
    let section: UInt64
    let argument: UInt64
  }

  private let known: Set<Place>
  private let doubled: Set<Place>
  /// The commands that all inputs have.
  private let shared: Set<UInt64>
  private let names: StatementNameGuard
  private let enclosures: CMakeEnclosures
  private let calls: CMakeCallGuard

  init(_ trees: Triple<SyntaxTree>, _ names: Triple<StatementNames>) {
    enclosures = CMakeEnclosures(trees)
    self.names = StatementNameGuard(names)
    let inputs = [trees.base, trees.ours, trees.theirs]
    calls = CMakeCallGuard(inputs.map(\.text))
    let places = inputs.map(Self.places)
    shared = places.dropFirst().reduce(Set(places[0].keys.map(\.command))) { shared, places in
      shared.intersection(places.keys.map(\.command))
    }
    known = Set(places.flatMap(\.keys))
    doubled = Set(places.flatMap(Self.doubled))
  }

  /// Arguments in a section that no input gives them or in two sections of one command, names with a different meaning,
  /// and flags that no longer enclose their arguments.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree, isWhole: Bool) -> [StructureFault] {
    sectionFaults(tree) + enclosures.faults(in: tree) + calls.faults(in: tree.text)
      + names.faults(in: CMakeStatements(tree).names, isWhole: isWhole)
  }

  private func sectionFaults(_ tree: SyntaxTree) -> [StructureFault] {
    let places = Self.places(in: tree)
    let doubled = Self.doubled(places).subtracting(doubled)
    return places.compactMap { place, body -> StructureFault? in
      let name = tree.text[body].excerpt
      let whole = Place(command: place.command, section: 0, argument: place.argument)
      if !isKnown(place) {
        return StructureFault(
          places: [body], reason: tr("`\(name)` would be in a section of no side"))
      }
      guard doubled.contains(whole) else { return nil }
      return StructureFault(places: [body], reason: tr("`\(name)` would be in two sections"))
    }.sorted { $0.stands(before: $1) }
  }

  /// Whether an input has an argument in a section: of the same command, or of one that a side renamed.
  private func isKnown(_ place: Place) -> Bool {
    if known.contains(place) { return true }
    guard !shared.contains(place.command) else { return false }
    return known.contains { $0.section == place.section && $0.argument == place.argument }
  }

  /// The arguments of more than one section.
  private static func doubled(_ places: [Place: Range<Int>]) -> Set<Place> {
    var seen: Set<Place> = []
    return Set(
      places.keys.map { Place(command: $0.command, section: 0, argument: $0.argument) }
        .filter { !seen.insert($0).inserted })
  }

  private static func places(in tree: SyntaxTree) -> [Place: Range<Int>] {
    var places: [Place: Range<Int>] = [:]
    func walk(_ node: Node) {
      guard node.kind == .members, let command = node.key else {
        for child in node.children { walk(child) }
        return
      }
      let name = tree.text[node.body].prefix { $0 != 0x28 }
      let key = Node.Key(meaning: Array(name) + tree.text[command.range], at: command.range).hash
      for child in node.children {
        guard let own = child.key else { continue }
        if !child.isContainer {
          places[Place(command: key, section: 0, argument: own.hash)] = child.body
        }
        for argument in child.children {
          guard let inner = argument.key else { continue }
          places[Place(command: key, section: own.hash, argument: inner.hash)] = argument.body
        }
      }
    }
    walk(tree.root)
    return places
  }
}
