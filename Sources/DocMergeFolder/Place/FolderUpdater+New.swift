import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// Many new documents, put in place together.
extension FolderUpdater {
  /// Puts new documents in place, many at a time, if there are many; removes them from `steps`.
  ///
  /// Each placed document is noted in `changes` or, if that can be done at the same time, by `fill`.
  func fillNew(
    _ steps: inout [FolderStep], _ fill: inout FolderIndex.BulkInsert?,
    _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    let places = freePlaces(steps)
    guard places.count >= FolderUpdater.many else { return }
    let new = places.map { steps[$0] }
    var isLater = [Bool](repeating: true, count: steps.count)
    for place in places { isLater[place] = false }
    steps = zip(steps, isLater).filter(\.1).map(\.0)
    let isLeft = leaveToDisk != nil && FileWriter.canBeLeft(new.map(\.fileContent))
    if isLeft { try leaveToDisk?() }
    if isLeft, try index.isEmpty() { fill = try FolderIndex.BulkInsert(index) }
    // Also after an early end: documents in place are noted then, and must be there after a crash.
    let result = Result { try create(new, isLeft: isLeft, fill, &changes, &outcome) }
    if !isLeft { try writer.synchronise(new.compactMap(\.new?.path)) }
    try result.get()
  }

  /// The steps for documents in free places, grouped by folder.
  private func freePlaces(_ steps: [FolderStep]) -> [Int] {
    var groups: [(folder: DocumentPath?, places: [Int])] = []
    var numbers: [DocumentPath.FolderKey: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard step.old == nil, let size = step.fileContent?.size, size <= FolderUpdater.large,
        let path = step.new?.path
      else { continue }
      if let number = numbers[path.folderKey] {
        groups[number].places.append(place)
      } else {
        numbers[path.folderKey] = groups.count
        groups.append((path.folder, [place]))
      }
    }
    var missing = MissingFolders(root: root)
    var result: [Int] = []
    result.reserveCapacity(steps.count)
    // A folder is before its subfolders.
    let sorted = groups.sorted { one, two in
      guard let folder = two.folder else { return false }
      return one.folder.map { $0 < folder } ?? true
    }
    for group in sorted {
      let isMissing = missing.contains(group.folder)
      for place in group.places {
        guard let path = steps[place].new?.path else { continue }
        if isMissing || missing.isFree(path) { result.append(place) }
      }
    }
    return result
  }

  private func create(
    _ steps: [FolderStep], isLeft: Bool, _ fill: FolderIndex.BulkInsert?,
    _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    let most = fill == nil ? FolderUpdater.most : FolderUpdater.stretch
    for start in stride(from: 0, to: steps.count, by: most) {
      let batch = Array(steps[start..<min(start + most, steps.count)])
      let created = try writer.create(
        batch.compactMap(\.newFile), isLeft: isLeft, into: preallocatedFiles)
      var done: [FolderIndex.Change] = []
      done.reserveCapacity(batch.count)
      var failure: (any Error)?
      for (step, change) in zip(batch, noted(batch, created)) {
        do {
          guard let new = step.new else { continue }
          switch change {
          case .success(let change?): done.append(change)
          case .success(nil): continue
          case .failure(let error): try outcome.note(new.id, new.path) { throw error }
          }
        } catch {
          // The others are in their places, and noted, in any case.
          failure = failure ?? error
        }
      }
      if let fill { fill.add(done) } else { changes += done }
      if let failure { throw failure }
    }
  }

  /// What the index has to note about new documents, with their appearance where that is known.
  private func noted(
    _ steps: [FolderStep], _ known: [Result<FileWriter.InitialStatus?, any Error>]
  ) -> [Result<FolderIndex.Change?, any Error>] {
    ParallelMap.map(Array(steps.indices), grain: 64) { place in
      Result {
        let look = try known[place].get()
        guard var entry = steps[place].new else { return nil }
        guard let look else { return .put(try seen(entry)) }
        (entry.fingerprint, entry.seen) = (look.fingerprint, look.seen)
        return .put(entry)
      }
    }
  }

  /// From this number of new documents on, they are put in place together.
  private static let many = 16
  /// Documents with more bytes are read one by one.
  private static let large: Int64 = 8 << 20
  /// How many are put in place together at most: after a crash before that, they are built again.
  private static let most = 1 << 17
  /// How many are put in place before the index notes them.
  private static let stretch = 1 << 14
}

extension FolderStep {
  /// The document and its place.
  fileprivate var newFile: FileWriter.NewFile? {
    guard let new, let fileContent else { return nil }
    return .init(path: new.path, fileContent: fileContent)
  }
}

/// Which folders are missing: places in those need not be checked.
private struct MissingFolders {
  let root: SystemPath
  private var known: [DocumentPath: Bool] = [:]

  init(root: SystemPath) { self.root = root }

  mutating func contains(_ folder: DocumentPath?) -> Bool {
    guard let folder else { return false }
    if let known = known[folder] { return known }
    let isMissing = contains(folder.folder) || isFree(folder)
    known[folder] = isMissing
    return isMissing
  }

  /// Whether nothing is there; a failure to check is reported when the document is put there.
  func isFree(_ path: DocumentPath) -> Bool {
    do {
      return try FileStatus.of(root.appending(path)) == nil
    } catch {
      return false
    }
  }
}
