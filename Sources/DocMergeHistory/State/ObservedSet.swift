/// A set that two replicas can change independently and join without a common ancestor.
///
/// An element stays as long as some act that added it has not been seen, and undone, by the other
/// side. Joining is commutative, associative and idempotent, and adding wins against a removal that
/// had not seen it: the optimized observed-remove set of Bieniusa et al., "An Optimized Conflict-free
/// Replicated Set" (2012). It equals the three-way rule
/// `(ours ∩ theirs) ∪ (ours − base) ∪ (theirs − base)` with the perfect base, which a state graph
/// with several common ancestors does not have.
package struct ObservedSet<Element: Hashable & Sendable>: Sendable, Hashable {
  /// The elements, each with the acts that added it (never none).
  package private(set) var dots: [Element: Set<Dot>]

  /// Takes over elements; those without a dot are left out.
  package init(_ dots: [Element: Set<Dot>] = [:]) {
    let isWhole = dots.values.allSatisfy { !$0.isEmpty }
    self.dots = isWhole ? dots : dots.filter { !$0.value.isEmpty }
  }

  /// The elements, in no order.
  package var elements: Set<Element> { Set(dots.keys) }

  /// Adds `element` by the act `dot`, which replaces the acts that added it before.
  package mutating func add(_ element: Element, _ dot: Dot) {
    dots[element] = [dot]
  }

  /// Removes `element`: a replica that has seen no other act that added it will remove it too.
  package mutating func remove(_ element: Element) {
    dots[element] = nil
  }

  /// The set that both sides agree on once each has seen the other.
  ///
  /// - Parameters:
  ///   - other: the other side's set.
  ///   - clock: everything that this side has seen.
  ///   - otherClock: everything that the other side has seen.
  /// - Returns: the elements that neither side saw and removed.
  package func joined(
    _ other: ObservedSet, clock: Clock, otherClock: Clock
  ) -> ObservedSet {
    // The case of new elements: nothing has to be computed.
    if dots.isEmpty, other.dots.values.allSatisfy({ $0.allSatisfy { !clock.covers($0) } }) {
      return other
    }
    var result: [Element: Set<Dot>] = [:]
    for element in Set(dots.keys).union(other.dots.keys) {
      let ours = dots[element, default: []]
      let theirs = other.dots[element, default: []]
      result[element] =
        ours.intersection(theirs)
        .union(ours.subtracting(theirs).filter { !otherClock.covers($0) })
        .union(theirs.subtracting(ours).filter { !clock.covers($0) })
    }
    return ObservedSet(result)
  }

  /// Everything that either side has, with all acts.
  package func merged(_ other: ObservedSet) -> ObservedSet {
    ObservedSet(dots.merging(other.dots) { $0.union($1) })
  }
}
