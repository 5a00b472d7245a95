package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem
import Glibc
import Synchronization

/// Empty files that are made while their contents are still being fetched.
///
/// To make a small file takes the system longer than to write it, and a process that waits for a server has a core to
/// spare. They are in folders beside their places, which no scan reads, until those are taken. Folders that are not
/// taken are removed with the last reference to this object.
package final class PreallocatedFiles: Sendable {
  /// A folder beside its place.
  package struct Folder: Sendable {
    /// Its current path.
    package var path: SystemPath
    /// The places in the container of the files in it, at any depth.
    package var files: Set<DocumentPath> = []
  }

  private let writer: FileWriter
  /// The folders by their places, none of which is inside another.
  private let folders = Mutex<[DocumentPath: Folder]>([:])
  private let isEnough = Atomic(false)

  /// The place of a document.
  package struct Place: Sendable {
    package var path: DocumentPath
    package var isPlainFile: Bool

    package init(path: DocumentPath, isPlainFile: Bool) {
      self.path = path
      self.isPlainFile = isPlainFile
    }
  }

  /// Larger folders are left to the later writer: they may be put in place in several parts.
  private static let mostInFolder = 4096
  /// How many files and folders are made.
  ///
  /// A state that asks for more may be false: it is not validated yet.
  private static let most = 1 << 18
  /// How deep folders may be nested.
  private static let deepest = 64

  /// Makes nothing yet.
  ///
  /// - Parameters:
  ///   - root: the folder of the container, in which they will be.
  ///   - git: its repository.
  package init(root: SystemPath, git: GitStore) {
    writer = FileWriter(root: root, git: git, isDurable: false)
  }

  deinit {
    // The next scan after a crash would remove them as well.
    for folder in folders.withLock(\.self).values { try? writer.disk.remove(folder.path) }
  }

  /// Ends ``make(for:)`` early.
  package func stop() { isEnough.store(true, ordering: .relaxed) }

  /// Whether ``stop()`` was called.
  package var isStopped: Bool { isEnough.load(ordering: .relaxed) }

  /// Makes files in folders that do not exist yet, up to the limits.
  ///
  /// Linear in their number. Files that cannot be made are left to the later writer, which gets the error.
  ///
  /// - Parameter places: the places of documents in the container. Files are made for plain ones whose names nothing
  ///   else wants.
  package func make(for places: [Place]) {
    let groups = Dictionary(grouping: undisputed(places)) { $0.folder }
    var counts: [DocumentPath: Int] = [:]
    for (folder, places) in groups {
      if let top = folder?.outermost { counts[top, default: 0] += places.count }
    }
    let sorted = groups.compactMap { folder, places in folder.map { ($0, places) } }
      .sorted { $0.0 < $1.0 }
    var rest = PreallocatedFiles.most
    for (folder, places) in sorted {
      if isStopped { return }
      let depth = folder.folders.count + 1
      guard let count = counts[folder.outermost], count <= PreallocatedFiles.mostInFolder,
        depth <= PreallocatedFiles.deepest, places.count + depth <= rest,
        let path = self.path(of: folder)
      else { continue }
      rest -= places.count + depth
      let made = files(for: places, in: path)
      folders.withLock { $0[folder.outermost]?.files.formUnion(made) }
    }
  }

  /// The plain files whose names no other document wants, as a folder or a file, on any file system.
  private func undisputed(_ places: [Place]) -> [DocumentPath] {
    let keys = ParallelMap.map(places, grain: 256) { NameKey($0.path) }
    var counts: [NameKey: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    let inner = Set(places.compactMap(\.path.folder))
    let folders = Set(Set(inner.flatMap { [$0] + $0.folders }).map { NameKey($0) })
    return zip(places, keys).compactMap { place, key in
      place.isPlainFile && counts[key] == 1 && !folders.contains(key) ? place.path : nil
    }
  }

  /// Hands a folder over, once no more files are made.
  ///
  /// - Parameter place: its place.
  /// - Returns: the folder, which the caller owns now; `nil` for none.
  package func take(_ place: DocumentPath) -> Folder? {
    folders.withLock { $0.removeValue(forKey: place) }
  }

  /// The path of a folder, which is made with those around it.
  private func path(of folder: DocumentPath) -> SystemPath? {
    let top = folder.outermost
    guard let around = folders.withLock({ $0[top]?.path }) ?? makeFolder(beside: top) else {
      return nil
    }
    let inner = folder.folders.dropLast() + [folder]
    for path in inner.sorted() where path != top {
      let made = around.appending(path.inside(top))
      guard writer.disk.addFolder(made) || errno == EEXIST else { return nil }
    }
    return folder == top ? around : around.appending(folder.inside(top))
  }

  private func makeFolder(beside place: DocumentPath) -> SystemPath? {
    let wanted = writer.root.appending(place)
    guard FileStatus.isMissing(wanted) else { return nil }
    let path = writer.temporary(beside: wanted, as: FileWriter.unfinished)
    guard writer.disk.addFolder(path) else { return nil }
    folders.withLock { $0[place] = Folder(path: path) }
    return path
  }

  /// The places that files were made for.
  private func files(for places: [DocumentPath], in folder: SystemPath) -> [DocumentPath] {
    places.filter { place in
      if isStopped { return false }
      // Some file systems take several names for one.
      let file = open(
        folder.appending(place.name).characters,
        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if file >= 0 { close(file) }
      return file >= 0
    }
  }
}

extension DocumentPath {
  /// The folder at the top of the container that contains it, or itself.
  package var outermost: DocumentPath { folders.last ?? self }

  /// The part of the path behind a folder that contains it.
  package func inside(_ folder: DocumentPath) -> ArraySlice<UInt8> {
    bytes.dropFirst(folder.bytes.count + 1)
  }
}
