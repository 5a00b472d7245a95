import DocMergeArchive

/// Merges lists of elements that are known by keys.
struct KeyedMerge {
  /// What an element is known by.
  let key: (XMLElement) -> String
  /// What becomes of an element that both sides changed differently; `nil` for nothing.
  let settle: (_ base: XMLElement?, _ ours: XMLElement?, _ theirs: XMLElement?) -> XMLElement??

  /// The merged elements in the order of ours, with those of theirs behind the ones that they follow there.
  ///
  /// - Throws: the key of an element that both sides changed differently.
  func merged(
    base: [XMLElement], ours: [XMLElement], theirs: [XMLElement]
  ) throws(KeyConflict) -> [XMLElement] {
    try refuseShifted(base, ours, theirs)
    let keyed = [base, ours, theirs].map(keyed)
    let (old, mine, other) = (
      Dictionary(keyed[0]) { first, _ in first }, Dictionary(keyed[1]) { first, _ in first },
      Dictionary(keyed[2]) { first, _ in first }
    )
    var merged: [(key: String, element: XMLElement)] = []
    for (key, element) in keyed[1] {
      if let element = try merge(key, old[key], element, other[key]) {
        merged.append((key, element))
      }
    }
    var before: String?
    for (key, element) in keyed[2] {
      defer { before = key }
      guard mine[key] == nil, let element = try merge(key, old[key], nil, element) else { continue }
      let place = merged.firstIndex { $0.key == before }.map { $0 + 1 }
      merged.insert((key, element), at: place ?? (before == nil ? 0 : merged.count))
    }
    return merged.map(\.element)
  }

  /// Refuses where elements of one key, which only their places tell apart, are others on both sides.
  private func refuseShifted(
    _ base: [XMLElement], _ ours: [XMLElement], _ theirs: [XMLElement]
  ) throws(KeyConflict) {
    let groups = [base, ours, theirs].map { Dictionary(grouping: $0, by: key) }
    for (key, mine) in groups[1] {
      let (old, other) = (groups[0][key] ?? [], groups[2][key] ?? [])
      guard max(old.count, mine.count, other.count) > 1,
        mine.count != old.count || other.count != old.count, mine != old, other != old,
        mine != other
      else { continue }
      throw KeyConflict(key: key)
    }
  }

  private func merge(
    _ key: String, _ base: XMLElement?, _ ours: XMLElement?, _ theirs: XMLElement?
  ) throws(KeyConflict) -> XMLElement? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard let settled = settle(base, ours, theirs) else { throw KeyConflict(key: key) }
    return settled
  }

  /// The elements with their keys; the second one of a key is another element.
  private func keyed(_ elements: [XMLElement]) -> [(String, XMLElement)] {
    var counts: [String: Int] = [:]
    return elements.map { element in
      let key = key(element)
      counts[key, default: 0] += 1
      let count = counts[key] ?? 1
      return (count == 1 ? key : "\(key) \(count)", element)
    }
  }
}

/// An element that both sides changed differently.
struct KeyConflict: Error {
  var key: String
}

extension XMLElement {
  /// What becomes of a value that both sides changed; `nil` for nothing.
  typealias ValueMerge = (_ base: String, _ ours: String, _ theirs: String) -> String?

  /// Merges attributes and elements by their names, at any depth; `nil` where both sides changed one thing.
  static func merged(
    _ base: XMLElement?, _ ours: XMLElement?, _ theirs: XMLElement?,
    key: @escaping (XMLElement) -> String = \.name, prefersOurs: Bool = false,
    value: @escaping ValueMerge = { _, _, _ in nil }
  ) -> XMLElement?? {
    guard let ours, let theirs else { return prefersOurs ? .some(ours ?? theirs) : nil }
    let versions = Versions(base: base, ours: ours, theirs: theirs, prefersOurs: prefersOurs)
    guard var merged = versions.mergedAttributes(value) else { return nil }
    if ours.elements.isEmpty, theirs.elements.isEmpty {
      return versions.mergedText(value, into: merged)
    }
    if [base, ours, theirs].contains(where: { $0?.isMixed == true }) {
      return versions.mergedMixture(into: merged)
    }
    let merge = KeyedMerge(key: key) {
      XMLElement.merged($0, $1, $2, key: key, prefersOurs: prefersOurs, value: value)
    }
    guard
      let children = try? merge.merged(
        base: base?.elements ?? [], ours: ours.elements, theirs: theirs.elements)
    else { return nil }
    merged.children = children.map(Child.element)
    return merged
  }

  /// The versions of an element that both sides have.
  private struct Versions {
    let base: XMLElement?
    let ours: XMLElement
    let theirs: XMLElement
    let prefersOurs: Bool

    /// Ours with the attributes of both sides; `nil` where both sides changed one.
    func mergedAttributes(_ value: ValueMerge) -> XMLElement? {
      var merged = ours
      for name in (ours.attributes + theirs.attributes).map(\.name) {
        let (old, mine, other) = (base?[name], ours[name], theirs[name])
        if mine == other || other == old || prefersOurs && mine != old { continue }
        guard mine != old else {
          merged[name] = other
          continue
        }
        guard let old, let mine, let other, let both = value(old, mine, other) else { return nil }
        merged[name] = both
      }
      return merged
    }

    /// The element with the characters of both sides, where neither side has elements in it.
    func mergedText(_ value: ValueMerge, into merged: XMLElement) -> XMLElement?? {
      let old = base?.elements.isEmpty == true ? base?.text : nil
      let (mine, other) = (ours.text, theirs.text)
      guard mine != other, other != old else { return merged }
      guard mine != old else { return merged.with(theirs.children) }
      if let old, let both = value(old, mine, other) { return merged.with([.text(both)]) }
      return mergedWords(into: merged)
    }

    /// The element where characters stand beside elements: these have no keys, so only one side may change it.
    func mergedMixture(into merged: XMLElement) -> XMLElement?? {
      if ours.children == theirs.children || theirs.children == base?.children { return merged }
      if ours.children == base?.children { return merged.with(theirs.children) }
      return mergedWords(into: merged)
    }

    /// The element with the words of both sides, or of ours if these are preferred.
    private func mergedWords(into merged: XMLElement) -> XMLElement?? {
      if let words = XMLElement.mergedWords(base, ours, theirs, into: merged) {
        return .some(words)
      }
      return prefersOurs ? .some(merged) : nil
    }
  }

  private func with(_ children: [Child]) -> XMLElement {
    var element = self
    element.children = children
    return element
  }
}

extension XMLElement {
  /// A paragraph of OpenDocument with the words of both sides; `nil` for other elements, and for one word.
  fileprivate static func mergedWords(
    _ base: XMLElement?, _ ours: XMLElement, _ theirs: XMLElement, into merged: XMLElement
  ) -> XMLElement? {
    guard ["text:p", "text:h", "text:span", "text:a"].contains(ours.name), let base,
      let children = InlineMerge.merged(base, ours, theirs)
    else { return nil }
    var merged = merged
    merged.children = children
    return merged
  }

  /// The keys that lead to the innermost element that both sides changed differently, from the outermost on.
  static func conflict(
    _ base: XMLElement?, _ ours: XMLElement?, _ theirs: XMLElement?,
    key: @escaping (XMLElement) -> String
  ) -> [String] {
    func keyed(_ element: XMLElement?) -> [String: XMLElement] {
      Dictionary((element?.elements ?? []).map { (key($0), $0) }) { first, _ in first }
    }
    let (old, mine, other) = (keyed(base), keyed(ours), keyed(theirs))
    for name in Set(mine.keys).union(other.keys).sorted() {
      let (one, two, before) = (mine[name], other[name], old[name])
      if one == two || one == before || two == before { continue }
      if XMLElement.merged(before, one, two, key: key) != nil { continue }
      return [name] + conflict(before, one, two, key: key)
    }
    return []
  }

  /// Whether characters that are more than white space stand beside elements.
  fileprivate var isMixed: Bool {
    !elements.isEmpty
      && children.contains { child in
        guard case .text(let text) = child else { return false }
        return text.unicodeScalars.contains { !$0.properties.isWhitespace }
      }
  }
}
