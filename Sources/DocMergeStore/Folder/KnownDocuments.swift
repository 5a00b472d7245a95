import DocMergeCore

/// The documents that are known to lie in the folder, for a walk to recognise.
struct KnownDocuments: Sendable {
  /// Where a document lies and what it looked like.
  struct Mark: Sendable {
    var path: DocumentPath
    /// What it is; for a folder that is one document, a package.
    var kind: DocumentKind
    var isPackage: Bool { kind == .package }
    /// `nil`: always to be looked at.
    var fingerprint: Fingerprint?
    /// When the fingerprint was taken.
    var seen: Timestamp
  }

  let marks: [Mark]
  private let positions: [DocumentPath: Int]
  /// The folders that known documents lie in, at any depth.
  private let folders: Set<ArraySlice<UInt8>>

  /// Notes documents.
  ///
  /// Linear in their number.
  init(_ marks: [Mark]) {
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
  init(only path: DocumentPath, _ kind: DocumentKind) {
    let never = Timestamp(nanoseconds: 0)
    self.init([Mark(path: path, kind: kind, fingerprint: nil, seen: never)])
  }

  func position(of path: DocumentPath) -> Int? { positions[path] }

  func contains(_ path: DocumentPath) -> Bool { positions[path] != nil }

  func kind(of path: DocumentPath) -> DocumentKind? { positions[path].map { marks[$0].kind } }

  func isPackage(_ path: DocumentPath) -> Bool {
    positions[path].map { marks[$0].isPackage } ?? false
  }

  func isFolder(_ path: DocumentPath) -> Bool { folders.contains(path.bytes[...]) }

  /// Whether a fingerprint proves that the document at `position` is as it was.
  func isUntouched(_ position: Int, _ fingerprint: Fingerprint) -> Bool {
    let mark = marks[position]
    return mark.fingerprint == fingerprint && fingerprint.isReliable(seen: mark.seen)
  }
}
