import DocMergeCore

/// A name that a side wrote in place of another one, on a line that is the same otherwise.
struct NameSubstitution: Hashable, Sendable {
  let old: ArraySlice<UInt8>
  let new: ArraySlice<UInt8>
  let spelling: NameSpelling

  /// The most names that one line can change.
  private static let mostNames = 3

  /// The names that a line has in place of others, all of one spelling, each with a place of the other one; none where
  /// the line differs in something else.
  static func all(
    from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>, _ spelling: NameSpelling
  ) -> [(name: NameSubstitution, place: Range<Int>)] {
    let (before, after) = (spelling.names(in: old), spelling.names(in: new))
    guard before.count == after.count, !before.isEmpty else { return [] }
    var found: [(name: NameSubstitution, place: Range<Int>)] = []
    var count = 0
    var (start, other) = (old.startIndex, new.startIndex)
    for (name, replacement) in zip(before, after) {
      guard old[start..<name.startIndex] == new[other..<replacement.startIndex] else { return [] }
      (start, other) = (name.endIndex, replacement.endIndex)
      if name == replacement { continue }
      let substitution = NameSubstitution(old: name, new: replacement, spelling: spelling)
      if !found.contains(where: { $0.name == substitution }) { count += 1 }
      guard count <= mostNames else { return [] }
      found.append((substitution, name.indices))
    }
    return old[start...] == new[other...] ? found : []
  }
}

/// What a name consists of.
enum NameSpelling: Sendable {
  /// Letters, digits and underscores.
  case plain
  /// Hyphens as well: `focus-ring`.
  case hyphens
  /// Hyphens, dots, colons and slashes as well, within the name: `api:errors:rate5m`.
  case joined

  /// The spelling of the names in program code: hyphens are parts of them in Lisp, styles and languages of commands.
  init(fileAt path: String, _ family: LanguageFamily) {
    let isHyphenated =
      family.comments.contains(.semicolon)
      || !family.features.isDisjoint(with: [.shellWords, .styles])
      || [".ps1", ".psm1"].contains(where: path.hasSuffix)
    self = isHyphenated ? .hyphens : .plain
  }

  /// The names in a text, in their order.
  func names(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    switch self {
    case .plain: text.split { !$0.isPartOfName }
    case .hyphens: text.namesAndHyphens
    case .joined:
      text.split { !$0.isPartOfNameOrHyphen && !".:/".utf8.contains($0) }.compactMap { run in
        let name = run.drop { !$0.isPartOfName }
        let end = name.lastIndex(where: \.isPartOfName)
        return end.map { name[...$0] }
      }
    }
  }

  /// Where a name stands in a text.
  func places(of name: ArraySlice<UInt8>, in text: [UInt8]) -> [Range<Int>] {
    guard text[...].firstRange(of: name) != nil else { return [] }
    return names(in: text[...]).filter { $0 == name }.map(\.indices)
  }
}
