import DocMergeDocuments
import Foundation

/// A predicate as a tree.
indirect enum PredicateNode: Sendable {
  case constant(Bool)
  case not(PredicateNode)
  case and(PredicateNode, PredicateNode)
  case or(PredicateNode, PredicateNode)
  case comparison(PredicateComparison)

  /// Whether it is true for an object.
  func matches(_ object: Any?, variables: [String: Any]) -> Bool {
    switch self {
    case .constant(let isTrue): isTrue
    case .not(let node): !node.matches(object, variables: variables)
    case .and(let one, let two):
      one.matches(object, variables: variables) && two.matches(object, variables: variables)
    case .or(let one, let two):
      one.matches(object, variables: variables) || two.matches(object, variables: variables)
    case .comparison(let comparison): comparison.matches(object, variables: variables)
    }
  }
}

/// One side of a comparison.
indirect enum PredicateExpression: Sendable {
  case value(PredicateValue)
  case key(String)
  case object
  case variable(String)
  case list([PredicateExpression])

  func value(of object: Any?, variables: [String: Any]) -> PredicateValue {
    switch self {
    case .value(let value): value
    case .key(let path): PredicateObject.value(of: object, path: path)
    case .object: PredicateValue(object)
    case .variable(let name): PredicateValue(variables[name])
    case .list(let members): .list(members.map { $0.value(of: object, variables: variables) })
    }
  }
}

/// A comparison of two values.
struct PredicateComparison: Sendable {
  enum Operator: Sendable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    case like, beginsWith, endsWith, contains, matches, isIn, between
  }

  /// How many of the values on the left must match.
  enum Quantity: Sendable {
    case itself, any, all, none
  }

  var left: PredicateExpression
  var comparison: Operator
  var right: PredicateExpression
  /// The differences that `[cd]` ignores.
  var options: String.CompareOptions = []
  var quantity = Quantity.itself

  func matches(_ object: Any?, variables: [String: Any]) -> Bool {
    let one = left.value(of: object, variables: variables)
    let two = right.value(of: object, variables: variables)
    let members = one.members ?? [one]
    switch quantity {
    case .any: return members.contains { holds($0, two) }
    case .all: return members.allSatisfy { holds($0, two) }
    case .none: return !members.contains { holds($0, two) }
    case .itself: break
    }
    // Of an attribute with several values, such as the tree of types, one has to match.
    guard one.members != nil, two.members == nil, comparison != .contains, comparison != .isIn
    else { return holds(one, two) }
    return comparison == .unequal
      ? members.allSatisfy { holds($0, two) } : members.contains { holds($0, two) }
  }

  private func holds(_ one: PredicateValue, _ two: PredicateValue) -> Bool {
    let (one, two) = (folded(one), folded(two))
    switch comparison {
    case .equal: return one.isEqual(to: two)
    case .unequal: return !one.isEqual(to: two)
    case .less: return one.compared(to: two) == .orderedAscending
    case .greater: return one.compared(to: two) == .orderedDescending
    case .lessOrEqual: return [.orderedAscending, .orderedSame].contains(one.compared(to: two))
    case .greaterOrEqual: return [.orderedDescending, .orderedSame].contains(one.compared(to: two))
    case .isIn: return contains(two, one)
    case .contains: return contains(one, two)
    case .between:
      guard let limits = two.members, limits.count == 2 else { return false }
      return [.orderedDescending, .orderedSame].contains(one.compared(to: limits[0]))
        && [.orderedAscending, .orderedSame].contains(one.compared(to: limits[1]))
    case .like, .beginsWith, .endsWith, .matches:
      guard let text = one.text, let pattern = two.text else { return false }
      return fits(text, pattern)
    }
  }

  private func contains(_ whole: PredicateValue, _ part: PredicateValue) -> Bool {
    if let members = whole.members {
      return members.contains { $0.isEqual(to: part) }
    }
    guard let whole = whole.text, let part = part.text else { return false }
    return part.isEmpty ? false : whole.contains(part)
  }

  private func fits(_ text: String, _ pattern: String) -> Bool {
    switch comparison {
    case .like: return Wildcard(pattern).matches(text)
    case .beginsWith: return !pattern.isEmpty && text.hasPrefix(pattern)
    case .endsWith: return !pattern.isEmpty && text.hasSuffix(pattern)
    case .matches:
      let regex: NSRegularExpression.Options =
        options.contains(.caseInsensitive) ? .caseInsensitive : []
      guard let expression = try? NSRegularExpression(pattern: pattern, options: regex) else {
        return false
      }
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, options: .anchored, range: range)?.range == range
    default: return false
    }
  }

  /// The value without the ignored differences; a regular expression must stay unchanged.
  private func folded(_ value: PredicateValue) -> PredicateValue {
    guard !options.isEmpty, comparison != .matches else { return value }
    switch value {
    case .text(let text): return .text(text.folding(options: options, locale: nil))
    case .list(let members): return .list(members.map(folded))
    default: return value
    }
  }
}
