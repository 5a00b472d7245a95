import DocMergeArchive

/// Merges the parts of a package that are no text: styles, settings, images, facts about the document.
struct PartMerge {
  /// The way to merge a part that both sides changed.
  enum Rule {
    /// Elements by their keys, property by property.
    case keyed((XMLElement) -> String)
    /// As `keyed`; where both sides set one thing, that of ours, since no reader sees the difference.
    case volatile((XMLElement) -> String)
    /// That of ours: it is computed anew whenever the document is saved.
    case computed
    /// Facts about the document: the later date, the larger count.
    case described
    /// As `whole`, apart from values that are computed of others.
    case derived((_ versions: [Side: XMLElement]) -> [Side: XMLElement])
    /// Nothing: only one side may have changed it.
    case whole
  }

  let base: OfficePackage
  let ours: OfficePackage
  let theirs: OfficePackage
  /// The way to merge a part that both sides changed.
  let rule: (String) -> Rule

  /// Ours, with what theirs changed; parts of some names are left as ours has them.
  ///
  /// - Throws: ``OfficeRefusal`` for a part that both sides changed differently.
  func merged(without others: Set<String>) throws(OfficeRefusal) -> OfficePackage {
    var merged = ours
    for name in Set(ours.names + theirs.names).sorted() where !others.contains(name) {
      let (old, mine, other) = (base[name], ours[name], theirs[name])
      if Self.isSame(mine, other) || Self.isSame(other, old) { continue }
      if Self.isSame(mine, old) {
        merged[name] = other
        continue
      }
      try merge(name, into: &merged)
    }
    return merged
  }

  private static func isSame(_ one: ZipMember?, _ other: ZipMember?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.holdsSame(as: other)
  }

  private func merge(_ name: String, into merged: inout OfficePackage) throws(OfficeRefusal) {
    guard ours[name] != nil, theirs[name] != nil else { throw .bothChanged(part: name) }
    let rule = rule(name)
    if case .computed = rule { return }
    if case .whole = rule { throw .bothChanged(part: name) }
    let documents = [try base.xml(name), try ours.xml(name), try theirs.xml(name)]
    let roots = documents.map { $0?.root }
    guard var document = documents[1] else { return }
    let root: XMLElement??
    switch rule {
    case .keyed(let key): root = XMLElement.merged(roots[0], roots[1], roots[2], key: key)
    case .volatile(let key):
      root = XMLElement.merged(roots[0], roots[1], roots[2], key: key, prefersOurs: true)
    case .described: root = Self.described(roots[0], roots[1], roots[2])
    case .derived(let settle):
      let versions = [Side.base: roots[0], .ours: roots[1], .theirs: roots[2]]
      root = Self.whole(settle(versions.compactMapValues { $0 }))
    case .computed, .whole: root = nil
    }
    guard let root, let element = root else {
      var place = [name]
      if case .keyed(let key) = rule {
        place += XMLElement.conflict(roots[0], roots[1], roots[2], key: key)
      }
      throw .bothChanged(part: place.joined(separator: " › "))
    }
    document.root = element
    merged.write(document, to: name)
  }

  /// The version that one side changed alone; `nil` where both did.
  private static func whole(_ versions: [Side: XMLElement]) -> XMLElement?? {
    let (base, ours, theirs) = (versions[.base], versions[.ours], versions[.theirs])
    if ours == theirs || theirs == base { return .some(ours) }
    return ours == base ? .some(theirs) : nil
  }

  /// What every save changes.
  private static let growing: Set = [
    "modified", "revision", "lastModifiedBy", "lastPrinted", "date", "creator", "editing-cycles",
    "editing-duration", "generator", "print-date", "printed-by", "TotalTime",
  ]

  /// The facts about a document: for each one the value that one side changed, else the larger value.
  private static func described(
    _ base: XMLElement?, _ ours: XMLElement?, _ theirs: XMLElement?
  ) -> XMLElement?? {
    let merge = KeyedMerge { element in
      element.name == "meta:keyword"
        ? "keyword \(element.text)" : element["meta:name"] ?? element.name
    } settle: { old, mine, other in
      guard let mine, let other else { return .some(mine ?? other) }
      guard mine.elements.isEmpty, other.elements.isEmpty else {
        return described(old, mine, other)
      }
      if mine.text.isEmpty, other.text.isEmpty { return .some(mine) }
      guard growing.contains(mine.localName) else { return nil }
      // Dates and counts grow; of two numbers the longer one is larger.
      let (one, two) = (mine.text, other.text)
      return .some((one.utf8.count, one) < (two.utf8.count, two) ? other : mine)
    }
    guard var merged = ours else { return nil }
    guard
      let children = try? merge.merged(
        base: base?.elements ?? [], ours: merged.elements, theirs: theirs?.elements ?? [])
    else { return nil }
    merged.children = children.map { .element($0) }
    return .some(merged)
  }
}
