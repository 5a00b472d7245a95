import DocMergeCore

/// Finds arguments of a merged command in another section than a side put them in, or in two.
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

  init(_ inputs: [SyntaxTree]) {
    let places = inputs.map(Self.places)
    known = Set(places.flatMap(\.keys))
    doubled = Set(places.flatMap(Self.doubled))
  }

  /// The arguments that stand where no input has them, or in two sections of one command.
  ///
  /// - Complexity: O(*n*), *n* being the number of arguments.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let places = Self.places(in: tree)
    let doubled = Self.doubled(places).subtracting(doubled)
    return places.compactMap { place, body in
      let name = String(decoding: tree.text[body].prefix(60), as: UTF8.self)
      let whole = Place(command: place.command, section: 0, argument: place.argument)
      if !known.contains(place) {
        return StructureFault(places: [body], reason: "`\(name)` would be in a section of no side")
      }
      guard doubled.contains(whole) else { return nil }
      return StructureFault(places: [body], reason: "`\(name)` would be in two sections")
    }.sorted { $0.stands(before: $1) }
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
