import DocMergeCore
import DocMergeLanguage

/// Finds libraries of a merged command that are newly between flags, or no longer, unlike in the side that added them.
///
///     ours    -Wl,--whole-archive a b -Wl,--no-whole-archive    the flags are added
///     theirs  a c b                                             `c` is added
///     fault   -Wl,--whole-archive a c b -Wl,--no-whole-archive
struct CMakeEnclosures {
  /// The arguments of the commands of a text that link.
  private struct Listing {
    /// An argument of a command.
    struct Key: Hashable {
      let command: UInt64
      let argument: UInt64
    }

    /// The flags that are open at each argument; arguments that occur twice are left out.
    private(set) var flags: [Key: Set<[UInt8]>] = [:]
    private(set) var places: [Key: Range<Int>] = [:]
    private var doubled: Set<Key> = []

    init(_ tree: SyntaxTree) {
      add(tree.root.children, tree.text)
      for key in doubled { flags[key] = nil }
    }

    private mutating func add(_ nodes: [Node], _ text: [UInt8]) {
      for node in nodes {
        if node.kind == .blocks { add(node.children, text) }
        var cursor = ByteCursor(text, at: node.body.lowerBound)
        guard let command = try? CMakeCommand(&cursor),
          CMakeFlags.commands.contains(command.name),
          let target = command.arguments.first
        else { continue }
        var open: Set<[UInt8]> = []
        for argument in command.arguments.dropFirst() {
          let word = Array(text[argument].filter { $0 != 0x22 })
          let key = Key(
            command: Node.Key(target, in: text).hash, argument: Node.Key(argument, in: text).hash)
          if flags.updateValue(open, forKey: key) != nil { doubled.insert(key) }
          places[key] = argument
          CMakeFlags.apply(word, to: &open)
        }
      }
    }
  }

  private let inputs: Triple<Listing>

  init(_ inputs: Triple<SyntaxTree>) { self.inputs = inputs.map(Listing.init) }

  /// The arguments that one side added, and that are between other flags than in that side.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = Listing(tree)
    return result.flags.compactMap { key, flags -> StructureFault? in
      guard inputs.base.flags[key] == nil, let place = result.places[key] else { return nil }
      let known = [inputs.ours.flags[key], inputs.theirs.flags[key]].compactMap(\.self)
      guard !known.isEmpty, !known.contains(flags) else { return nil }
      let name = tree.text[place].excerpt
      return StructureFault(places: [place], reason: tr("other flags would enclose `\(name)`"))
    }.sorted { $0.stands(before: $1) }
  }
}

/// Flags that apply to the arguments after them.
enum CMakeFlags {
  /// Commands that can list such flags.
  static let commands: Set<String> = [
    "target_link_libraries", "target_link_options", "set", "list",
  ]

  private static let ends: [String: String] = [
    "-Wl,--end-group": "-Wl,--start-group", "-Wl,--no-whole-archive": "-Wl,--whole-archive",
    "-Wl,-no-whole-archive": "-Wl,-whole-archive", "-Wl,--no-as-needed": "-Wl,--as-needed",
    "-Wl,--pop-state": "-Wl,--push-state", "-Wl,-Bdynamic": "-Wl,-Bstatic",
    "-Wl,-noall_load": "-Wl,-all_load",
  ]
  private static let starts = Set(ends.values)

  /// Opens or closes the flag of a word.
  static func apply(_ word: [UInt8], to open: inout Set<[UInt8]>) {
    let name = String(decoding: word, as: UTF8.self)
    if starts.contains(name) {
      open.insert(word)
    } else if let start = ends[name] {
      open.remove(Array(start.utf8))
    }
  }
}
