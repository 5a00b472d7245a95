package import DocMergeCore
package import DocMergeHistory

/// The documents that are known to lie in the folder, for a walk to recognise.
package struct KnownDocuments: Sendable {
  /// Where a document lies and what it looked like.
  package struct Mark: Sendable {
    package var path: DocumentPath
    /// What it is; for a folder that is one document, a package.
    package var kind: DocumentKind
    package var isPackage: Bool { kind == .package }
    /// `nil`: always to be looked at.
    package var fingerprint: Fingerprint?
    /// When the fingerprint was taken.
    package var seen: Timestamp

    package init(
      path: DocumentPath, kind: DocumentKind, fingerprint: Fingerprint? = nil, seen: Timestamp
    ) {
      self.path = path
      self.kind = kind
      self.fingerprint = fingerprint
      self.seen = seen
    }
  }

  package let marks: [Mark]
  private let positions: [DocumentPath: Int]
  /// The folders that known documents lie in, at any depth.
  private let folders: Set<ArraySlice<UInt8>>

  /// Notes documents.
  ///
  /// Linear in their number.
  package init(_ marks: [Mark]) {
    self.marks = marks
    var positions: [DocumentPath: Int] = [:]
    positions.reserveCapacity(marks.count)
    var folders: Set<ArraySlice<UInt8>> = []
    for (position, mark) in marks.enumerated() {
      positions[mark.path] = position
      var rest = mark.path.bytes[...]
      while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
        rest = rest[..<slash]
        guard folders.insert(rest).inserted else { break }
      }
    }
    self.positions = positions
    self.folders = folders
  }

  /// Notes one document of which only the path and the kind are known.
  package init(only path: DocumentPath, _ kind: DocumentKind) {
    let never = Timestamp(nanoseconds: 0)
    self.init([Mark(path: path, kind: kind, fingerprint: nil, seen: never)])
  }

  package func position(of path: DocumentPath) -> Int? { positions[path] }

  package func contains(_ path: DocumentPath) -> Bool { positions[path] != nil }

  package func kind(of path: DocumentPath) -> DocumentKind? {
    positions[path].map { marks[$0].kind }
  }

  package func isPackage(_ path: DocumentPath) -> Bool {
    positions[path].map { marks[$0].isPackage } ?? false
  }

  package func isFolder(_ path: DocumentPath) -> Bool { folders.contains(path.bytes[...]) }

  /// Whether a fingerprint proves that the document at `position` is as it was.
  package func isUntouched(_ position: Int, _ fingerprint: Fingerprint) -> Bool {
    let mark = marks[position]
    return mark.fingerprint == fingerprint && fingerprint.isReliable(seen: mark.seen)
  }
}
