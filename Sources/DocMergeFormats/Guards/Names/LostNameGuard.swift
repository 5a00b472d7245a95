import DocMergeCore
import DocMergeLanguage

/// Finds a name of which one side deleted the definition and all uses, while the other side put in a use.
///
///     base   $pad: 2px;       ours   $gap: 3px;       theirs   $pad: 2px;       fault   $gap: 3px;
///            $gap: 3px;              …                         $gap: 3px;               …
///            …                                                 padding: $pad;           padding: $pad;
///
/// In program code the base declares the name in a block around the new use. In data and prose a line of the base
/// defines it by its form, and the use has signs that nothing but a reference has, or stands behind the same words as a
/// name that is defined in the same way.
struct LostNameGuard: Sendable {
  private let base: [UInt8]
  private let family: LanguageFamily?
  private let names: [LostName]
  /// The most names of one side that are examined.
  private static let mostNames = 20

  /// A name that one side deleted and the other put in.
  private struct LostName: Sendable {
    let name: ArraySlice<UInt8>
    let spelling: NameSpelling
  }

  /// Compares the base, ours and theirs, in a language if they are program code.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of a side where it may have deleted a
  ///   name that the other one put in.
  init(_ changes: InputChanges, _ language: LanguageFamily?, _ spelling: NameSpelling) {
    let (texts, parts, added) = (changes.texts, changes.parts, changes.addedLines)
    let words = changes.contestedWords
    base = texts.base
    family = language
    let spellings: [NameSpelling] = language == nil ? [.hyphens, .joined] : [spelling]
    names = spellings.flatMap { spelling in
      Self.names(
        deletedBy: texts.ours, parts.ours, words.deletedByOurs, in: texts.base, spelling,
        isCode: language != nil, written: added.sides[1])
        + Self.names(
          deletedBy: texts.theirs, parts.theirs, words.deletedByTheirs, in: texts.base, spelling,
          isCode: language != nil, written: added.sides[0])
    }
  }

  private static func names(
    deletedBy side: [UInt8], _ parts: [InputChanges.ChangedPart], _ suspects: Set<UInt64>,
    in base: [UInt8], _ spelling: NameSpelling, isCode: Bool, written: [ArraySlice<UInt8>]
  ) -> [LostName] {
    guard !written.isEmpty, !suspects.isEmpty || spelling == .joined else { return [] }
    let words = Set(written.flatMap(spelling.names))
    var removed: Set<ArraySlice<UInt8>> = []
    for name in parts.filter(\.hasShortLines).flatMap({ spelling.names(in: base[$0.base]) })
    where words.contains(name) && name.isTelling && !removed.contains(name) {
      let isSuspect =
        spelling == .joined
        ? name.contains { ".:/".utf8.contains($0) } : suspects.contains(ContentHash.of(name))
      if isSuspect, isCode || NameForm(name.indices, in: base).isDefinition { removed.insert(name) }
    }
    guard !removed.isEmpty else { return [] }
    let left = Set(spelling.names(in: side[...]).filter(removed.contains))
    let lost = removed.subtracting(left).sorted { $0.startIndex < $1.startIndex }
    return lost.count > mostNames ? [] : lost.map { LostName(name: $0, spelling: spelling) }
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base and the result, for each of a few names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !names.isEmpty else { return [] }
    let code = family.map { (CodeText(base, $0), CodeText(result, $0)) }
    var faults: [StructureFault] = []
    for lost in names {
      let uses = uses(of: lost.name, lost.spelling, in: result, code)
      guard !uses.isEmpty, !faults.contains(where: { $0.places == uses }) else { continue }
      faults.append(.deleted(lost.name.excerpt, usedAt: uses))
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  private func uses(
    of name: ArraySlice<UInt8>, _ spelling: NameSpelling, in result: [UInt8],
    _ code: (base: CodeText, result: CodeText)?
  ) -> [Range<Int>] {
    let known = spelling.places(of: name, in: base)
    let uses = spelling.places(of: name, in: result)
    if let code {
      let name = NameSubstitution(old: name, new: [], spelling: spelling)
      return CodeUses(name, base: code.base, result: code.result).undeclared(uses, of: known)
    }
    let defined = known.map { NameForm($0, in: base) }.filter(\.isDefinition)
    let forms = uses.map { NameForm($0, in: result) }
    guard !defined.isEmpty, !forms.contains(where: \.isDefinition) else { return [] }
    return forms.filter { $0.isMarked || isLikeUse($0, of: defined[0], spelling) }.map(\.place)
  }

  /// Whether the base has another name both behind the words before a definition and behind those before a use.
  private func isLikeUse(
    _ use: NameForm, of definition: NameForm, _ spelling: NameSpelling
  ) -> Bool {
    guard use.hasTellingLead, definition.hasTellingLead, use.lead != definition.lead else {
      return false
    }
    let used = names(behind: use.lead, spelling)
    return !used.isEmpty && !used.isDisjoint(with: names(behind: definition.lead, spelling))
  }

  /// The names of the base behind a word and signs.
  private func names(
    behind lead: ArraySlice<UInt8>, _ spelling: NameSpelling
  ) -> Set<ArraySlice<UInt8>> {
    var (found, rest): (Set<ArraySlice<UInt8>>, ArraySlice<UInt8>) = ([], base[...])
    while let range = rest.firstRange(of: lead) {
      rest = rest[range.upperBound...]
      if let name = spelling.names(in: rest.prefix(100)).first, name.startIndex == rest.startIndex {
        found.insert(name)
      }
    }
    return found
  }
}

extension NameForm {
  /// Whether a word stands before the name, and more than a blank between them.
  fileprivate var hasTellingLead: Bool {
    lead.contains(where: \.isPartOfName) && lead.contains { !$0.isPartOfName && !$0.isBlankOrTab }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it can be a name that nothing else has: a word of two letters or more.
  fileprivate var isTelling: Bool {
    count > 1 && first.map { !$0.isDecimalDigit } ?? false && contains(where: \.isASCIILetter)
  }
}
