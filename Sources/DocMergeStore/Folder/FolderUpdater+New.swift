import DocMergeCore

/// Many new documents, put in place together.
extension FolderUpdater {
  /// Puts new documents in place, many at a time, where there are many; takes them out of `steps`.
  func fillNew(
    _ steps: inout [Step], _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    let places = try freePlaces(steps)
    guard places.count >= FolderUpdater.many else { return }
    var entries = places.compactMap { steps[$0].new }
    let fillings = places.compactMap { steps[$0].filling }
    if places.count == steps.count {
      steps = []
    } else {
      let isFree = Set(places)
      steps = steps.indices.filter { !isFree.contains($0) }.map { steps[$0] }
    }
    let isLeft = rest != nil && FileWriter.canBeLeft(fillings)
    if isLeft { try rest?.begin() }
    // Also when it ends early: what is in its place is noted then, and must be there after a crash.
    let result = Result { try create(&entries, fillings, isLeft: isLeft, &changes, &outcome) }
    if !isLeft { try writer.synchronise(entries.map(\.path)) }
    try result.get()
  }

  /// The steps that put a document where nothing is, those of one folder after each other.
  private func freePlaces(_ steps: [Step]) throws -> [Int] {
    var groups: [(folder: DocumentPath?, places: [Int])] = []
    var numbers: [DocumentPath?: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard step.old == nil, let size = step.filling?.size, size <= FolderUpdater.large,
        let path = step.new?.path
      else { continue }
      let folder = path.folder
      if let number = numbers[folder] {
        groups[number].places.append(place)
      } else {
        numbers[folder] = groups.count
        groups.append((folder, [place]))
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
      let isMissing = try missing.contains(group.folder)
      for place in group.places {
        guard let path = steps[place].new?.path else { continue }
        if try isMissing || FileStatus.of(root.appending(path)) == nil { result.append(place) }
      }
    }
    return result
  }

  /// Puts new documents in place; notes in their entries what they look like.
  private func create(
    _ entries: inout [FolderIndex.Entry], _ fillings: [FileWriter.Filling], isLeft: Bool,
    _ changes: inout [FolderIndex.Change], _ outcome: inout Outcome
  ) throws {
    changes.reserveCapacity(changes.count + entries.count)
    for start in stride(from: 0, to: entries.count, by: FolderUpdater.most) {
      let batch = start..<min(start + FolderUpdater.most, entries.count)
      let created = try writer.create(
        batch.map { (entries[$0].path, fillings[$0]) }, isLeft: isLeft)
      for (place, look) in zip(batch, looks(at: entries, batch, created)) {
        try outcome.note(entries[place].path) {
          (entries[place].fingerprint, entries[place].seen) = try look.get()
          changes.append(.put(entries[place]))
        }
      }
    }
  }

  /// What new documents look like, by those looks that are known.
  private func looks(
    at entries: [FolderIndex.Entry], _ batch: Range<Int>,
    _ known: [Result<FileWriter.Look?, any Error>]
  ) -> [Result<(fingerprint: Fingerprint, seen: Timestamp), any Error>] {
    ParallelMap.map(Array(batch), grain: 64) { place in
      Result {
        if let look = try known[place - batch.lowerBound].get() {
          return (look.fingerprint, look.seen)
        }
        let entry = try seen(entries[place])
        return (entry.fingerprint, entry.seen)
      }
    }
  }

  /// From how many new documents on they are put in place together.
  private static let many = 16
  /// Those of more bytes are read one after the other.
  private static let large: Int64 = 8 << 20
  /// How many are put in place together at most: a crash before that leaves them to be built again.
  private static let most = 1 << 17
}

/// Which folders are not there: of what is to lie in those, nothing needs to be looked for.
private struct MissingFolders {
  let root: SystemPath
  private var known: [DocumentPath: Bool] = [:]

  init(root: SystemPath) { self.root = root }

  mutating func contains(_ folder: DocumentPath?) throws(FileError) -> Bool {
    guard let folder else { return false }
    if let known = known[folder] { return known }
    var isMissing = try contains(folder.folder)
    if !isMissing { isMissing = try FileStatus.of(root.appending(folder)) == nil }
    known[folder] = isMissing
    return isMissing
  }
}
