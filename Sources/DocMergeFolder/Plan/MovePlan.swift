package import DocMergeHistory

/// The order of renames of documents that may want each other's places: a pure function.
///
/// A document moves to its place once no other is at it, in it, or in place of a folder on the way to it. If documents
/// wait for each other in a circle, one of them is parked: it makes room, and moves on from there. Names count as the
/// same if some file system takes them for the same (``NameKey``).
///
///     a → b, b → c    move the second, move the first
///     a → b, b → a    park the first, move the second, move the first
package struct MovePlan: Sendable {
  /// A document with a new path.
  package struct Move: Sendable, Hashable {
    /// The old path; `nil` if it is in no other document's way.
    package var from: DocumentPath?
    package var to: DocumentPath

    package init(from: DocumentPath?, to: DocumentPath) {
      (self.from, self.to) = (from, to)
    }
  }

  /// A step for the document of a move, by the number of the move.
  package enum Step: Sendable, Hashable {
    /// It makes room.
    case park(Int)
    /// It moves to its place, from where it was parked if it was.
    case move(Int)
  }

  /// In the order of execution: each document is moved once, and parked before that at most once, so at most two steps
  /// per move.
  package private(set) var steps: [Step] = []
  private let moves: [Move]
  private var places: Places
  /// The waiting documents, each of which waits for the next one.
  private var waiting: [Int] = []
  private var isWaiting: [Bool]
  private var isMoved: [Bool]

  /// Orders moves whose paths differ, with at most one to each path.
  ///
  /// - Complexity: linear in the moves and in the folders of their paths.
  package init(_ moves: [Move]) {
    self.moves = moves
    places = Places(moves.map(\.from))
    isWaiting = moves.map { _ in false }
    isMoved = isWaiting
    steps.reserveCapacity(moves.count)
    for number in moves.indices where !isMoved[number] {
      wait(number)
      while let next = waiting.last { settle(next) }
    }
  }

  private mutating func wait(_ number: Int) {
    waiting.append(number)
    isWaiting[number] = true
  }

  /// Moves a document, unless another one has to make room before.
  private mutating func settle(_ number: Int) {
    guard let other = places.inTheWay(of: moves[number], number) else {
      waiting.removeLast()
      isWaiting[number] = false
      isMoved[number] = true
      places.leave(number)
      steps.append(.move(number))
      return
    }
    // It waits for this one, or is this one: so it never moves by itself.
    guard isWaiting[other] else { return wait(other) }
    places.leave(other)
    steps.append(.park(other))
  }
}

/// The documents that are still in their old places.
private struct Places {
  /// The path of one, and the folders around it.
  private struct Place {
    let key: NameKey
    let folders: [NameKey]

    init(_ path: DocumentPath) {
      key = NameKey(path)
      folders = path.folders.map { NameKey($0) }
    }
  }

  /// The documents that are still there.
  private var left: [Place?]
  /// The documents at a path.
  private var at: [NameKey: Set<Int>] = [:]
  /// The documents in a folder, at any depth, in order; those that left are skipped.
  private var inside: [NameKey: ArraySlice<Int>] = [:]

  init(_ paths: [DocumentPath?]) {
    left = paths.map { $0.map(Place.init) }
    for (number, place) in left.enumerated() {
      guard let place else { continue }
      at[place.key, default: []].insert(number)
      for folder in place.folders { inside[folder, default: []].append(number) }
    }
  }

  mutating func leave(_ number: Int) {
    guard let place = left[number] else { return }
    left[number] = nil
    at[place.key]?.remove(number)
  }

  /// A document that has to make room first; it may be the one of the move, if that moves into a folder of its name, or
  /// takes the name of its folder.
  mutating func inTheWay(of move: MovePlan.Move, _ number: Int) -> Int? {
    let key = NameKey(move.to)
    // The names of one document may differ only in case.
    if let other = at[key]?.filter({ $0 != number }).min() { return other }
    while let other = inside[key]?.first {
      if left[other] != nil { return other }
      inside[key]?.removeFirst()
    }
    for folder in move.to.folders {
      if let other = at[NameKey(folder)]?.min() { return other }
    }
    return nil
  }
}
