import DocMergeCore
import DocMergeLanguage

/// Finds lines of a result whose order decides something that neither side decided.
///
///     ours    *.log            added
///     theirs  !keep.log        added
///     fault   *.log !keep.log  whether `keep.log` is left out depends on which is first
///
/// Of two lines that may match one path, and that have different effects on it, the last one counts. Their order
/// must be one that a side gave them; where no text has both, neither may be in the run of lines that both
/// sides added to, nor may the last one reverse the whole effect of the first one.
struct ListedLineGuard {
  private typealias Dialect = ListedLineFormat.Dialect

  private let inputs: Triple<Listing>
  private let dialect: ListedLineFormat.Dialect

  init(_ inputs: Triple<SyntaxTree>, _ dialect: ListedLineFormat.Dialect) {
    self.inputs = inputs.map { Listing($0, dialect) }
    self.dialect = dialect
  }

  /// With more pairs of lines than this the guard checks nothing.
  private static let pairLimit = 200_000

  /// The pairs of lines in an order that no input has.
  ///
  /// - Complexity: O(*n* · *m*), *n* being the number of lines, and *m* of those that not all texts have in one order.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = Listing(tree, dialect)
    return returned(in: result) + disordered(in: result)
  }

  /// The lines that one side removed, and that are where the other one moved them.
  private func returned(in result: Listing) -> [StructureFault] {
    let counts = inputs.map(\.patternCounts)
    let made = result.patternCounts
    return result.lines.compactMap { line in
      let count = counts.map { $0[line.patternKey] ?? 0 }
      let (fewer, more) = (min(count.ours, count.theirs), max(count.ours, count.theirs))
      guard fewer < count.base, more == count.base, made[line.patternKey] ?? 0 > fewer else {
        return nil
      }
      return StructureFault(
        places: [line.body], reason: tr("`\(line.name)` would stand there, which a side removed"))
    }
  }

  private func disordered(in result: Listing) -> [StructureFault] {
    guard dialect.isOrdered else { return [] }
    let all = [inputs.base, inputs.ours, inputs.theirs]
    guard !dialect.countsNegations || (all + [result]).contains(where: \.hasNegations) else {
      return []
    }
    let moved = result.places(where: isMovable(result))
    guard moved.count * result.lines.count <= Self.pairLimit else { return [] }
    var faults: [StructureFault] = []
    let isMoved = Set(moved)
    for one in moved {
      for other in result.lines.indices
      where other != one && (other > one || !isMoved.contains(other)) {
        let (first, last) = (result.lines[min(one, other)], result.lines[max(one, other)])
        guard first.section == last.section, dispute(first, last), isDoubtful(first, last, result)
        else {
          continue
        }
        faults.append(
          StructureFault(
            places: [first.body, last.body],
            reason: tr("the order of `\(first.name)` and `\(last.name)` would decide")))
      }
    }
    return faults
  }

  /// Whether a line may have a different order with others than in all texts.
  private func isMovable(_ result: Listing) -> (Listing.Line) -> Bool {
    let keys = [inputs.base, inputs.ours, inputs.theirs, result].map(\.keys)
    let common = Set(keys[0]).intersection(keys[1]).intersection(keys[2]).intersection(keys[3])
    let orders = keys.map { $0.filter(common.contains) }
    guard orders.allSatisfy({ $0 == orders[0] }) else { return { _ in true } }
    return { !common.contains($0.key) }
  }

  /// Whether one path may match both lines, which have different effects on it.
  private func dispute(_ one: Listing.Line, _ other: Listing.Line) -> Bool {
    switch dialect {
    case .ignored, .dockerIgnored: guard one.isNegated != other.isNegated else { return false }
    case .owners: guard one.values != other.values else { return false }
    case .attributes:
      guard one.values != other.values,
        !one.attributes.isDisjoint(with: other.attributes) || one.isMacro || other.isMacro
      else { return false }
    case .people: return false
    }
    return one.isMacro || other.isMacro || isHidden(one, other)
      || one.pattern.mayMeet(other.pattern)
  }

  /// Whether one of two lines reverses the effect of the other one on a folder around it: git does not look into
  /// folders that it ignores, even where a later line excepts them.
  private func isHidden(_ one: Listing.Line, _ other: Listing.Line) -> Bool {
    guard dialect == .ignored, one.isNegated != other.isNegated else { return false }
    let (shown, hidden) = one.isNegated ? (one, other) : (other, one)
    return hidden.pattern.mayHold(shown.pattern)
  }

  /// Whether the order of two lines differs from the one that the sides agree on, or that one of them made.
  private func isDoubtful(_ first: Listing.Line, _ last: Listing.Line, _ result: Listing) -> Bool {
    let orders = inputs.map { $0.isBefore(first.key, last.key) }
    switch (orders.base, orders.ours, orders.theirs) {
    case (_, let ours?, let theirs?) where ours == theirs: return !ours
    case (let base?, let ours?, let theirs?): return base == ours ? !theirs : !ours
    case (nil, _?, _?): return true
    case (_, let one?, nil), (_, nil, let one?): return !one
    case (_, nil, nil):
      if isHidden(first, last) { return true }
      return result.areInOneRun(first, last) { key in
        inputs.base.has(key) && inputs.ours.has(key) && inputs.theirs.has(key)
      } || last.pattern.covers(first.pattern)
    }
  }
}

/// The lines of a text that lists patterns.
private struct Listing {
  /// A line.
  struct Line {
    let key: UInt64
    /// The key of the line, without its section.
    let patternKey: UInt64
    let body: Range<Int>
    let name: String
    let section: UInt64
    let pattern: PathPattern
    let isNegated: Bool
    let values: [ArraySlice<UInt8>]
    let attributes: Set<[UInt8]>
    /// Whether the line defines a name for several attributes.
    let isMacro: Bool
    let place: Int
  }

  private(set) var lines: [Line] = []
  private var places: [UInt64: Int] = [:]

  init(_ tree: SyntaxTree, _ dialect: ListedLineFormat.Dialect) {
    add(tree.root, section: 0, tree, dialect)
  }

  private mutating func add(
    _ parent: Node, section: UInt64, _ tree: SyntaxTree, _ dialect: ListedLineFormat.Dialect
  ) {
    for node in parent.children {
      if node.isContainer {
        add(node, section: node.key?.hash ?? 0, tree, dialect)
        continue
      }
      guard node.key != nil, let line = try? ListedLine(node.body, in: tree.text, dialect) else {
        continue
      }
      var hash = ContentHash()
      hash.add(hash: section)
      hash.add(hash: line.key.hash)
      let pattern = tree.text[line.pattern]
      places[hash.value] = lines.count
      lines.append(
        Line(
          key: hash.value, patternKey: line.key.hash, body: node.body,
          name: tree.text[line.key.range].excerpt,
          section: section,
          pattern: PathPattern(
            pattern, isRooted: dialect == .dockerIgnored, holdsContents: dialect.holdsContents),
          isNegated: line.isNegated, values: line.values,
          attributes: dialect == .attributes ? Self.attributes(of: line.values) : [],
          isMacro: pattern.starts(with: "[attr]".utf8), place: lines.count))
    }
  }

  var keys: [UInt64] { lines.map(\.key) }

  /// How often each line occurs, without regard to sections.
  var patternCounts: [UInt64: Int] {
    lines.reduce(into: [:]) { $0[$1.patternKey, default: 0] += 1 }
  }

  var hasNegations: Bool { lines.contains(where: \.isNegated) }

  func has(_ key: UInt64) -> Bool { places[key] != nil }

  func places(where isWanted: (Line) -> Bool) -> [Int] {
    lines.indices.filter { isWanted(lines[$0]) }
  }

  /// Whether one line is before another one; `nil` where the text does not have both.
  func isBefore(_ first: UInt64, _ last: UInt64) -> Bool? {
    guard let one = places[first], let other = places[last] else { return nil }
    return one < other
  }

  /// Whether there is no line of all texts between two lines.
  func areInOneRun(_ first: Line, _ last: Line, isCommon: (UInt64) -> Bool) -> Bool {
    lines[(first.place + 1)..<last.place].allSatisfy { !isCommon($0.key) }
  }

  /// The attributes that words set or reset, including those that they set indirectly.
  private static func attributes(of words: [ArraySlice<UInt8>]) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    for word in words {
      let name = Array(word.drop { $0 == 0x2D || $0 == 0x21 }.prefix { $0 != 0x3D })
      names.insert(name)
      if name.elementsEqual("binary".utf8) || name.elementsEqual("eol".utf8) {
        names.formUnion(["text", "diff", "merge"].map { Array($0.utf8) })
      }
    }
    return names
  }
}

extension ListedLineFormat.Dialect {
  /// Whether the order matters only for lines that reverse others.
  fileprivate var countsNegations: Bool { self == .ignored || self == .dockerIgnored }

  /// Whether a pattern that matches a folder also matches its contents.
  fileprivate var holdsContents: Bool { self == .owners || self == .dockerIgnored }
}
