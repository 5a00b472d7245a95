import DocMergeCore

/// A git commit: a tree, its parents, who and when, and a message.
package struct Commit: Sendable, Hashable {
  /// A person at a moment; git keeps whole seconds, always written in UTC here.
  package struct Signature: Sendable, Hashable {
    package var person: Person
    package var seconds: Int64
  }

  package var tree: ObjectID
  package var parents: [ObjectID]
  package var author: Signature
  package var committer: Signature
  package var message: String
}

extension Commit {
  /// The object that stores this commit.
  package var object: GitObject {
    var text = "tree \(tree)\n"
    for parent in parents { text += "parent \(parent)\n" }
    text += "author \(author.text)\ncommitter \(committer.text)\n\n\(message)"
    return GitObject(kind: .commit, bytes: Array(text.utf8))
  }

  /// Reads a commit object; headers that are not known (encoding, signatures) are passed over.
  ///
  /// Byte by byte: in a string, a mark that combines with the letter before it would swallow separators.
  package init?(bytes: [UInt8]) {
    let feed = UInt8(ascii: "\n")
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Signature?
    var committer: Signature?
    var rest = bytes[...]
    while let end = rest.firstIndex(of: feed), end != rest.startIndex {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let value = line[(space + 1)...]
      switch String(decoding: line[..<space], as: UTF8.self) {
      case "tree": tree = Hex.bytes(value).flatMap { ObjectID(bytes: $0) }
      case "parent":
        guard let parent = Hex.bytes(value).flatMap({ ObjectID(bytes: $0) }) else { return nil }
        parents.append(parent)
      case "author": author = Signature(value)
      case "committer": committer = Signature(value)
      default: continue
      }
    }
    guard let tree, let author, let committer, rest.first == feed else { return nil }
    self.init(
      tree: tree, parents: parents, author: author, committer: committer,
      message: String(decoding: rest.dropFirst(), as: UTF8.self))
  }
}

extension Commit.Signature {
  fileprivate var text: String { "\(person.name) <\(person.email)> \(seconds) +0000" }

  /// Reads `Name <email> seconds zone`.
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let blank = UInt8(ascii: " ")
    guard let open = bytes.lastIndex(of: UInt8(ascii: "<")),
      let close = bytes.lastIndex(of: UInt8(ascii: ">")), open < close,
      let date = bytes[(close + 1)...].split(separator: blank).first,
      let seconds = Int64(String(decoding: date, as: UTF8.self))
    else { return nil }
    let name = bytes[..<open]
    self.init(
      person: Person(
        name: String(decoding: name.last == blank ? name.dropLast() : name, as: UTF8.self),
        email: String(decoding: bytes[(open + 1)..<close], as: UTF8.self)),
      seconds: seconds)
  }
}
