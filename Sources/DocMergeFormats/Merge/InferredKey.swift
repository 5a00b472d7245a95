/// Finds the member that tells the elements of a list apart, such as their `id`.
enum InferredKey {
  /// Gives the children of the three nodes keys, if one member identifies them in all three.
  ///
  /// The member, or a member of a member, must be in every element, with a different value in each, and must be found
  /// again: at least half of the elements of the base must be in both sides.
  static func fill(_ families: inout Triple<ChildMatch.Family>) {
    guard let first = families.ours.children.first ?? families.theirs.children.first,
      first.kind == .members, first.cellText == nil,
      [families.base, families.ours, families.theirs].allSatisfy({ $0.hasNoKeys })
    else { return }
    for path in paths(in: first) {
      let values = families.map { Self.values(at: path, in: $0) }
      guard let base = values.base, let ours = values.ours, let theirs = values.theirs,
        isFound(base, again: ours), isFound(base, again: theirs)
      else { continue }
      families.base.keys = base
      families.ours.keys = ours
      families.theirs.keys = theirs
      return
    }
  }

  /// The number of members of an element that are tried.
  private static let memberLimit = 8

  /// The members that may tell elements apart, and the members of those that are objects: `id`, `id.isbn`.
  private static func paths(in element: Node) -> [[Node.Key]] {
    element.children.prefix(memberLimit).flatMap { member -> [[Node.Key]] in
      guard let key = member.key else { return [] }
      guard member.isContainer else { return [[key]] }
      guard member.kind == .members else { return [] }
      return member.children.prefix(memberLimit).compactMap { $0.key.map { [key, $0] } }
    }
  }

  /// The values at a path of each element; `nil` unless each element has one and all differ.
  private static func values(at path: [Node.Key], in family: ChildMatch.Family) -> [UInt64?]? {
    var seen: Set<UInt64> = []
    var values: [UInt64?] = []
    for child in family.children {
      var found = child
      for key in path {
        guard found.kind == .members,
          let member = found.children.first(where: { $0.key == key })
        else { return nil }
        found = member
      }
      guard !found.isContainer, seen.insert(found.content).inserted else { return nil }
      values.append(found.content)
    }
    return values
  }

  static func isFound(_ base: [UInt64?], again side: [UInt64?]) -> Bool {
    let known = Set(side)
    return 2 * base.count { known.contains($0) } >= base.count
  }
}

/// Items whose keys a format gives, such as the cells of a notebook.
enum DeclaredKey {
  /// Removes the keys of all items if they are not usable: where a text has none, or only different ones.
  static func check(_ families: inout Triple<ChildMatch.Family>) {
    let all = [families.base, families.ours, families.theirs].filter { !$0.children.isEmpty }
    guard all.contains(where: { $0.keys.contains { $0 != nil } }) else { return }
    let areKeyed = all.allSatisfy { !$0.keys.contains(nil) && !$0.hasDoubledKeys }
    let areFound = [families.ours, families.theirs].allSatisfy {
      InferredKey.isFound(families.base.keys, again: $0.keys)
    }
    if areKeyed, areFound { return }
    for version in Version.allCases {
      families[version].keys = families[version].keys.map { _ in nil }
    }
  }
}
