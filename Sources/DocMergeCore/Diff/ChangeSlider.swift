/// Moves changes that could be in several places to the place where git shows them.
///
/// Where the token after a changed run equals the run's first one, the run can slide down by one
/// without changing what the difference means, and in the same way up. Every run slides as far down
/// as it can, joining the runs that it meets; then it goes back up to the last place beside a change
/// of the other side, or else to the place that the indentation suggests.
struct ChangeSlider {
  /// A run of changed tokens, perhaps empty, with an unchanged token (or nothing) on both sides.
  struct Group {
    var start = 0
    var end = 0

    var isEmpty: Bool { start == end }

    /// The first group of a sequence.
    init(in changed: [Bool]) {
      extend(in: changed)
    }

    /// Goes on to the next group; `false` at the last one.
    mutating func advance(in changed: [Bool]) -> Bool {
      guard end < changed.count else { return false }
      start = end + 1
      end = start
      extend(in: changed)
      return true
    }

    /// Skips tokens without a mark, up to an empty group.
    mutating func skip(_ count: Int) {
      end += count
      start = end
    }

    /// Goes back to the previous group.
    mutating func retreat(in changed: [Bool]) {
      guard start > 0 else { return }
      end = start - 1
      start = end
      extendUp(in: changed)
    }

    mutating func extend(in changed: [Bool]) {
      while end < changed.count, changed[end] { end += 1 }
    }

    mutating func extendUp(in changed: [Bool]) {
      while start > 0, changed[start - 1] { start -= 1 }
    }
  }

  private let tokens: [Int32]
  private let partners: [Bool]
  private let indentation: IndentationScore?
  private var changed: [Bool]
  /// The current group, and the group of the other side that is beside it.
  private var group: Group
  private var partner: Group

  /// The marks of one side after sliding; `lines` are given if indentation counts.
  static func slid(
    _ changed: [Bool], of tokens: [Int32], beside partners: [Bool], lines: Lines?
  ) -> [Bool] {
    var slider = ChangeSlider(
      tokens: tokens, partners: partners, indentation: lines.map(IndentationScore.init),
      changed: changed, group: Group(in: changed), partner: Group(in: partners))
    slider.run()
    return slider.changed
  }

  private mutating func run() {
    repeat {
      if group.isEmpty { skip() } else { settle() }
    } while group.advance(in: changed) && partner.advance(in: partners)
  }

  /// Skips groups that are empty on both sides; most texts consist mainly of these.
  private mutating func skip() {
    let count = min(
      ChangeMarks.unmarkedCount(changed, from: group.end),
      ChangeMarks.unmarkedCount(partners, from: partner.end))
    guard count > 1 else { return }
    group.skip(count - 1)
    partner.skip(count - 1)
  }

  /// Puts one group where it belongs.
  private mutating func settle() {
    var size = 0
    var highestEnd = 0
    var canAlign = false
    repeat {
      size = group.end - group.start
      while slideUp() { partner.retreat(in: partners) }
      highestEnd = group.end
      canAlign = !partner.isEmpty
      while slideDown() {
        _ = partner.advance(in: partners)
        if !partner.isEmpty { canAlign = true }
      }
    } while size != group.end - group.start
    guard group.end > highestEnd else { return }
    if canAlign {
      while partner.isEmpty, slideUp() { partner.retreat(in: partners) }
    } else if let indentation {
      let end = indentation.bestEnd(of: group, highestEnd: highestEnd)
      while group.end > end, slideUp() { partner.retreat(in: partners) }
    }
  }

  private mutating func slideUp() -> Bool {
    guard group.start > 0, tokens[group.start - 1] == tokens[group.end - 1] else { return false }
    group.start -= 1
    group.end -= 1
    changed[group.start] = true
    changed[group.end] = false
    group.extendUp(in: changed)
    return true
  }

  private mutating func slideDown() -> Bool {
    guard group.end < tokens.count, tokens[group.start] == tokens[group.end] else { return false }
    changed[group.start] = false
    changed[group.end] = true
    group.start += 1
    group.end += 1
    group.extend(in: changed)
    return true
  }
}
