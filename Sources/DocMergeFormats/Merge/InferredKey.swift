/// Finds the member by which the elements of a list are told apart, such as their `id`.
enum InferredKey {
  /// Gives the children of the three nodes keys, if one member identifies them in all three.
  ///
  /// The member must stand in every element, have another value in each, and be found again: at least half
  /// of the elements of the base must be in both sides.
  static func fill(_ families: inout Triple<ChildMatch.Family>) {
    guard let first = families.ours.children.first ?? families.theirs.children.first,
      first.key == nil, first.kind == .members
    else { return }
    for member in first.children.prefix(8) {
      guard let key = member.key else { continue }
      let values = families.map { Self.values(of: key, in: $0) }
      guard let base = values.base, let ours = values.ours, let theirs = values.theirs,
        isFound(base, again: ours), isFound(base, again: theirs)
      else { continue }
      families.base.keys = base
      families.ours.keys = ours
      families.theirs.keys = theirs
      return
    }
  }

  /// The value of a member of each element; `nil` unless each has it and all differ.
  private static func values(of key: Node.Key, in family: ChildMatch.Family) -> [UInt64?]? {
    var seen: Set<UInt64> = []
    var values: [UInt64?] = []
    for child in family.children {
      guard child.kind == .members,
        let member = child.children.first(where: { $0.key == key }), !member.isContainer,
        seen.insert(member.content).inserted
      else { return nil }
      values.append(member.content)
    }
    return values
  }

  private static func isFound(_ base: [UInt64?], again side: [UInt64?]) -> Bool {
    let known = Set(side)
    return 2 * base.count { known.contains($0) } >= base.count
  }
}
