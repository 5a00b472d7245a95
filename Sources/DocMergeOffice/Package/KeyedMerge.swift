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
    var merged = ours
    let names = (ours.attributes + theirs.attributes).map(\.name)
    for name in names {
      let (old, mine, other) = (base?[name], ours[name], theirs[name])
      if mine == other || other == old || prefersOurs && mine != old { continue }
      guard mine == old else {
        let both = old.flatMap { old in
          mine.flatMap { mine in other.flatMap { value(old, mine, $0) } }
        }
        guard let both else { return nil }
        merged[name] = both
        continue
      }
      merged[name] = other
    }
    let texts = [base, ours, theirs].map { element in
      element?.elements.isEmpty == true ? element?.text : nil
    }
    if ours.elements.isEmpty, theirs.elements.isEmpty {
      guard texts[1] != texts[2], texts[2] != texts[0] else { return merged }
      if texts[1] != texts[0], let old = texts[0] ?? nil, let mine = texts[1] ?? nil,
        let other = texts[2] ?? nil, let both = value(old, mine, other)
      {
        merged.children = [.text(both)]
        return merged
      }
      guard texts[1] == texts[0] else {
        if let words = mergedWords(base, ours, theirs, into: merged) { return .some(words) }
        return prefersOurs ? .some(merged) : nil
      }
      merged.children = theirs.children
      return merged
    }
    // Characters beside elements have no keys: only one side may change such an element.
    if [base, ours, theirs].contains(where: { $0?.isMixed == true }) {
      if ours.children == theirs.children || theirs.children == base?.children { return merged }
      guard ours.children == base?.children else {
        if let words = mergedWords(base, ours, theirs, into: merged) { return .some(words) }
        return prefersOurs ? .some(merged) : nil
      }
      merged.children = theirs.children
      return merged
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
}

extension XMLElement {
  /// A paragraph of OpenDocument with the words of both sides; `nil` for other elements, and for one word.
  private static func mergedWords(
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
