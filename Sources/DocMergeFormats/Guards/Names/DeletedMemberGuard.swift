import DocMergeCore
import DocMergeLanguage

/// Finds uses of a field, a constant or a case of an enumeration that one side deleted or renamed, while the other side
/// put the use in: `Mode.fast` without a case `fast`, `boat.mast` without a field `mast`.
///
/// A use counts where the code shows the type: its name before the member, `self`, or a variable that is declared with
/// it. In styles mixins count, in GraphQL fragments.
struct DeletedMemberGuard: Sendable {
  private let family: LanguageFamily
  /// The names of deleted members, with the types that had them.
  private let owners: [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>]

  /// Prepares for the base, ours and theirs in a language; `nil` where no side put in a member that the other deleted.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of all texts where one put in a word
  ///   that the other one deleted.
  init?(_ changes: InputChanges, _ family: LanguageFamily) {
    let suspects = changes.contestedWords.all
    guard !suspects.isEmpty else { return nil }
    self.family = family
    let texts = changes.texts
    let declared = CodeNames(texts.base, family).occurrences { word in
      suspects.contains(ContentHash.of(word))
        && !CodeNames.isCommon(String(decoding: word, as: UTF8.self))
    }.mapValues { found in
      found.compactMap { Self.declaration(of: texts.base[$0.place], in: texts.base, family) }
    }.filter { !$0.value.isEmpty }
    guard !declared.isEmpty else { return nil }
    let counts = texts.map { text in
      CodeNames(text, family, readsQuotedMembers: true).occurrences { declared[$0] != nil }
        .mapValues(\.count)
    }
    owners = declared.filter { name, _ in
      let count = counts.map { $0[name] ?? 0 }
      return count.ours == 0 && count.theirs > count.base
        || count.theirs == 0 && count.ours > count.base
    }.mapValues { $0.reduce(into: []) { $0.formUnion($1) } }
    guard !owners.isEmpty else { return nil }
  }

  /// The uses of such members.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let found = CodeNames(result, family, readsQuotedMembers: true).occurrences {
      owners[$0] != nil
    }
    guard !found.isEmpty else { return [] }
    let variables = variables(in: result)
    return found.compactMap { name, found in
      let uses = found.filter { isUse($0, of: owners[name] ?? [], variables, in: result) }
      guard !uses.isEmpty, uses.count == found.count else { return nil }
      return .deleted(name.excerpt, usedAt: uses.map(\.place))
    }.sorted { $0.stands(before: $1) }
  }

  /// The types that a declaration gives a member to, none for a mixin or a fragment; `nil` for no declaration.
  private static func declaration(
    of word: ArraySlice<UInt8>, in text: [UInt8], _ family: LanguageFamily
  ) -> Set<ArraySlice<UInt8>>? {
    let statement = NamedStatement(word, in: text)
    if let last = statement.words.last, ["mixin", "fragment"].contains(last) { return [] }
    if family.features.contains(.styles) { return nil }
    let isConstant = statement.words.last == "const" && statement.opener != nil
    return isConstant || statement.isField ? statement.owners : nil
  }

  /// The names beside those of the types: `boat: Boat`, `Boat boat`, `boat *Boat`, `boat = Boat(`.
  private typealias Variables = [ArraySlice<UInt8>: Set<ArraySlice<UInt8>>]

  private func variables(in text: [UInt8]) -> Variables {
    let types = owners.values.reduce(into: Set<ArraySlice<UInt8>>()) { $0.formUnion($1) }
    let words = text[...].split { !$0.isPartOfName }
    return zip(words, words.dropFirst()).reduce(into: [:]) { found, pair in
      let (one, other) = pair
      guard types.contains(one) || types.contains(other) else { return }
      let gap = text[one.endIndex..<other.startIndex]
      guard gap.count < 5, gap.allSatisfy({ " :*&=".utf8.contains($0) }) else { return }
      if types.contains(other) { found[other, default: []].insert(one) }
      if types.contains(one) { found[one, default: []].insert(other) }
    }
  }

  private func isUse(
    _ occurrence: CodeNames.Occurrence, of owners: Set<ArraySlice<UInt8>>, _ variables: Variables,
    in text: [UInt8]
  ) -> Bool {
    let statement = NamedStatement(text[occurrence.place], in: text)
    if family.features.contains(.styles) { return statement.words.last == "include" }
    if statement.before.suffix(3).elementsEqual("...".utf8) { return owners.isEmpty }
    // Methods have names of their own.
    guard !owners.isEmpty, !occurrence.isCalled, let receiver = statement.receiver else {
      return false
    }
    func isDeclared(_ name: ArraySlice<UInt8>) -> Bool {
      owners.contains { variables[$0]?.contains(name) ?? false }
    }
    // `.name` alone is a case of the type of the variable that gets it.
    if receiver.isEmpty {
      let variable = statement.before.split { !$0.isPartOfName }.last
      return statement.before.last == UInt8(ascii: ".") && variable.map(isDeclared) ?? false
    }
    return owners.contains(receiver) || Self.own.contains(String(decoding: receiver, as: UTF8.self))
      || isDeclared(receiver)
  }

  private static let own: WordList = "self this cls Self static"
}
