import DocMergeCore
package import DocMergeObjects
import DocMergeSystem

/// Whether a commit is, byte for byte, what docmerge writes for a version in a record.
///
/// Facts that records do not hold may have any value that docmerge writes: parents, the seconds in git's dates, the
/// words of the message, the operation.
///
/// The result is the same as of reading the commit and comparing it, without building values of it: a container that is
/// fetched as a whole has as many versions as documents. Where it is `nil`, the commit has to be read, if only to find
/// the fault; so have commits of settled conflicts, and of dates before 1970.
package struct VersionMatch {
  /// The version as it should be.
  package let version: Version
  package let document: DocumentID
  /// The name of the document; the version may have had another one.
  package let path: DocumentPath

  package init(version: Version, document: DocumentID, path: DocumentPath) {
    self.version = version
    self.document = document
    self.path = path
  }

  /// The objects that the commit names.
  package struct Links: Sendable, Hashable {
    package var tree: ObjectID
    package var parents: [ObjectID]
  }

  /// The objects that a commit names, if it is that of the version.
  ///
  /// Linear in its size.
  package func links(in bytes: [UInt8]) -> Links? {
    var scanner = ByteScanner(bytes)
    guard scanner.skip("tree "), let tree = ObjectID(&scanner), scanner.skip("\n") else {
      return nil
    }
    var links = Links(tree: tree, parents: [])
    while scanner.skip("parent ") {
      guard let parent = ObjectID(&scanner), scanner.skip("\n") else { return nil }
      links.parents.append(parent)
    }
    guard links.parents.count <= Limits.versions, scanner.skip("author "), isPerson(&scanner),
      scanner.skip("committer "), isPerson(&scanner), scanner.skip("\n"),
      isMessage(&scanner, bytes)
    else { return nil }
    return links
  }

  /// Whether the author, or the committer, is the version's, at some time that git knows.
  private func isPerson(_ scanner: inout ByteScanner) -> Bool {
    guard scanner.skip(version.author.name.utf8), scanner.skip(" <"),
      scanner.skip(version.author.email.utf8), scanner.skip("> "), let seconds = scanner.decimal()
    else { return false }
    return Int64(exactly: seconds) != nil && scanner.skip(" +0000\n")
  }

  private func isMessage(_ scanner: inout ByteScanner, _ bytes: [UInt8]) -> Bool {
    let start = scanner.place
    guard scanner.skipToLastParagraph(), isText(bytes[start..<scanner.place]) else { return false }
    return isNote(&scanner) && scanner.isAtEnd
  }

  /// Whether a reader finds the same bytes in a message: those of text in UTF-8.
  private func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Whether the trailers are those of the version, in the order in which ``VersionNote`` writes them.
  private func isNote(_ scanner: inout ByteScanner) -> Bool {
    // The name of the computer must not pass for lines of its own.
    !version.computer.utf8.contains(UInt8(ascii: "\n")) && version.size >= 0
      && scanner.skip("Docmerge-Document: ")
      && DocumentID(&scanner) == document
      && scanner.skip("\nDocmerge-Path: ") && scanner.skip(word: path.bytes)
      && scanner.skip("\nDocmerge-Kind: ") && scanner.skip(version.content.kind.rawValue.utf8)
      && scanner.skip("\nDocmerge-Size: ") && scanner.decimal() == UInt64(exactly: version.size)
      && scanner.skip("\nDocmerge-Replica: ") && ReplicaID(&scanner) == version.replica
      && scanner.skip("\nDocmerge-Computer: ") && scanner.skip(version.computer.utf8)
      && scanner.skip("\nDocmerge-Operation: ") && isOperation(&scanner)
      && scanner.skip("Docmerge-Date: ") && scanner.date() == version.date && scanner.skip("\n")
  }

  private func isOperation(_ scanner: inout ByteScanner) -> Bool {
    OperationKind.allCases.contains { kind in
      var next = scanner
      guard next.skip(kind.rawValue.utf8), next.skip("\n") else { return false }
      scanner = next
      return true
    }
  }
}
