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
  package init?(bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let split = text.range(ofBlankLine: ()) else { return nil }
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Signature?
    var committer: Signature?
    for line in text[..<split.lowerBound].split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      let value = line[line.index(after: space)...]
      switch line[..<space] {
      case "tree": tree = ObjectID(hex: value)
      case "parent":
        guard let parent = ObjectID(hex: value) else { return nil }
        parents.append(parent)
      case "author": author = Signature(value)
      case "committer": committer = Signature(value)
      default: continue
      }
    }
    guard let tree, let author, let committer else { return nil }
    self.init(
      tree: tree, parents: parents, author: author, committer: committer,
      message: String(text[split.upperBound...]))
  }
}

extension Commit.Signature {
  fileprivate var text: String { "\(person.name) <\(person.email)> \(seconds) +0000" }

  /// Reads `Name <email> seconds zone`.
  fileprivate init?(_ text: Substring) {
    guard let open = text.lastIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close
    else { return nil }
    let date = text[text.index(after: close)...].split(separator: " ")
    guard let first = date.first, let seconds = Int64(first) else { return nil }
    let name = text[..<open]
    self.init(
      person: Person(
        name: String(name.hasSuffix(" ") ? name.dropLast() : name),
        email: String(text[text.index(after: open)..<close])),
      seconds: seconds)
  }
}

extension String {
  /// The two line feeds between the headers of a commit and its message.
  fileprivate func range(ofBlankLine: Void) -> Range<String.Index>? {
    var index = utf8.startIndex
    while let feed = utf8[index...].firstIndex(of: UInt8(ascii: "\n")) {
      let next = utf8.index(after: feed)
      if next < utf8.endIndex, utf8[next] == UInt8(ascii: "\n") {
        return feed..<utf8.index(after: next)
      }
      index = next
    }
    return nil
  }
}
