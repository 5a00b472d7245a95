import DocMergeDecisions

/// The documents and regions of a session, looked up once after each change.
struct Outline: Sendable {
  /// A document in it.
  struct Document: Sendable {
    /// Empty for a document that is decided as a whole.
    var regions: [OpenRegion]
    var whole: WholeChoice?
    var hasText: Bool
    /// The number of its first position.
    var first: Int

    /// How many positions it has.
    var count: Int { hasText ? regions.count : 1 }

    /// How many of them are open.
    var openCount: Int {
      if whole != nil { return 0 }
      return hasText ? regions.count { $0.choice == nil } : 1
    }
  }

  private(set) var documents: [Document] = []
  private(set) var positions: [DecisionSession.Position] = []
  private(set) var openCount = 0

  init(_ session: DecisionSession) {
    for (number, document) in session.documents.enumerated() {
      let entry = Document(
        regions: document.text?.regions ?? [], whole: document.whole,
        hasText: document.text != nil, first: positions.count)
      documents.append(entry)
      positions += (0..<entry.count).map { .init(document: number, region: $0) }
      openCount += entry.openCount
    }
  }

  /// A region; `nil` where a document is decided as a whole.
  func region(at position: DecisionSession.Position) -> OpenRegion? {
    guard documents.indices.contains(position.document),
      documents[position.document].regions.indices.contains(position.region)
    else { return nil }
    return documents[position.document].regions[position.region]
  }

  /// Whether a region, or its document, is decided.
  func isDecided(_ position: DecisionSession.Position) -> Bool {
    let document = documents[position.document]
    return document.whole != nil || region(at: position)?.choice != nil
  }

  /// The number of a position among all positions.
  func index(of position: DecisionSession.Position) -> Int? {
    guard documents.indices.contains(position.document) else { return nil }
    let document = documents[position.document]
    guard (0..<document.count).contains(position.region) else { return nil }
    return document.first + position.region
  }

  /// The next open position, after a place or, without one, from the start.
  func nextOpen(after position: DecisionSession.Position?) -> DecisionSession.Position? {
    let start = position.flatMap(index).map { $0 + 1 } ?? 0
    return (positions[start...] + positions[..<start]).first { !isDecided($0) }
  }

  /// The position at a distance after another one, or before it.
  func position(_ offset: Int, from position: DecisionSession.Position?) -> DecisionSession
    .Position?
  {
    guard let index = position.flatMap(index) else {
      return offset > 0 ? positions.first : positions.last
    }
    return positions.indices.contains(index + offset) ? positions[index + offset] : nil
  }

  /// The first position that has changed.
  func firstChange(from before: Outline) -> DecisionSession.Position? {
    for (number, document) in documents.enumerated() where number < before.documents.count {
      let old = before.documents[number]
      if document.whole != old.whole { return .init(document: number) }
      let shared = zip(document.regions, old.regions).prefix { $0 == $1 }.count
      if shared < document.regions.count { return .init(document: number, region: shared) }
      if shared < old.regions.count, shared > 0 {
        return .init(document: number, region: shared - 1)
      }
    }
    return nil
  }
}
