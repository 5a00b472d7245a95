import DocMergeCore
import DocMergeLanguage

/// Finds a list whose items have blank lines between them in one place and not in another, although in each input that
/// has the list they have them everywhere or nowhere.
///
///     base   - a    ours   - a    theirs   - a    fault   - a
///            - b                           - b
///                          - b             - c            - b
///                                                         - c
struct ListSpacingGuard {
  private let changes: InputChanges

  init(_ changes: InputChanges) { self.changes = changes }

  /// The items with another gap before them than the others.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has such a list.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard
      changes.areChanged(where: { $0.allSatisfy(\.isWhite) || ListMark($0.trimmed) != nil })
    else { return [] }
    let mixed = Self.lists(in: result).filter(\.isMixed)
    guard !mixed.isEmpty else { return [] }
    let known = changes.inputs.map(Self.lists)
    // The first item of each mixed list of an input.
    let old = Set(known.joined().filter(\.isMixed).map(\.first))
    return mixed.filter { list in
      !old.contains(list.first) && known.allSatisfy { $0.contains { $0.first == list.first } }
    }.map { list in
      StructureFault(
        places: list.odd,
        reason: tr("the items of one list would have blank lines between some of them"))
    }
  }

  /// A list, by its first item.
  private struct List {
    let first: [UInt8]
    /// The items behind the first one, and whether blank lines stand before each.
    var gaps: [(item: Range<Int>, isWide: Bool)] = []

    /// The fewest gaps of a list that shows how far its items are apart.
    private static let fewest = 2

    var isMixed: Bool {
      gaps.count >= Self.fewest && gaps.contains(where: \.isWide)
        && !gaps.allSatisfy(\.isWide)
    }

    /// The items with the rarer gap.
    var odd: [Range<Int>] {
      let wide = gaps.filter(\.isWide).map(\.item)
      let narrow = gaps.filter { !$0.isWide }.map(\.item)
      return wide.count < narrow.count ? wide : narrow
    }
  }

  /// The lists at the left margin whose items have one line each.
  private static func lists(in text: [UInt8]) -> [List] {
    var lists: [List] = []
    var current: List?
    var blanks = 0
    func mark(of line: ArraySlice<UInt8>) -> ListMark? {
      line.first?.isBlankOrTab == false
        ? ListMark(line).flatMap { $0.isBeforeBlank ? $0 : nil } : nil
    }
    for place in Lines(text).places {
      let line = text[place]
      if line.allSatisfy(\.isWhite) {
        blanks += 1
      } else if mark(of: line) != nil {
        if current == nil {
          current = List(first: Array(line.trimmed))
        } else {
          current?.gaps.append((place, blanks > 0))
        }
        blanks = 0
      } else {
        if let list = current { lists.append(list) }
        (current, blanks) = (nil, 0)
      }
    }
    return lists + [current].compactMap(\.self)
  }
}
