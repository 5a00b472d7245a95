package import DocMergeHistory
import DocMergeSystem

/// The places of documents of which several want the same name: a pure function of their wishes.
///
/// The document with the smallest id gets the name. Others get the first digits of their id before the extension:
/// `Notes 3 (1a2b3c4d).md`. A file whose name others need as a folder also gets another name. Names are the same when
/// their ``NameKey`` is.
package struct NamePlan: Sendable {
  private let index: FolderIndex
  /// Documents whose wishes differ from the index; `nil`: they want no name any more.
  private var wishes: [DocumentID: DocumentPath?] = [:]
  private var claims: [NameKey: Claim] = [:]
  private var folderKeys: Set<NameKey> = []
  /// Whether the folder is empty: then the index need not be read.
  private let isIndexEmpty: Bool

  /// Places of items that can never be documents.
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

  /// Notes the new wish of a document, instead of the one in the index.
  package mutating func set(_ id: DocumentID, wants path: DocumentPath?) {
    set([(id: id, path: path)])
  }

  /// Notes the wishes of many documents; their names are compared on up to four cores.
  package mutating func set(_ wanted: [(id: DocumentID, path: DocumentPath?)]) {
    let keys = ParallelMap.map(wanted, grain: 256) { $0.path.map { NameKey($0) } }
    var folders: Set<DocumentPath.FolderKey> = []
    claims.reserveCapacity(claims.count + wanted.count)
    for ((id, path), key) in zip(wanted, keys) {
      // They are only compared with those of the index.
      if !isIndexEmpty { wishes[id] = .some(path) }
      guard let path, let key else { continue }
      claims[key, default: Claim(first: id)].add(id)
      var next = path.folderKey
      // If a folder is known, so are the folders around it.
      while folders.insert(next).inserted, let folder = next.folder {
        folderKeys.insert(NameKey(folder))
        next = folder.folderKey
      }
    }
  }

  /// The documents whose places may change when others start or stop wanting some paths.
  ///
  /// Queries the index once for each of these, and for each folder that they are in.
  package func affected(by paths: Set<DocumentPath>) throws -> Set<DocumentID> {
    var result: Set<DocumentID> = []
    let all = paths.union(Set(paths.compactMap(\.folder)).flatMap { [$0] + $0.folders })
    for key in Set(all.map { NameKey($0) }) {
      result.formUnion(try claimants(key))
      result.formUnion(try asides(named: key))
    }
    return result
  }

  /// The place of the document that wants `path`.
  ///
  /// Obstacles in this folder change it only here: the blocked part of the path gets the digits.
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

  /// The place of the document on every replica, as far as documents decide.
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

  /// The documents with another name than their own that might use this name.
  ///
  /// The name itself shows which: it has digits of the id.
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
  /// The folders that contain it, innermost first.
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
  /// `Notes 3.md` with `x` is `Notes 3 (x).md`. A name that would be too long is cut before the text, which must have
  /// at most 200 bytes.
  package func suffixed(_ text: String) -> DocumentPath {
    let name = name
    var stem = name[...]
    var ending: ArraySlice<UInt8> = []
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 32 {
      (stem, ending) = (name[..<dot], name[dot...])
    }
    let suffix = Array(" (\(text))".utf8)
    let room = max(255 - ending.count - suffix.count, 1)
    // A cut inside a UTF-8 sequence would make an invalid name: drop its rest.
    if stem.count > room {
      stem = stem.prefix(room)
      if let start = stem.lastIndex(where: { $0 & 0xC0 != 0x80 }), stem[start] >= 0xC0 {
        stem = stem[..<start]
      }
    }
    return renamed(Array(stem) + suffix + ending)
  }
}
