import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeSystem
import Glibc

/// Walks the folder of a container and lists what could be a document.
package struct FolderScanner: Sendable {
  package let root: SystemPath
  package let rules: FolderRules
  /// The paths of known documents: they are listed even where `.gitignore` excludes them.
  package let known: KnownDocuments

  package init(root: SystemPath, rules: FolderRules, known: KnownDocuments) {
    self.root = root
    self.rules = rules
    self.known = known
  }

  private static let containerName = Array(".docmerge".utf8)
  private static let gitName = Array(".git".utf8)

  /// Lists the whole container.
  ///
  /// Linear in the number of files; reads no contents. The folders of one depth are read on all cores.
  package func scan() throws -> FolderListing {
    var listing = FolderListing(isFound: Array(repeating: false, count: known.marks.count))
    try walk([nil], into: &listing)
    return listing
  }

  /// Lists the items at some paths, none of which is inside another, and the contents of folders.
  package func scan(_ places: [DocumentPath]) throws -> FolderListing {
    var listing = FolderListing(isFound: Array(repeating: false, count: known.marks.count))
    var folders: [DocumentPath?] = []
    for place in places {
      guard let status = try FileStatus.of(root.appending(place)) else { continue }
      var visit = Visit(folder: place.folder)
      if let position = known.position(of: place),
        let item = item(place, status)
      {
        visit.different.append((position, item))
      } else if !place.name.withUnsafeBytes(FolderScanner.isPrivate) {
        visit.others.append(Files.Entry(name: place.name, status: status))
      }
      try take(visit, into: &listing, &folders)
    }
    try walk(folders, into: &listing)
    return listing
  }

  /// Visits folders, and those in them.
  private func walk(_ folders: [DocumentPath?], into listing: inout FolderListing) throws {
    var level = folders
    while !level.isEmpty {
      var next: [DocumentPath?] = []
      for visit in ParallelMap.map(level, { visit($0) }) { try take(visit, into: &listing, &next) }
      level = next
    }
  }

  /// The direct contents of one folder.
  private struct Visit: Sendable {
    var folder: DocumentPath?
    /// Known files that are unchanged.
    var untouched: [Int] = []
    var different: [(position: Int, item: FolderItem)] = []
    var others: [Files.Entry] = []
    var failure: FileError?
  }

  /// Lists one folder; known files cost nothing more than their status.
  private func visit(_ folder: DocumentPath?) -> Visit {
    var visit = Visit(folder: folder)
    // One buffer for all names: most of them are only looked up.
    var path = folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    let start = path.count
    do throws(FileError) {
      try Files.visit(folder.map { root.appending($0) } ?? root) { name, status in
        path.removeSubrange(start...)
        path.append(contentsOf: name)
        if let position = known.position(of: DocumentPath(unchecked: path)),
          let item = item(known.marks[position].path, status)
        {
          if known.isUntouched(position, item.fingerprint) {
            visit.untouched.append(position)
          } else {
            visit.different.append((position, item))
          }
        } else if !FolderScanner.isPrivate(name) {
          visit.others.append(Files.Entry(name: Array(name), status: status))
        }
      }
    } catch {
      visit.failure = error
    }
    return visit
  }

  /// Adds the result of a visit; folders that are to be visited too are added to `next`.
  private func take(
    _ visit: Visit, into listing: inout FolderListing, _ next: inout [DocumentPath?]
  ) throws {
    if let failure = visit.failure {
      guard let folder = visit.folder else { throw failure }
      leave(folder, failure, in: &listing)
    }
    for position in visit.untouched { listing.isFound[position] = true }
    for (position, item) in visit.different { note(item, at: position, in: &listing) }
    for entry in visit.others {
      let child = visit.folder?.appending(entry.name) ?? DocumentPath(unchecked: entry.name)
      if entry.name.starts(with: Files.temporaryPrefix) {
        listing.leftovers.append(child)
      } else if GitFolderName.matches(entry.name) {
        listing.skipped.append(
          SkippedItem(path: child, reason: tr("git takes its name for that of a folder of git")))
      } else if entry.status.form != .folder {
        try list(child, entry.status, into: &listing)
      } else {
        do {
          try take(folder: child, entry.status, into: &listing, &next)
        } catch let error as FileError {
          leave(child, error, in: &listing)
        }
      }
    }
  }

  private func take(
    folder: DocumentPath, _ status: FileStatus, into listing: inout FolderListing,
    _ next: inout [DocumentPath?]
  ) throws {
    guard try isWalked(folder) else { return }
    if try isDocument(folder) {
      let (item, leftovers) = try package(folder, status)
      add(item, to: &listing)
      listing.leftovers += leftovers
    } else {
      next.append(folder)
    }
  }

  /// Leaves the documents of a folder unchanged: an unreadable folder must not look like their deletion.
  private func leave(_ folder: DocumentPath, _ error: FileError, in listing: inout FolderListing) {
    listing.skipped.append(SkippedItem(path: folder, reason: error.description))
    listing.unreadable.append(folder)
    if let position = known.position(of: folder) { listing.isFound[position] = true }
  }

  private static func isPrivate(_ name: UnsafeRawBufferPointer) -> Bool {
    name.elementsEqual(containerName) || name.elementsEqual(gitName)
  }

  private func note(_ item: FolderItem, at position: Int, in listing: inout FolderListing) {
    listing.isFound[position] = true
    if !known.isUntouched(position, item.fingerprint) { listing.different.append((position, item)) }
  }

  /// Reads one path only; `nil` when no document can be there.
  package func item(at path: DocumentPath) throws -> FolderItem? {
    guard let status = try FileStatus.of(root.appending(path)) else { return nil }
    switch status.form {
    case .file, .executable, .symlink: return item(path, status)
    case .folder:
      return try isDocument(path) ? package(path, status).item : nil
    case .other: return nil
    }
  }

  private func add(_ item: FolderItem, to listing: inout FolderListing) {
    if let position = known.position(of: item.path) {
      note(item, at: position, in: &listing)
    } else {
      listing.unknown.append(item)
    }
  }

  private func list(
    _ path: DocumentPath, _ status: FileStatus, into listing: inout FolderListing
  ) throws {
    // Devices, pipes and sockets have no contents to keep: as for git, they do not exist.
    guard let item = item(path, status) else { return }
    if try known.contains(path) || !rules.isIgnored(path, isFolder: false) {
      add(item, to: &listing)
    }
  }

  /// The item at a path, unless it is a folder or has no contents.
  private func item(_ path: DocumentPath, _ status: FileStatus) -> FolderItem? {
    let kind: DocumentKind
    switch status.form {
    case .file: kind = .file
    case .executable: kind = .executable
    case .symlink: kind = .symlink
    case .folder, .other: return nil
    }
    guard kind.isFile, !rules.hasExecuteBits else {
      return FolderItem(path: path, kind: kind, fingerprint: Fingerprint(status))
    }
    let saved = known.kind(of: path).flatMap { $0.isFile ? $0 : nil } ?? .file
    return FolderItem(path: path, kind: saved, isKindSaved: true, fingerprint: Fingerprint(status))
  }

  /// Whether to enter a folder: not ignored ones, other containers, or left-over ones.
  package func isWalked(_ folder: DocumentPath) throws -> Bool {
    if known.isFolder(folder) || known.isPackage(folder) { return true }
    if try rules.isIgnored(folder, isFolder: true) { return false }
    do {
      return try FileStatus.of(root.appending(folder.appending(FolderScanner.containerName))) == nil
    } catch {
      // If the folder may not be entered, listing reports it.
      guard error.code == EACCES else { throw error }
      return true
    }
  }

  /// Whether a folder is one document; a folder with known documents stays a folder.
  package func isDocument(_ folder: DocumentPath) throws -> Bool {
    if known.isPackage(folder) { return true }
    return try !known.isFolder(folder) && rules.isPackage(folder)
  }

  /// A package, and the remains of a killed write in its folder before it became one.
  private func package(
    _ path: DocumentPath, _ status: FileStatus
  ) throws -> (item: FolderItem, leftovers: [DocumentPath]) {
    var fingerprint = Fingerprint(status)
    fingerprint.size = 0
    var digest = Digest()
    let (members, leftovers) = try PackageMembers.list(root.appending(path))
    for member in members {
      digest.add(member)
      fingerprint.size += member.status.form == .folder ? 0 : member.status.size
      fingerprint.modified = max(fingerprint.modified, member.status.modified)
      fingerprint.changed = max(fingerprint.changed, member.status.changed)
    }
    fingerprint.digest = digest.value
    return (
      FolderItem(
        path: path, kind: .package, isKindSaved: !rules.hasExecuteBits, fingerprint: fingerprint),
      leftovers.map { path.appending($0) }
    )
  }
}

/// The files and folders inside a package.
package enum PackageMembers {
  package struct Member {
    /// The path inside the package.
    package var path: [UInt8]
    package var status: FileStatus
  }

  /// All members, sorted by path, without what git cannot store (`.git`, devices), and the paths of temporary files of
  /// docmerge's own.
  package static func list(
    _ package: SystemPath
  ) throws(FileError) -> (members: [Member], leftovers: [[UInt8]]) {
    var (members, leftovers): ([Member], [[UInt8]]) = ([], [])
    var waiting: [[UInt8]] = [[]]
    while let folder = waiting.popLast() {
      let path = folder.isEmpty ? package : package.appending(folder)
      for entry in try Files.entries(of: path) {
        let child = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
        if entry.name.starts(with: Files.temporaryPrefix) { leftovers.append(child) }
        guard isKept(entry) else { continue }
        members.append(Member(path: child, status: entry.status))
        if entry.status.form == .folder { waiting.append(child) }
      }
    }
    return (members.sorted { $0.path.lexicographicallyPrecedes($1.path) }, leftovers)
  }

  /// Whether versions keep the member: git cannot store `.git`, nor the contents of a pipe.
  package static func isKept(_ entry: Files.Entry) -> Bool {
    DocumentPath(entry.name) != nil && entry.status.form != .other
      && !GitFolderName.matches(entry.name)
  }

  /// The name of the first member, at any depth, that versions do not keep.
  package static func unkept(in package: SystemPath) throws(FileError) -> [UInt8]? {
    var waiting = [package]
    while let folder = waiting.popLast() {
      for entry in try Files.entries(of: folder) {
        guard isKept(entry) else { return entry.name }
        if entry.status.form == .folder { waiting.append(folder.appending(entry.name)) }
      }
    }
    return nil
  }
}

/// A digest of the members of a package (FNV-1a, 64 bits: stable between runs, unlike `Hasher`).
private struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ member: PackageMembers.Member) {
    for byte in member.path { add(byte) }
    add(0)
    let status = member.status
    for number in [
      UInt64(bitPattern: status.size), UInt64(bitPattern: status.modified.nanoseconds),
      UInt64(bitPattern: status.changed.nanoseconds), status.inode, UInt64(status.permissions),
    ] {
      for shift in stride(from: 0, to: 64, by: 8) {
        add(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
