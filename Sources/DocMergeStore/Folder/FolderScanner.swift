import DocMergeCore

/// Walks the folder of a container and lists what could be a document.
struct FolderScanner {
  let root: SystemPath
  let rules: FolderRules
  /// The paths of known documents: they are listed even where `.gitignore` leaves them out.
  let known: Set<DocumentPath>

  private static let containerName = Array(".docmerge".utf8)
  private static let gitName = Array(".git".utf8)

  /// Lists the whole container.
  ///
  /// Linear in the number of files; reads no contents.
  func scan() throws -> FolderListing {
    var listing = FolderListing()
    let folders = knownFolders()
    var waiting: [DocumentPath?] = [nil]
    while let folder = waiting.popLast() {
      let path = folder.map { root.appending($0) } ?? root
      for entry in try entries(of: path, folder, into: &listing) {
        let child = folder?.appending(entry.name) ?? DocumentPath(unchecked: entry.name)
        if entry.status.form != .folder || entry.name.starts(with: DocumentPath.temporaryPrefix) {
          try list(child, entry.status, into: &listing)
        } else if try isWalked(child, isKnown: folders.contains(child)) {
          if try isDocument(child, isKnownFolder: folders.contains(child)) {
            listing.items[child] = try package(child, entry.status)
          } else {
            waiting.append(child)
          }
        }
      }
    }
    return listing
  }

  /// Looks at one path only; `nil` when no document can be there.
  func item(at path: DocumentPath) throws -> FolderItem? {
    guard let status = try FileStatus.of(root.appending(path)) else { return nil }
    switch status.form {
    case .file, .executable, .symlink: return FolderItem(path: path, status: status)
    case .folder:
      return try isDocument(path, isKnownFolder: false) ? package(path, status) : nil
    case .other: return nil
    }
  }

  private func knownFolders() -> Set<DocumentPath> {
    var folders: Set<DocumentPath> = []
    for path in known {
      var folder = path.folder
      while let next = folder, folders.insert(next).inserted { folder = next.folder }
    }
    return folders
  }

  private func entries(
    of path: SystemPath, _ folder: DocumentPath?, into listing: inout FolderListing
  ) throws -> [(name: [UInt8], status: FileStatus)] {
    do {
      return try Files.entries(of: path).filter { entry in
        entry.name != FolderScanner.containerName && entry.name != FolderScanner.gitName
      }
    } catch {
      // An unreadable folder leaves its documents as they are; it must not look like their deletion.
      guard let folder else { throw error }
      listing.skipped.append(SkippedItem(path: folder, reason: error.description))
      listing.unreadable.append(folder)
      return []
    }
  }

  private func list(
    _ path: DocumentPath, _ status: FileStatus, into listing: inout FolderListing
  ) throws {
    if path.name.starts(with: DocumentPath.temporaryPrefix) {
      listing.leftovers.append(path)
    } else if let item = FolderItem(path: path, status: status) {
      if try !known.contains(path) && rules.isIgnored(path, isFolder: false) { return }
      listing.items[path] = item
    } else {
      listing.skipped.append(SkippedItem(path: path, reason: "not a file, folder or link"))
    }
  }

  /// Whether to go into a folder: not into ignored ones, other containers, or left-over ones.
  private func isWalked(_ folder: DocumentPath, isKnown: Bool) throws -> Bool {
    if isKnown || known.contains(folder) { return true }
    if try rules.isIgnored(folder, isFolder: true) { return false }
    return try FileStatus.of(root.appending(folder.appending(FolderScanner.containerName))) == nil
  }

  /// Whether a folder is one document; a folder that holds known documents stays a folder.
  private func isDocument(_ folder: DocumentPath, isKnownFolder: Bool) throws -> Bool {
    if known.contains(folder) { return true }
    return try !isKnownFolder && rules.isPackage(folder)
  }

  private func package(_ path: DocumentPath, _ status: FileStatus) throws -> FolderItem {
    var fingerprint = Fingerprint(status)
    fingerprint.size = 0
    var digest = Digest()
    for member in try PackageMembers.list(root.appending(path)) {
      digest.add(member)
      fingerprint.size += member.status.form == .folder ? 0 : member.status.size
      fingerprint.modified = max(fingerprint.modified, member.status.modified)
      fingerprint.changed = max(fingerprint.changed, member.status.changed)
    }
    fingerprint.digest = digest.value
    return FolderItem(path: path, kind: .package, fingerprint: fingerprint)
  }
}

extension FolderItem {
  fileprivate init?(path: DocumentPath, status: FileStatus) {
    let kind: DocumentKind
    switch status.form {
    case .file: kind = .file
    case .executable: kind = .executable
    case .symlink: kind = .symlink
    case .folder, .other: return nil
    }
    self.init(path: path, kind: kind, fingerprint: Fingerprint(status))
  }
}

/// The files and folders inside a package.
enum PackageMembers {
  struct Member {
    /// The path inside the package.
    var path: [UInt8]
    var status: FileStatus
  }

  /// All members, sorted by path, without what git cannot hold (`.git`, devices).
  static func list(_ package: SystemPath) throws(FileError) -> [Member] {
    var members: [Member] = []
    var waiting: [[UInt8]] = [[]]
    while let folder = waiting.popLast() {
      let path = folder.isEmpty ? package : package.appending(folder)
      for entry in try Files.entries(of: path) {
        guard DocumentPath(entry.name) != nil, entry.status.form != .other else { continue }
        let child = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
        members.append(Member(path: child, status: entry.status))
        if entry.status.form == .folder { waiting.append(child) }
      }
    }
    return members.sorted { $0.path.lexicographicallyPrecedes($1.path) }
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
