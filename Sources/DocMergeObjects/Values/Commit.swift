import DocMergeCore

/// A git commit: a tree, its parents, people with dates, and a message.
package struct Commit: Sendable, Hashable {
  /// A person at a moment; git keeps whole seconds, always written in UTC here.
  package struct Signature: Sendable, Hashable {
    package var person: Person
    package var seconds: Int64

    package init(person: Person, seconds: Int64) {
      self.person = person
      self.seconds = seconds
    }
  }

  package var tree: ObjectID
  package var parents: [ObjectID]
  package var author: Signature
  package var committer: Signature
  /// The signature that `git verify-commit` checks, such as an ssh signature; `nil` for none.
  package var proof: String?
  package var message: String

  package init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
    proof: String? = nil, message: String
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.proof = proof
    self.message = message
  }
}

extension Commit {
  /// The start of a signature by an ssh key.
  package static let signatureStart = "-----BEGIN SSH SIGNATURE-----"

  /// Whether it carries a signature by an ssh key, good or not.
  package var isSigned: Bool { proof?.hasPrefix(Commit.signatureStart) ?? false }

  /// The object that stores this commit.
  package var object: GitObject {
    var text = "tree \(tree)\n"
    for parent in parents { text += "parent \(parent)\n" }
    text += "author \(author.text)\ncommitter \(committer.text)\n"
    if let proof { text += "\(Commit.proofKey) \(proof.replacing("\n", with: "\n "))\n" }
    return GitObject(kind: .commit, bytes: Array("\(text)\n\(message)".utf8))
  }

  private static let proofKey = "gpgsig"
  private static let parentKey = Array("parent ".utf8)

  /// Parses a commit object that is byte for byte as docmerge writes it.
  ///
  /// Nothing can be hidden in it that one reader sees and another does not, and git accepts it.
  package init?(strict bytes: [UInt8]) {
    self.init(bytes: bytes)
    guard object.bytes == bytes, author.seconds >= 0, committer.seconds >= 0 else { return nil }
  }

  /// Parses a commit object; unknown headers (encoding) are skipped.
  ///
  /// Byte by byte: in a string, a mark that combines with the letter before it would swallow separators.
  package init?(bytes: [UInt8]) {
    let feed = UInt8(ascii: "\n")
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Signature?
    var committer: Signature?
    var proof: String?
    var rest = bytes[...]
    while let end = rest.firstIndex(of: feed), end != rest.startIndex {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      // A link of a chain has hundreds of them.
      if line.starts(with: Commit.parentKey) {
        guard let parent = ObjectID(digits: line.dropFirst(Commit.parentKey.count)) else {
          return nil
        }
        parents.append(parent)
        continue
      }
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let value = line[(space + 1)...]
      switch String(decoding: line[..<space], as: UTF8.self) {
      case "tree": tree = ObjectID(digits: value)
      case "author": author = Signature(value)
      case "committer": committer = Signature(value)
      case Commit.proofKey: proof = String(decoding: value, as: UTF8.self)
      case "": proof? += "\n" + String(decoding: value, as: UTF8.self)
      default: continue
      }
    }
    guard let tree, let author, let committer, rest.first == feed else { return nil }
    self.init(
      tree: tree, parents: parents, author: author, committer: committer, proof: proof,
      message: String(decoding: rest.dropFirst(), as: UTF8.self))
  }
}

extension Commit.Signature {
  fileprivate var text: String { "\(person.name) <\(person.email)> \(seconds) +0000" }

  /// Parses `Name <email> seconds zone`.
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
