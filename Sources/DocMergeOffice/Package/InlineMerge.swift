import DocMergeArchive
import DocMergeCore

/// Merges what stands in a paragraph word by word, each element being one word.
enum InlineMerge {
  private enum Token: Hashable {
    case word(String)
    case element(XMLElement)
  }

  /// The merged contents; `nil` where both sides changed one word, or words beside each other.
  static func merged(
    _ base: XMLElement, _ ours: XMLElement, _ theirs: XMLElement
  ) -> [XMLElement.Child]? {
    let (old, mine, other) = (tokens(base), tokens(ours), tokens(theirs))
    let (edits, others) = (diff(base: old, other: mine), diff(base: old, other: other))
    var tokens: [Token] = []
    var (place, index, partner) = (0, 0, 0)
    while index < edits.count || partner < others.count {
      let one = index < edits.count ? edits[index] : nil
      let two = partner < others.count ? others[partner] : nil
      if let one, let two, one.base == two.base, mine[one.other] == other[two.other] {
        tokens += old[place..<one.base.lowerBound] + mine[one.other]
        (place, index, partner) = (one.base.upperBound, index + 1, partner + 1)
        continue
      }
      if let one, let two, touches(one.base, two.base) { return nil }
      if let one, two.map({ one.base.lowerBound < $0.base.lowerBound }) ?? true {
        tokens += old[place..<one.base.lowerBound] + mine[one.other]
        (place, index) = (one.base.upperBound, index + 1)
      } else if let two {
        tokens += old[place..<two.base.lowerBound] + other[two.other]
        (place, partner) = (two.base.upperBound, partner + 1)
      }
    }
    let all = tokens + old[place...]
    return hasDoubled(all, old, mine, other) ? nil : children(all)
  }

  /// Whether something stands more often than in any version, although not both sides added it: each side moved it to
  /// another place.
  private static func hasDoubled(
    _ all: [Token], _ old: [Token], _ mine: [Token], _ other: [Token]
  ) -> Bool {
    func counts(_ tokens: [Token]) -> [Token: Int] {
      tokens.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let (before, ours, theirs) = (counts(old), counts(mine), counts(other))
    return counts(all).contains { token, count in
      let known = [before, ours, theirs].map { $0[token] ?? 0 }
      return count > (known.max() ?? 0) && !(known[1] > known[0] && known[2] > known[0])
    }
  }

  /// Whether two changes have a word in common, or nothing between them.
  private static func touches(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.lowerBound <= other.upperBound && other.lowerBound <= one.upperBound
  }

  private static func tokens(_ element: XMLElement) -> [Token] {
    element.children.flatMap { child -> [Token] in
      switch child {
      case .element(let element): return [.element(element)]
      case .text(let text):
        let scalars = Array(text.unicodeScalars)
        return GlyphMatch.words(of: scalars).map {
          .word(String(String.UnicodeScalarView(scalars[$0])))
        }
      }
    }
  }

  private static func children(_ tokens: [Token]) -> [XMLElement.Child] {
    var children: [XMLElement.Child] = []
    for token in tokens {
      switch token {
      case .element(let element): children.append(.element(element))
      case .word(let word):
        if case .text(let text)? = children.last {
          children[children.count - 1] = .text(text + word)
        } else {
          children.append(.text(word))
        }
      }
    }
    return children
  }
}
