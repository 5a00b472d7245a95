import DocMergeCore
import DocMergeLanguage

/// Finds a name that one side replaced by a new one on the lines that define and use it, while the other side put in
/// another use of the old name.
///
///     base   acl is_api …      ours   acl api_path …     theirs  acl is_api …       fault   acl api_path …
///            use api if is_api        use api if api_path        use api if is_api          use api if api_path
///                                                                deny if is_api             deny if is_api
///
/// In program code the side has the old name nowhere any more, or only in blocks that are not around the new use. In
/// data and prose a line defines the name by its form, and the new use has the form of one that the side replaced.
struct ReplacedNameGuard: Sendable {
  private let texts: Triple<[UInt8]>
  private let family: LanguageFamily?
  private let spellings: [NameSpelling]
  private var sides: [Side]
  /// The most names that are examined, and the fewest lines on which a name is replaced.
  private static let (mostNames, fewestPlaces) = (20, 2)

  /// Compares the base, ours and theirs, in a language if they are program code.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of the base where one side replaced
  ///   a name that the other put in.
  init(_ changes: InputChanges, _ language: LanguageFamily?, _ spelling: NameSpelling) {
    texts = changes.texts
    family = language
    spellings = language == nil ? [.hyphens, .joined] : [spelling]
    let (replaced, parts, added) = (changes.replacedLines, changes.parts, changes.addedLines)
    sides = [
      Side(text: texts.ours, replaced: replaced.ours, parts: parts.ours, written: added.sides[1]),
      Side(
        text: texts.theirs, replaced: replaced.theirs, parts: parts.theirs, written: added.sides[0]),
    ]
    for index in sides.indices { sides[index].names = substitutions(by: sides[index]) }
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each of a few names that one side replaced and
  ///   the other put in.
  func faults(in result: [UInt8]) -> [StructureFault] {
    sides.flatMap { side -> [StructureFault] in
      let names = side.names
      guard !names.isEmpty else { return [] }
      let known = Set(side.text.split(separator: 0x0A))
      let code = family.map {
        Triple(base: texts.base, ours: side.text, theirs: result).read(in: $0)
      }
      var faults: [StructureFault] = []
      for (name, places) in names.sorted(by: { $0.value[0].lowerBound < $1.value[0].lowerBound }) {
        let uses = uses(of: name, replacedAt: places, by: side, known, in: result, code)
        guard !uses.isEmpty, !faults.contains(where: { $0.places == uses }) else { continue }
        faults.append(.renamed(name.old.excerpt, to: name.new.excerpt, usedAt: uses))
      }
      return faults
    }.sorted { $0.stands(before: $1) }
  }

  /// A side that may have replaced names.
  private struct Side: Sendable {
    let text: [UInt8]
    let replaced: [ReplacedLine]
    let parts: [InputChanges.ChangedPart]
    /// The lines that the other side put in.
    let written: [ArraySlice<UInt8>]
    /// The names that the side replaced by new ones and the other side wrote, with the places of the old ones.
    var names: [NameSubstitution: [Range<Int>]] = [:]
  }

  /// The names that a side replaced by new ones and the other side wrote, with the places of the old ones in the base.
  private func substitutions(by side: Side) -> [NameSubstitution: [Range<Int>]] {
    guard !side.written.isEmpty else { return [:] }
    var found: [NameSubstitution: [Range<Int>]] = [:]
    for spelling in spellings {
      let written = Set(side.written.flatMap(spelling.names))
      for line in side.replaced {
        for (name, place) in NameSubstitution.all(
          from: texts.base[line.base], to: line.line, spelling)
        where written.contains(name.old) && name.isOfNames(inCode: family != nil) {
          found[name, default: []].append(place)
        }
      }
    }
    guard !found.isEmpty else { return [:] }
    // In program code another block may have the new name, too.
    for spelling in spellings where family == nil {
      found = found.filter { $0.key.spelling != spelling || !isKnown($0.key) }
    }
    guard found.count <= Self.mostNames else { return [:] }
    return found.reduce(into: [:]) {
      $0[$1.key] = weakPlaces(of: $1.key, beside: $1.value, by: side)
    }
  }

  /// Whether the base has the new name.
  private func isKnown(_ name: NameSubstitution) -> Bool {
    !name.spelling.places(of: name.new, in: texts.base).isEmpty
  }

  /// The places of a replaced name, with those that a side wrote anew with the new one behind the same words.
  private func weakPlaces(
    of name: NameSubstitution, beside places: [Range<Int>], by side: Side
  ) -> [Range<Int>] {
    let known = Set(places)
    let others = side.parts.flatMap { part -> [Range<Int>] in
      let leads = name.spelling.names(in: side.text[part.side]).filter { $0 == name.new }
        .map { NameForm($0.indices, in: side.text).lead }
      guard !leads.isEmpty else { return [] }
      return name.spelling.names(in: texts.base[part.base]).filter { $0 == name.old }
        .map(\.indices).filter { place in
          !known.contains(place) && leads.contains(NameForm(place, in: texts.base).lead)
        }
    }
    return (places + others).sorted { $0.lowerBound < $1.lowerBound }
  }

  private func uses(
    of name: NameSubstitution, replacedAt places: [Range<Int>], by side: Side,
    _ known: Set<ArraySlice<UInt8>>, in result: [UInt8], _ code: Triple<CodeText>?
  ) -> [Range<Int>] {
    guard places.count >= Self.fewestPlaces else { return [] }
    let left = name.spelling.places(of: name.old, in: side.text)
    let uses = name.spelling.places(of: name.old, in: result)
      .filter { !known.contains(result[result.line(around: $0.lowerBound)]) }
    guard !uses.isEmpty else { return [] }
    if let code {
      return CodeUses(name, base: code.base, result: code.theirs)
        .lost(
          uses, replaced: places, left: left, in: code.ours, mustBeDeclared: isKnown(name))
    }
    let forms = uses.map { NameForm($0, in: result) }
    let old = places.map { NameForm($0, in: texts.base) }
    guard old.contains(where: \.isDefinition), !forms.contains(where: \.isDefinition) else {
      return []
    }
    let rest = left.map { NameForm($0, in: side.text) }
    return forms.filter { form in
      old.contains { (!$0.isDefinition || form.isArgument) && form.refers(as: $0) }
        && !rest.contains { form.refers(as: $0) }
    }.map(\.place)
  }
}

extension Triple<[UInt8]> {
  fileprivate func read(in family: LanguageFamily) -> Triple<CodeText> {
    map { CodeText($0, family) }
  }
}

extension NameSubstitution {
  /// Whether both are names, and neither is a number or a word such as `true`.
  fileprivate func isOfNames(inCode: Bool) -> Bool {
    (inCode || old.count > 1)
      && [old, new].allSatisfy { name in
        let isName = name.first.map { !$0.isDecimalDigit } ?? false
        return isName && name.contains(where: \.isASCIILetter)
          && !Self.constants.contains(String(decoding: name, as: UTF8.self).lowercased())
      }
  }

  private static let constants: WordList = "true false yes no on off null nil none"
}

extension LanguageFamily {
  /// The language, if its texts consist of statements; `nil` for styles, texts and data.
  var ofStatements: LanguageFamily? {
    features.isDisjoint(with: [.styles, .tex, .prose, .markup, .data]) ? self : nil
  }
}
