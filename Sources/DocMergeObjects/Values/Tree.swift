/// A git tree: names with their entries, in git's order.
///
/// Format: `<mode in octal> <name>\0<20 bytes>` for each entry (git's `Documentation/gitformat`).
package struct Tree: Sendable, Hashable {
  /// One name in a folder.
  package struct Entry: Sendable, Hashable {
    package var name: [UInt8]
    package var mode: Mode
    package var id: ObjectID

    package init(name: [UInt8], mode: Mode, id: ObjectID) {
      self.name = name
      self.mode = mode
      self.id = id
    }
  }

  /// The kind of an entry.
  package enum Mode: UInt32, Sendable, Hashable {
    case folder = 0o040000
    case file = 0o100644
    case executable = 0o100755
    case symlink = 0o120000
  }

  package var entries: [Entry]

  package init(entries: [Entry] = []) {
    self.entries = entries
  }

  /// The trees that contain only one item, at a path: the innermost first, and last the outermost.
  ///
  /// - Parameters:
  ///   - names: the names along the path, at least one.
  ///   - mode: the kind of the item.
  ///   - id: its id.
  /// - Returns: a tree for each name.
  /// - Throws: ``GitError``.
  package static func alone(
    at names: [ArraySlice<UInt8>], _ mode: Mode, _ id: ObjectID
  ) throws(GitError) -> [(object: GitObject, id: ObjectID)] {
    var result: [(object: GitObject, id: ObjectID)] = []
    var entry = Entry(name: [], mode: mode, id: id)
    for name in names.reversed() {
      entry.name = Array(name)
      let object = Tree(entries: [entry]).object
      entry = Entry(name: [], mode: .folder, id: try object.id)
      result.append((object, entry.id))
    }
    return result
  }

  /// The ids of the trees of ``alone(at:_:_:)``, without the trees.
  package static func idsAlone(at path: [UInt8], _ mode: Mode, _ id: ObjectID) -> [ObjectID] {
    var result: [ObjectID] = []
    var (rest, mode, id) = (path[...], mode, id)
    while !rest.isEmpty {
      let start = rest.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? rest.startIndex
      let word = String(mode.rawValue, radix: 8)
      var bytes = Array("tree \(word.utf8.count + rest.endIndex - start + 22)\0\(word) ".utf8)
      bytes += rest[start...]
      bytes.append(0)
      id.append(to: &bytes)
      id = ObjectID(hash: SHA1.hash(bytes))
      result.append(id)
      mode = .folder
      rest = rest[..<start].dropLast()
    }
    return result
  }

  /// The entry named `name`.
  package subscript(name: [UInt8]) -> Entry? {
    entries.first { $0.name == name }
  }

  /// Sets, replaces or (with `nil`) removes the entry named `name`.
  package mutating func set(_ name: [UInt8], to entry: Entry?) {
    entries.removeAll { $0.name == name }
    if let entry { entries.append(entry) }
  }
}

extension Tree {
  /// The object that stores this tree; entries are sorted on the way.
  package var object: GitObject {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 40)
    for entry in entries.sorted(by: Tree.precedes) {
      bytes += String(entry.mode.rawValue, radix: 8).utf8
      bytes.append(UInt8(ascii: " "))
      bytes += entry.name
      bytes.append(0)
      bytes += entry.id.bytes
    }
    return GitObject(kind: .tree, bytes: bytes)
  }

  /// Parses a tree object; `nil` when it is malformed or has a mode that a container never writes.
  package init?(bytes: [UInt8]) {
    var entries: [Entry] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let end = rest[space...].firstIndex(of: 0), rest.endIndex - end > 20,
        let number = UInt32(String(decoding: rest[..<space], as: UTF8.self), radix: 8),
        let mode = Mode(rawValue: number),
        let id = ObjectID(bytes: rest[(end + 1)..<(end + 21)])
      else { return nil }
      entries.append(Entry(name: Array(rest[(space + 1)..<end]), mode: mode, id: id))
      rest = rest[(end + 21)...]
    }
    self.entries = entries
  }

  /// git sorts a folder as if its name ended in a slash.
  private static func precedes(_ one: Entry, _ two: Entry) -> Bool {
    sortKey(one).lexicographicallyPrecedes(sortKey(two))
  }

  private static func sortKey(_ entry: Entry) -> [UInt8] {
    entry.mode == .folder ? entry.name + [UInt8(ascii: "/")] : entry.name
  }
}
