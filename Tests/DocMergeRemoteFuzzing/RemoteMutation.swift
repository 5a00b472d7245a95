import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// A fault in the contents of a remote.
package struct RemoteMutation {
  /// The kinds of faults.
  package enum Kind: String, CaseIterable, Sendable {
    case bytes, clock, record, shard, tree, message, version, contents, link, package, reference
    case foreignReference, object, history, large
  }

  let store: HostileStore
  /// The replica whose data is false.
  let carl: String
  /// The replica that reads the false data.
  let anna: String
  let berta: String
  private var generator: SeededGenerator

  package init(_ meeting: FuzzedMeeting, seed: Int) throws {
    store = HostileStore(path: meeting.remote)
    carl = try meeting.replica("Carl")
    anna = try meeting.replica("Anna")
    berta = try meeting.replica("Berta")
    generator = SeededGenerator(seed: seed)
  }

  /// Changes the remote, and says how.
  package mutating func apply() throws -> String {
    var kinds = [Nastiness.pick(Kind.allCases, &generator)]
    if generator.once(in: 4) { kinds.append(Nastiness.pick(Kind.allCases, &generator)) }
    // An object that is spoilt cannot be worked with any more.
    if kinds.contains(.object) { kinds = kinds.filter { $0 != .object } + [.object] }
    var words: [String] = []
    for kind in kinds {
      // What the first one left may be too broken for a second.
      let how = words.isEmpty ? try change(kind) : (try? change(kind)) ?? "nothing"
      words.append("\(kind.rawValue): \(how)")
    }
    return words.joined(separator: "; ")
  }

  private mutating func change(_ kind: Kind) throws -> String {
    switch kind {
    case .bytes: try changeText(where: { _ in true })
    case .clock: try changeClock()
    case .record: try changeText { $0.hasPrefix("documents/") }
    case .shard: try moveShard()
    case .tree: try changeTree()
    case .message: try changeMessage()
    case .version: try changeVersion()
    case .contents: try changeContents()
    case .link: try addLink()
    case .package: try addPackage()
    case .reference: try moveReference(of: carl)
    case .foreignReference: try moveReference(of: anna)
    case .object: try spoilObject()
    case .history: try forge()
    case .large: try addLarge()
    }
  }

  /// Chance for what other files of this type do.
  mutating func generatorForVersions() -> SeededGenerator {
    SeededGenerator(seed: generator.number(0...1 << 40))
  }

  // MARK: Texts of the state

  private mutating func changeText(where isMeant: (String) -> Bool) throws -> String {
    var generator = generator
    var path = ""
    try store.change(carl) { files, _ in
      path = Nastiness.pick(files.keys.filter(isMeant).sorted(), &generator)
      for _ in 0..<generator.number(1...3) {
        files[path] = Nastiness.spoil(files[path] ?? [], &generator)
      }
    }
    self.generator = generator
    return path
  }

  private mutating func changeClock() throws -> String {
    let way = generator.number(0...4)
    let (anna, berta, carl) = (anna, berta, carl)
    try store.change(carl) { files, _ in
      let lines = String(decoding: files["clock"] ?? [], as: UTF8.self).split(separator: "\n")
      func counting(_ replica: String, _ count: String) -> String {
        (lines.filter { !$0.hasPrefix(replica) } + ["\(replica) \(count)"]).map { "\($0)\n" }
          .joined()
      }
      let text =
        switch way {
        case 0: counting(anna, "9007199254740991")
        case 1: counting(berta, "9007199254740991")
        case 2: counting("00112233445566ff", "7")
        case 3: counting(carl, "18446744073709551615")
        default:
          (0..<30_000).map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits + " 1\n"
          }.joined()
        }
      files["clock"] = Array(text.utf8)
    }
    return "way \(way)"
  }

  private mutating func moveShard() throws -> String {
    var generator = generator
    var words = ""
    try store.change(carl) { files, _ in
      let path = Nastiness.pick(
        files.keys.filter { $0.hasPrefix("documents/") }.sorted(), &generator)
      let places = [
        "documents/00/00", "documents/63/63", "documents/+1/00", "documents/64/00", "x/y",
      ]
      let other = Nastiness.pick(places, &generator)
      files[other] = files[path]
      if generator.once(in: 2) { files[path] = nil }
      words = "\(path) to \(other)"
    }
    self.generator = generator
    return words
  }

  // MARK: Trees and messages

  private mutating func changeTree() throws -> String {
    var generator = generator
    var words = ""
    let store = store
    let ids = [anna, berta, carl].compactMap { try? store.tip(HostileStore.versions($0)) }
    try store.change(carl) { _, commit in
      var entries = try store.entries(commit.tree)
      let index = generator.number(0...entries.count - 1)
      switch generator.number(0...5) {
      case 0:
        let modes = ["160000", "120000", "100644", "40000", "100664", "0", "77777777777"]
        entries[index].mode = Nastiness.pick(modes, &generator)
      case 1: entries[index].id = Nastiness.pick(ids + entries.map(\.id), &generator)
      case 2: entries[index].name = Nastiness.pick(Nastiness.members, &generator)
      case 3: entries.append(entries[index])
      case 4: entries.reverse()
      default: entries.remove(at: index)
      }
      words = "entry \(index)"
      commit.tree = try store.writeTree(entries)
    }
    self.generator = generator
    return words
  }

  private mutating func changeMessage() throws -> String {
    var generator = generator
    try store.change(carl) { _, commit in
      switch generator.number(0...2) {
      case 0: commit.message = "\u{1B}[2J\u{1B}]0;title\u{7} \(commit.message)"
      case 1: commit.message = String(repeating: "long ", count: 400_000)
      default:
        let bytes = Nastiness.spoilWord(of: Array(commit.message.utf8), &generator)
        commit.message = String(decoding: bytes, as: UTF8.self)
      }
    }
    self.generator = generator
    return "of the state"
  }

  /// A chain of states with a false author.
  private mutating func forge() throws -> String {
    let names = [anna, berta, "00112233445566ff"]
    let name = Nastiness.pick(names, &generator)
    let (carl, count) = (carl, generator.number(1...9_000_000))
    try store.change(carl) { files, commit in
      commit.message = commit.message.replacing("Replica: \(carl)", with: "Replica: \(name)")
      let lines = String(decoding: files["clock"] ?? [], as: UTF8.self).split(separator: "\n")
      let others = lines.filter { !$0.hasPrefix(name) }.map { "\($0)\n" }.joined()
      files["clock"] = Array("\(others)\(name) \(count)\n".utf8)
    }
    return "as \(name)"
  }

  // MARK: References and objects

  private mutating func moveReference(of replica: String) throws -> String {
    let targets = [
      try store.tip(HostileStore.versions(carl)), try store.tip(HostileStore.state(carl)),
      try store.tip(HostileStore.state(berta)), try store.write(.blob, [0x1B]),
      try store.write(.tree, []), try store.git.commit(store.tip(HostileStore.state(carl))).tree,
    ]
    let target = Nastiness.pick(targets, &generator)
    let names = [
      HostileStore.state(replica), HostileStore.versions(replica), "refs/docmerge/state/nobody",
      "refs/docmerge/state/\u{202E}x", "refs/docmerge/state/00112233445566FF",
    ]
    let name = Nastiness.pick(names, &generator)
    try store.move(name, to: target)
    return "\(name.split(separator: "/")[2])"
  }

  /// Flips, cuts or empties the file of one of Carl's new objects.
  private mutating func spoilObject() throws -> String {
    let carl = carl
    var written: ObjectID?
    try store.change(carl) { files, _ in
      files["clock", default: []] += [0x0A]
    }
    written = try store.tip(HostileStore.state(carl))
    guard let id = written?.description else { return "none" }
    let file = File("\(store.git.path)/objects/\(id.prefix(2))/\(id.dropFirst(2))")
    guard var bytes = file.bytes, !bytes.isEmpty else { return "none" }
    switch generator.number(0...2) {
    case 0: bytes[generator.number(0...bytes.count - 1)] ^= 0x41
    case 1: bytes = Array(bytes.prefix(bytes.count / 2))
    default: bytes = []
    }
    file.remove()
    file.write(bytes)
    return "its state"
  }
}
