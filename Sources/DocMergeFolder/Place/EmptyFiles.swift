package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem
import Glibc
import Synchronization

/// Files that are made, empty, while what they are to hold is still coming.
///
/// To make a small file takes the system longer than to write it, and who waits for a server has a core to spare.
/// They lie in folders beside their places, where nobody looks for documents, until somebody takes these. What
/// nobody took goes with the last reference to this.
package final class EmptyFiles: Sendable {
  /// A folder beside its place.
  package struct Folder: Sendable {
    /// Where it is now.
    package var path: SystemPath
    /// The places in the container that the files in it, at any depth, are for.
    package var files: Set<DocumentPath> = []
  }

  private let writer: FileWriter
  /// By their places, none of which lies in another.
  private let folders = Mutex<[DocumentPath: Folder]>([:])
  private let isEnough = Atomic(false)

  /// A place that a document is to have.
  package struct Place: Sendable {
    package var path: DocumentPath
    package var isPlainFile: Bool

    package init(path: DocumentPath, isPlainFile: Bool) {
      self.path = path
      self.isPlainFile = isPlainFile
    }
  }

  /// A folder with more is left to whoever has the contents: it may be put in its place in several parts.
  private static let mostInFolder = 4096
  /// How many files and folders are made.
  ///
  /// Whoever wants more may be a liar, whom nobody has checked yet.
  private static let most = 1 << 18
  /// How many folders may lie in each other.
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
    // The next look after a crash would remove them as well.
    for folder in folders.withLock(\.self).values { try? Files.remove(folder.path) }
  }

  /// Ends ``make(for:)`` early.
  package func stop() { isEnough.store(true, ordering: .relaxed) }

  /// Whether ``stop()`` was called.
  package var isStopped: Bool { isEnough.load(ordering: .relaxed) }

  /// Makes files in folders that are not there yet, as many as it comes to.
  ///
  /// Linear in their number. What cannot be made is left to whoever has the contents, who is told why.
  ///
  /// - Parameter places: where documents are to be in the container. Files are made for plain ones whose names
  ///   nothing else wants.
  package func make(for places: [Place]) {
    let groups = Dictionary(grouping: undisputed(places)) { $0.folder }
    var counts: [DocumentPath: Int] = [:]
    for (folder, places) in groups {
      if let top = folder?.outermost { counts[top, default: 0] += places.count }
    }
    let sorted = groups.compactMap { folder, places in folder.map { ($0, places) } }
      .sorted { $0.0 < $1.0 }
    var rest = EmptyFiles.most
    for (folder, places) in sorted {
      if isStopped { return }
      let depth = folder.folders.count + 1
      guard let count = counts[folder.outermost], count <= EmptyFiles.mostInFolder,
        depth <= EmptyFiles.deepest, places.count + depth <= rest, let path = self.path(of: folder)
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

  /// Hands a folder over, once nothing more is made.
  ///
  /// - Parameter place: where it is to be.
  /// - Returns: the folder, which is the caller's now; `nil` for none.
  package func take(_ place: DocumentPath) -> Folder? {
    folders.withLock { $0.removeValue(forKey: place) }
  }

  /// Where a folder is, which is made with those around it.
  private func path(of folder: DocumentPath) -> SystemPath? {
    let top = folder.outermost
    guard let around = folders.withLock({ $0[top]?.path }) ?? makeFolder(beside: top) else {
      return nil
    }
    let inner = folder.folders.dropLast() + [folder]
    for path in inner.sorted() where path != top {
      let made = around.appending(path.inside(top))
      guard mkdir(made.characters, 0o777) == 0 || errno == EEXIST else { return nil }
    }
    return folder == top ? around : around.appending(folder.inside(top))
  }

  private func makeFolder(beside place: DocumentPath) -> SystemPath? {
    let wanted = writer.root.appending(place)
    guard (try? FileStatus.of(wanted)) == .some(nil) else { return nil }
    let path = writer.temporary(beside: wanted, as: FileWriter.unfinished)
    guard mkdir(path.characters, 0o777) == 0 else { return nil }
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
  /// The folder at the top of the container that it lies in, or itself.
  package var outermost: DocumentPath { folders.last ?? self }

  /// What is behind a folder that it lies in.
  package func inside(_ folder: DocumentPath) -> ArraySlice<UInt8> {
    bytes.dropFirst(folder.bytes.count + 1)
  }
}
