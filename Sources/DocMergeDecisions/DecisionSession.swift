package import DocMergeCore

/// The conflicts of one or many documents, with the decisions of a person so far.
///
/// A plain value: it repeats no merge and writes nothing. A prompt, a full screen or a page draws it and
/// sends it the person's actions; the caller that made it carries out the decisions.
package struct DecisionSession: Sendable {
  /// A region of a document, or, of one without regions, the document as a whole.
  package struct Position: Sendable, Hashable, Comparable, Codable {
    /// The number of the document.
    package var document: Int
    /// The number of the region.
    package var region: Int

    /// Names a region.
    package init(document: Int, region: Int = 0) {
      self.document = document
      self.region = region
    }

    /// The order of the documents, and of the regions in each.
    package static func < (one: Position, other: Position) -> Bool {
      (one.document, one.region) < (other.document, other.region)
    }
  }

  /// The documents, in the order in which they are shown.
  package private(set) var documents: [SessionDocument]
  /// The documents that steps were taken in, in order, each as often as there were steps.
  private var done: [[Int]] = []
  private var undone: [[Int]] = []

  /// Makes a session in which nothing is decided.
  package init(_ documents: [SessionDocument]) {
    self.documents = documents
  }

  // MARK: - Position

  /// How many regions are not decided yet, in all documents.
  package var openCount: Int { documents.reduce(0) { $0 + $1.openCount } }

  /// All regions, in order.
  package var positions: [Position] {
    documents.indices.flatMap { number in
      (0..<(documents[number].text?.regions.count ?? 1)).map {
        Position(document: number, region: $0)
      }
    }
  }

  /// Whether a region, or its document, is decided.
  package func isDecided(_ position: Position) -> Bool {
    guard documents.indices.contains(position.document) else { return true }
    let document = documents[position.document]
    if document.whole != nil { return true }
    guard let regions = document.text?.regions else { return false }
    return !regions.indices.contains(position.region) || regions[position.region].choice != nil
  }

  /// The next region after a place; the first one where there is no place.
  ///
  /// - Parameters:
  ///   - position: The current place.
  ///   - isOpen: Whether decided regions are skipped.
  /// - Returns: `nil` where there is none.
  package func next(after position: Position?, isOpen: Bool = false) -> Position? {
    positions.first { other in
      (position.map { $0 < other } ?? true) && !(isOpen && isDecided(other))
    }
  }

  /// The region before a place; the last one where there is no place.
  package func previous(before position: Position?, isOpen: Bool = false) -> Position? {
    positions.last { other in
      (position.map { other < $0 } ?? true) && !(isOpen && isDecided(other))
    }
  }

  /// The regions with some bytes in one of their texts.
  package func positions(holding words: [UInt8]) -> [Position] {
    guard !words.isEmpty else { return [] }
    return positions.filter { position in
      guard let region = region(at: position) else { return false }
      let conflict = region.conflict
      return [conflict.ours, conflict.theirs, conflict.base ?? []].contains {
        $0.firstRange(of: words) != nil
      }
    }
  }

  /// A region; `nil` where the document is decided as a whole.
  package func region(at position: Position) -> OpenRegion? {
    guard documents.indices.contains(position.document),
      let regions = documents[position.document].text?.regions,
      regions.indices.contains(position.region)
    else { return nil }
    return regions[position.region]
  }

  // MARK: - Deciding

  /// Takes all of some steps in a document, or none of them.
  mutating func takeAll(_ steps: [Step], in document: Int) -> Bool {
    guard documents[document].takeAll(steps) else { return false }
    done += steps.map { _ in [document] }
    return true
  }

  /// Takes a step in a document; `false` where it is not possible, and then nothing is changed.
  @discardableResult
  package mutating func take(_ step: Step, in document: Int) -> Bool {
    guard documents.indices.contains(document), documents[document].take(step) else {
      return false
    }
    done.append([document])
    undone = []
    return true
  }

  /// Takes a choice for a region.
  @discardableResult
  package mutating func choose(_ choice: Choice?, at position: Position) -> Bool {
    take(.choose(region: position.region, choice), in: position.document)
  }

  /// Decides the open regions of a document, or of all documents, as one step.
  ///
  /// - Parameters:
  ///   - scope: The documents.
  ///   - whole: The choice for a document that is decided as a whole; `nil` leaves it open.
  ///   - choice: Returns the choice for a region; `nil` leaves it open.
  /// - Returns: How many were decided.
  @discardableResult
  package mutating func decideRest(
    of scope: Range<Int>? = nil, whole: WholeChoice? = nil, _ choice: (OpenRegion) -> Choice?
  ) -> Int {
    var touched: [Int] = []
    for number in scope ?? documents.indices where !documents[number].isDecided {
      guard let regions = documents[number].text?.regions else {
        if let whole, documents[number].take(.keep(whole)) { touched.append(number) }
        continue
      }
      for (index, region) in regions.enumerated() where region.choice == nil {
        guard let taken = choice(region) else { continue }
        if documents[number].take(.choose(region: index, taken)) { touched.append(number) }
      }
    }
    guard !touched.isEmpty else { return 0 }
    done.append(touched)
    undone = []
    return touched.count
  }

  /// Takes all suggestions up to a risk for open regions, as one step.
  ///
  /// - Returns: How many were taken.
  @discardableResult
  package mutating func takeSuggestions(
    upTo risk: MergeRule.Risk, of scope: Range<Int>? = nil
  ) -> Int {
    let order = MergeRule.Risk.allCases
    let limit = order.firstIndex(of: risk) ?? 0
    return decideRest(of: scope) { region in
      guard let rule = region.suggestion?.rule, order.firstIndex(of: rule.risk) ?? 0 <= limit else {
        return nil
      }
      return .suggestion
    }
  }

  /// Opens all decisions of rules in a document again, as one step.
  ///
  /// - Returns: How many decisions there were.
  @discardableResult
  package mutating func reopenDecisions(of document: Int) -> Int {
    guard documents.indices.contains(document) else { return 0 }
    var count = 0
    while documents[document].take(.reopen(decision: 0)) { count += 1 }
    guard count > 0 else { return 0 }
    done.append(Array(repeating: document, count: count))
    undone = []
    return count
  }

  /// Takes back the last step, in whichever document it was; `false` where there was none.
  @discardableResult
  package mutating func takeBack() -> Bool {
    guard let last = done.popLast() else { return false }
    // One replay for each document, however many steps of it are taken back.
    for (document, steps) in Dictionary(grouping: last, by: { $0 }) {
      documents[document].takeBack(steps.count)
    }
    undone.append(last)
    return true
  }

  /// Repeats the step that was taken back last; `false` where there was none.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let last = undone.popLast() else { return false }
    for document in last { documents[document].redo() }
    done.append(last)
    return true
  }
}
