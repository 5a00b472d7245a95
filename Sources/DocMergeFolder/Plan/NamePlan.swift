package import DocMergeHistory
import DocMergeSystem

/// Where documents lie when several want the same name: a pure function of who wants what.
///
/// The document with the smallest id has the name. Others get the first digits of their id before the
/// extension: `Notes 3 (1a2b3c4d).md`. A file whose name others need as a folder steps aside too.
/// Names are the same when their ``NameKey`` is.
package struct NamePlan: Sendable {
  private let index: FolderIndex
  /// Documents whose wishes differ from what the index says; `nil`: wants none any more.
  private var wishes: [DocumentID: DocumentPath?] = [:]
  private var claims: [NameKey: Claim] = [:]
  private var folderKeys: Set<NameKey> = []
  /// Whether nothing is in the folder yet: then nobody needs to be asked.
  private let isIndexEmpty: Bool

  /// Where something lies that can never be a document.
  private let obstacles: [DocumentPath]

  package init(index: FolderIndex, obstacles: [DocumentPath] = []) throws {
    self.index = index
    self.obstacles = obstacles
    isIndexEmpty = try index.isEmpty()
  }

  /// The documents that want names with one key: a single one, as a rule.
  private struct Claim: Sendable {
    var first: DocumentID
    var others: Set<DocumentID> = []

    mutating func add(_ id: DocumentID) {
      if id != first { others.insert(id) }
    }

    var all: Set<DocumentID> { others.union([first]) }
  }

  /// How many digits of its id a document may have in its name.
  private static let counts = [8, 16, 24, 32]

  /// Notes what a document wants now, instead of what the index says.
  package mutating func set(_ id: DocumentID, wants path: DocumentPath?) {
    set([(id: id, path: path)])
  }

  /// Notes what many documents want; their names are compared on up to four cores.
  package mutating func set(_ wanted: [(id: DocumentID, path: DocumentPath?)]) {
    let keys = ParallelMap.map(wanted, grain: 256) { $0.path.map { NameKey($0) } }
    var folders: Set<DocumentPath.FolderKey> = []
    claims.reserveCapacity(claims.count + wanted.count)
    for ((id, path), key) in zip(wanted, keys) {
      // They are only compared with what the index says.
      if !isIndexEmpty { wishes[id] = .some(path) }
      guard let path, let key else { continue }
      claims[key, default: Claim(first: id)].add(id)
      var next = path.folderKey
      // Of one that is known, those are too that it lies in.
      while folders.insert(next).inserted, let folder = next.folder {
        folderKeys.insert(NameKey(folder))
        next = folder.folderKey
      }
    }
  }

  /// The documents whose places may change when others want some paths, or no longer want them.
  ///
  /// Asks the index once for each of these, and for each folder that they are in.
  package func affected(by paths: Set<DocumentPath>) throws -> Set<DocumentID> {
    var result: Set<DocumentID> = []
    let all = paths.union(Set(paths.compactMap(\.folder)).flatMap { [$0] + $0.folders })
    for key in Set(all.map { NameKey($0) }) {
      result.formUnion(try claimants(key))
      result.formUnion(try asides(named: key))
    }
    return result
  }

  /// Where the document lies that wants `path`.
  ///
  /// Around what is no document in this folder, only here: a part of the path that is taken by it gets
  /// the digits.
  package func place(of id: DocumentID, wanting path: DocumentPath) throws -> DocumentPath {
    var place = try sharedPlace(of: id, wanting: path)
    var digits = 8
    while let obstacle = obstacles.first(where: { place == $0 || place.isInside($0) }), digits <= 32
    {
      let rest = place.bytes.dropFirst(obstacle.bytes.count)
      let aside = obstacle.suffixed(String(id.description.prefix(digits)))
      place = DocumentPath(unchecked: aside.bytes + rest)
      digits += 8
    }
    return place
  }

  /// Where the document lies on every replica, as far as documents decide.
  func sharedPlace(of id: DocumentID, wanting path: DocumentPath) throws -> DocumentPath {
    let key = NameKey(path)
    if isIndexEmpty, let claim = claims[key], claim.first == id, claim.others.isEmpty,
      !folderKeys.contains(key)
    {
      return path
    }
    let first = try claimants(key).min() ?? id
    if first == id, try !isFolder(key) { return path }
    let rivals = try claimants(key).subtracting([id])
    for count in NamePlan.counts.dropLast() {
      let digits = String(id.description.prefix(count))
      let name = path.suffixed(digits)
      let aside = NameKey(name)
      if try !rivals.contains(where: { $0.description.hasPrefix(digits) })
        && claimants(aside).subtracting([id]).isEmpty && !isFolder(aside)
      {
        return name
      }
    }
    return path.suffixed(id.description)
  }

  /// The documents that lie aside, and might do so under this name.
  ///
  /// The name itself tells which: it holds digits of the id.
  private func asides(named key: NameKey) throws -> [DocumentID] {
    guard !isIndexEmpty, let digits = key.digits, NamePlan.counts.contains(digits.utf8.count) else {
      return []
    }
    return try index.entries(startingWith: digits)
      .filter { $0.wanted != $0.path && NameKey($0.wanted.suffixed(digits)) == key }.map(\.id)
  }

  private func claimants(_ key: NameKey) throws -> Set<DocumentID> {
    guard !isIndexEmpty else { return claims[key]?.all ?? [] }
    let settled = try index.documents(wanting: key).map(\.id).filter { wishes[$0] == nil }
    return (claims[key]?.all ?? []).union(settled)
  }

  private func isFolder(_ key: NameKey) throws -> Bool {
    if folderKeys.contains(key) { return true }
    if isIndexEmpty { return false }
    return try index.documents(wantingInside: key).contains { wishes[$0.id] == nil }
  }
}

extension DocumentPath {
  /// The folders that it lies in, innermost first.
  package var folders: [DocumentPath] {
    var result: [DocumentPath] = []
    var next = folder
    while let folder = next {
      result.append(folder)
      next = folder.folder
    }
    return result
  }

  /// The path with `text` in brackets before its extension.
  ///
  /// `Notes 3.md` with `x` is `Notes 3 (x).md`. A name that would be too long is cut before the text,
  /// which must have at most 200 bytes.
  package func suffixed(_ text: String) -> DocumentPath {
    let name = name
    var stem = name[...]
    var ending: ArraySlice<UInt8> = []
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 32 {
      (stem, ending) = (name[..<dot], name[dot...])
    }
    let suffix = Array(" (\(text))".utf8)
    let room = max(255 - ending.count - suffix.count, 1)
    // A cut inside a UTF-8 sequence would make a name that is no text: drop its rest.
    if stem.count > room {
      stem = stem.prefix(room)
      if let start = stem.lastIndex(where: { $0 & 0xC0 != 0x80 }), stem[start] >= 0xC0 {
        stem = stem[..<start]
      }
    }
    return renamed(Array(stem) + suffix + ending)
  }
}
