import DocMerge
import DocMergeCoordination
import DocMergeSystem
import Foundation
import Glibc

/// The documents below a folder, kept up to date folder by folder.
struct ItemListing {
  let root: SystemPath
  /// Names at the top that are left out.
  let excluded: Set<String>
  private(set) var items: [SystemPath: ItemFacts] = [:]
  /// Why the first of the folders that could not be listed could not; its documents are missing here.
  private(set) var failure: FileError?
  /// The documents that were read, or removed, since the last call of ``takeTouched()``.
  private var touched: Set<SystemPath> = []
  /// The folders that are listed, with their contents.
  private var folders: [SystemPath: Contents] = [:]
  /// The folders inside of packages, each with its package.
  private var packageFolders: [SystemPath: SystemPath] = [:]
  /// `nil` if the system has no more watches: then the listing is of one moment.
  private let watch: FolderWatch?

  /// The existing folder around the root, as long as there is no root.
  private var awaited: SystemPath?

  private struct Contents {
    var items: Set<SystemPath> = []
    /// The folders with the numbers of their inodes: another folder may get the name of one.
    var folders: [SystemPath: UInt64] = [:]
  }

  init(root: SystemPath, excluded: Set<String> = [], watch: FolderWatch?) {
    self.root = root
    self.excluded = excluded
    self.watch = watch
  }

  /// Lists a folder again, if it belongs here, and new folders in it with all their contents.
  mutating func refresh(_ folder: SystemPath) {
    if let package = packageFolders[folder] {
      look(at: package)
    } else if folder == awaited {
      list(root)
    } else if folder == root || folders[folder] != nil {
      list(folder)
    }
  }

  /// The documents that may have changed since the last call.
  mutating func takeTouched() -> Set<SystemPath> {
    defer { touched = [] }
    return touched
  }

  /// Lists everything again.
  mutating func refreshAll() {
    for folder in folders.keys { watch?.remove(folder) }
    for folder in packageFolders.keys { watch?.remove(folder) }
    touched.formUnion(items.keys)
    (items, folders, packageFolders) = ([:], [:], [:])
    failure = nil
    list(root)
  }

  private mutating func list(_ start: SystemPath) {
    var waiting = [start]
    while let folder = waiting.popLast() {
      // Watched before it is listed: changes meanwhile are seen twice rather than never.
      if folder == root { awaited = watch?.addWhenMade(root) } else { watch?.add(folder) }
      let old = folders[folder] ?? Contents()
      var new = Contents()
      var replaced: [SystemPath] = []
      for entry in entries(of: folder) where isListed(entry.name, in: folder) {
        let path = folder.appending(entry.name)
        if entry.status.form == .folder, !ItemListing.isPackage(path) {
          new.folders[path] = entry.status.inode
          guard old.folders[path] != entry.status.inode else { continue }
          if old.folders[path] != nil { replaced.append(path) }
          waiting.append(path)
        } else if entry.status.form != .other {
          new.items.insert(path)
          note(path, entry.status)
        }
      }
      for path in old.items.subtracting(new.items) { forget(item: path) }
      for path in old.folders.keys where new.folders[path] == nil { forget(folder: path) }
      for path in replaced { forget(folder: path) }
      if access(folder.characters, F_OK) == 0 || folder == root {
        folders[folder] = new
      } else {
        forget(folder: folder)
      }
    }
  }

  /// The items of a folder; none of one that is gone, or cannot be listed.
  private mutating func entries(of folder: SystemPath) -> [Files.Entry] {
    do {
      return try Files.entries(of: folder)
    } catch {
      if error.code != ENOENT, error.code != ENOTDIR { failure = failure ?? error }
      return []
    }
  }

  /// Hidden items, including the stores of docmerge and git, are no documents.
  private func isListed(_ name: [UInt8], in folder: SystemPath) -> Bool {
    guard name.first != UInt8(ascii: ".") else { return false }
    return folder != root || !excluded.contains(String(decoding: name, as: UTF8.self))
  }

  private static func isPackage(_ path: SystemPath) -> Bool {
    let name = String(decoding: path.name, as: UTF8.self)
    guard name.contains(".") else { return false }
    if TypeRegistry.shared.isPackage(URL(fileURLWithPath: "/" + name)) { return true }
    // A document of another replica may have been saved in this way.
    let url = URL(fileURLWithPath: path.description, isDirectory: true)
    guard let container = UbiquityContainers.container(holding: url),
      let inside = UbiquityContainers.path(of: url, in: container),
      (try? container.isPackage(inside)) == true
    else { return false }
    PackageNames.declare(url.pathExtension)
    return true
  }

  private mutating func look(at path: SystemPath) {
    if let status = try? FileStatus.of(path) { note(path, status) }
  }

  private mutating func note(_ path: SystemPath, _ status: FileStatus) {
    var facts = ItemFacts(
      path: path, form: status.form, size: status.size, modified: status.modified,
      created: status.born.nanoseconds == 0 ? nil : status.born)
    if status.form == .folder { measure(path, into: &facts) }
    items[path] = facts
    touched.insert(path)
  }

  /// Adds up a package: the sizes of its files, the latest of their dates.
  private mutating func measure(_ package: SystemPath, into facts: inout ItemFacts) {
    facts.size = 0
    var waiting = [package]
    while let folder = waiting.popLast() {
      packageFolders[folder] = package
      watch?.add(folder)
      for entry in (try? Files.entries(of: folder)) ?? [] {
        facts.modified = max(facts.modified, entry.status.modified)
        if entry.status.form == .folder {
          waiting.append(folder.appending(entry.name))
        } else {
          facts.size += entry.status.size
        }
      }
    }
  }

  private mutating func forget(item path: SystemPath) {
    touched.insert(path)
    guard let facts = items.removeValue(forKey: path), facts.form == .folder else { return }
    for (folder, package) in packageFolders where package == path {
      packageFolders[folder] = nil
      watch?.remove(folder)
    }
  }

  private mutating func forget(folder path: SystemPath) {
    watch?.remove(path)
    guard let contents = folders.removeValue(forKey: path) else { return }
    for item in contents.items { forget(item: item) }
    for folder in contents.folders.keys { forget(folder: folder) }
  }
}
