import DocMergeCore
import DocMergeLanguage

/// Finds a line that one side moved and a result lacks, since the other side added the same words there.
///
///     base   <% if a %>   ours   <% if a %>   theirs  <% if a %>   fault   <% if a %>
///            one                 one                  one                  one
///            <% end %>           two                  <% end %>            two
///            two                 <% end %>            two                  <% if b %>
///                                                     <% if b %>           three
///                                                     three                <% end %>
///                                                     <% end %>
struct AbsorbedLineGuard {
  /// The moved lines, and how often a result has each of them at least.
  private var least: [ArraySlice<UInt8>: Int] = [:]

  /// The most lines between the old and the new place of a line: farther, one side removed it and added another.
  private static let mostLines = 40

  /// Compares the base, ours and theirs.
  ///
  /// - Complexity: O(*p* + *n*), *p* being the number of bytes of what the sides changed, and *n* those of the base;
  ///   O(*p*) where no side moved a line that the other one added.
  init(_ changes: InputChanges) {
    let (parts, texts) = (changes.parts, changes.texts)
    let ours = Side(parts.ours, texts.ours, base: texts.base)
    let theirs = Side(parts.theirs, texts.theirs, base: texts.base)
    find(movedBy: ours, addedBy: theirs)
    find(movedBy: theirs, addedBy: ours)
    guard !least.isEmpty else { return }
    for line in texts.base.split(separator: 0x0A) {
      least[line.trimmed]? += 1
    }
  }

  /// The lines beside which a moved one is missing.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where there are none.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !least.isEmpty else { return [] }
    var places: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for place in Lines(result).places {
      let line = result[place].trimmed
      if least[line] != nil { places[line, default: []].append(place) }
    }
    return least.compactMap { line, count in
      let found = places[line] ?? []
      guard found.count < count else { return nil }
      let text = line.excerpt
      return StructureFault(
        places: found,
        reason: tr("`\(text)` would be missing, which one side moved and the other one added"))
    }.sorted { $0.stands(before: $1) }
  }

  /// Notes how many lines more than the base a result has of each that one side moved to where the other one added it.
  private mutating func find(movedBy side: Side, addedBy other: Side) {
    for (line, removed) in side.removed {
      let growth = other.growth(of: line)
      guard growth > 0, side.growth(of: line) == 0, let added = side.added[line] else { continue }
      let near = removed.contains { from in
        added.contains { to in
          let crossed = min(from, to)...max(from, to)
          return crossed.count <= Self.mostLines
            && other.blocks[line, default: []].contains(where: crossed.contains)
        }
      }
      if near { least[line] = growth }
    }
  }
}

/// The lines that a side removed and added, each with the numbers of the lines of the base where it did.
private struct Side {
  private(set) var removed: [ArraySlice<UInt8>: [Int]] = [:]
  private(set) var added: [ArraySlice<UInt8>: [Int]] = [:]
  /// Those added with others: a line that both sides put alone at one place is the same one.
  private(set) var blocks: [ArraySlice<UInt8>: [Int]] = [:]

  init(_ parts: [InputChanges.ChangedPart], _ side: [UInt8], base: [UInt8]) {
    var (number, end) = (0, 0)
    for part in parts {
      number += base[end..<part.base.lowerBound].count(where: { $0 == 0x0A })
      for line in base[part.base].split(separator: 0x0A) where !line.trimmed.isEmpty {
        removed[line.trimmed, default: []].append(number)
      }
      for line in side[part.side].split(separator: 0x0A) where !line.trimmed.isEmpty {
        added[line.trimmed, default: []].append(number)
        if part.sideCount > 1 { blocks[line.trimmed, default: []].append(number) }
      }
      (number, end) = (number + part.baseCount, part.base.upperBound)
    }
  }

  /// How many more of a line the side has than the base.
  func growth(of line: ArraySlice<UInt8>) -> Int {
    (added[line]?.count ?? 0) - (removed[line]?.count ?? 0)
  }
}
