import DocMergeCore
import DocMergeHistory
import DocMergeSystem

/// Many new documents, put in place together.
extension FolderUpdater {
  /// Puts new documents in place, many at a time, where there are many; takes them out of `steps`.
  ///
  /// What is put in place is noted in `changes` or, where that can be done at the same time, by `fill`.
  func fillNew(
    _ steps: inout [FolderStep], _ fill: inout FolderIndex.Fill?,
    _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    let places = freePlaces(steps)
    guard places.count >= FolderUpdater.many else { return }
    let new = places.map { steps[$0] }
    var isLater = [Bool](repeating: true, count: steps.count)
    for place in places { isLater[place] = false }
    steps = zip(steps, isLater).filter(\.1).map(\.0)
    let isLeft = leaveToDisk != nil && FileWriter.canBeLeft(new.map(\.filling))
    if isLeft { try leaveToDisk?() }
    if isLeft, try index.isEmpty() { fill = try FolderIndex.Fill(index) }
    // Also when it ends early: what is in its place is noted then, and must be there after a crash.
    let result = Result { try create(new, isLeft: isLeft, fill, &changes, &outcome) }
    if !isLeft { try writer.synchronise(new.compactMap(\.new?.path)) }
    try result.get()
  }

  /// The steps that put a document where nothing is, those of one folder after each other.
  private func freePlaces(_ steps: [FolderStep]) -> [Int] {
    var groups: [(folder: DocumentPath?, places: [Int])] = []
    var numbers: [DocumentPath.FolderKey: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard step.old == nil, let size = step.filling?.size, size <= FolderUpdater.large,
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
    // A folder before those in it.
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
    _ steps: [FolderStep], isLeft: Bool, _ fill: FolderIndex.Fill?,
    _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    let most = fill == nil ? FolderUpdater.most : FolderUpdater.stretch
    for start in stride(from: 0, to: steps.count, by: most) {
      let batch = Array(steps[start..<min(start + most, steps.count)])
      let created = try writer.create(
        batch.compactMap(\.newcomer), isLeft: isLeft, into: emptyFiles)
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
          // The others are in their places, and noted, all the same.
          failure = failure ?? error
        }
      }
      if let fill { fill.add(done) } else { changes += done }
      if let failure { throw failure }
    }
  }

  /// What the index is to note of new documents: what they look like, by those looks that are known.
  private func noted(
    _ steps: [FolderStep], _ known: [Result<FileWriter.Look?, any Error>]
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

  /// From how many new documents on they are put in place together.
  private static let many = 16
  /// Those of more bytes are read one after the other.
  private static let large: Int64 = 8 << 20
  /// How many are put in place together at most: a crash before that leaves them to be built again.
  private static let most = 1 << 17
  /// How many are put in place before the index hears of them.
  private static let stretch = 1 << 14
}

extension FolderStep {
  /// What is put where.
  fileprivate var newcomer: FileWriter.Newcomer? {
    guard let new, let filling else { return nil }
    return .init(path: new.path, filling: filling)
  }
}

/// Which folders are not there: of what is to lie in those, nothing needs to be looked for.
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

  /// Whether nothing is there; what cannot be looked at is for those to tell who put a document there.
  func isFree(_ path: DocumentPath) -> Bool {
    do {
      return try FileStatus.of(root.appending(path)) == nil
    } catch {
      return false
    }
  }
}
