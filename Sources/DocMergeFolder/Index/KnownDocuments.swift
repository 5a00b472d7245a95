package import DocMergeCore
package import DocMergeHistory

/// The documents that are known to be in the folder, for a scan to recognise.
package struct KnownDocuments: Sendable {
  /// The path and appearance of a document.
  package struct Mark: Sendable {
    package var path: DocumentPath
    /// The kind; for a folder that is one document, a package.
    package var kind: DocumentKind
    package var isPackage: Bool { kind == .package }
    /// `nil`: always checked.
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
  /// The folders that contain known documents, at any depth.
  private let folders: Set<ArraySlice<UInt8>>

  /// Stores documents.
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

  /// Stores one document of which only the path and the kind are known.
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

  /// Whether a fingerprint proves that the document at `position` is unchanged.
  package func isUntouched(_ position: Int, _ fingerprint: Fingerprint) -> Bool {
    let mark = marks[position]
    return mark.fingerprint == fingerprint && fingerprint.isReliable(seen: mark.seen)
  }
}
