package import DocMergeHistory

/// The order in which documents are renamed that may want each other's places: a pure function.
///
/// A document goes to its place once all are gone from there that are at it, in it, or where a folder on the way to
/// it is to be. Where documents wait for each other in a circle, one of them is parked: it makes room, and goes on
/// from there. Names count as the same that some file system takes for the same (``NameKey``).
///
///     a → b, b → c    move the second, move the first
///     a → b, b → a    park the first, move the second, move the first
package struct MovePlan: Sendable {
  /// A document that is to lie at another path than it does.
  package struct Move: Sendable, Hashable {
    /// Where it is; `nil` where it is in nobody's way.
    package var from: DocumentPath?
    package var to: DocumentPath

    package init(from: DocumentPath?, to: DocumentPath) {
      (self.from, self.to) = (from, to)
    }
  }

  /// What is done with the document of a move, by the number of that.
  package enum Step: Sendable, Hashable {
    /// It makes room.
    case park(Int)
    /// It goes to its place, from where it was parked if it was.
    case move(Int)
  }

  /// In the order in which they are done: each document is moved once, and parked before that at most once, so at most
  /// two steps a move.
  package private(set) var steps: [Step] = []
  private let moves: [Move]
  private var places: Places
  /// The documents that wait, each for the one after it.
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
    // It waits for this one, or is this one: so it never gets away by itself.
    guard isWaiting[other] else { return wait(other) }
    places.leave(other)
    steps.append(.park(other))
  }
}

/// Which documents are still where they were.
private struct Places {
  /// Where one is, and the folders around it.
  private struct Place {
    let key: NameKey
    let folders: [NameKey]

    init(_ path: DocumentPath) {
      key = NameKey(path)
      folders = path.folders.map { NameKey($0) }
    }
  }

  /// Those of the documents that are still there.
  private var left: [Place?]
  /// The documents at a path.
  private var at: [NameKey: Set<Int>] = [:]
  /// The documents in a folder, at any depth, in order; those that left are passed over.
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

  /// A document that has to make room first; that may be the one of the move, which goes into a folder that has its
  /// name, or takes the name of the folder in which it is.
  mutating func inTheWay(of move: MovePlan.Move, _ number: Int) -> Int? {
    let key = NameKey(move.to)
    // The names of one document may differ in case only.
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
