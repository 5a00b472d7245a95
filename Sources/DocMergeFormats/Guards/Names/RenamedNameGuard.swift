import DocMergeCore
import DocMergeLanguage

/// Finds a field, a parameter or a variable of program code that one side renamed, while the other side put in another
/// use of the old name.
///
///     base     struct User {      ours   struct User {          theirs   struct User {        fault   struct User {
///                 name: String              full_name: String               name: String                 full_name: String
///              }                         }                               }                             }
///                                                                        print(user.name)              print(user.name)
///
/// A name counts as renamed if most lines of the base that use it are lines of the side with one other name in its
/// place, which the base does not have. `DeletedNameGuard` needs no such lines, but only finds names of functions,
/// types, values and imports.
struct RenamedNameGuard {
  private let trees: Triple<SyntaxTree>
  private let words: ContestedWords
  private let family: LanguageFamily?
  /// No renamed name is shorter.
  private static let shortestName = 1
  /// The most names that are examined.
  private static let mostNames = 20

  /// Prepares for texts of a language; there are no faults without one.
  init(_ trees: Triple<SyntaxTree>, _ words: ContestedWords, _ family: LanguageFamily?) {
    (self.trees, self.words, self.family) = (trees, words, family)
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each of a few names.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    guard let family, !family.features.contains(.styles) else { return [] }
    let texts = trees.map(\.text)
    let found =
      faults(
        in: tree, family, renamedBy: texts.ours, words.deletedByOurs, beside: texts.theirs)
      + faults(
        in: tree, family, renamedBy: texts.theirs, words.deletedByTheirs, beside: texts.ours)
    return found.sorted { $0.stands(before: $1) }
  }

  private func faults(
    in tree: SyntaxTree, _ family: LanguageFamily, renamedBy side: [UInt8],
    _ suspects: Set<UInt64>, beside other: [UInt8]
  ) -> [StructureFault] {
    let base = trees.base.text
    guard !suspects.isEmpty else { return [] }
    let known = CodeNames(base, family).occurrences { word in
      word.count >= Self.shortestName && suspects.contains(ContentHash.of(word))
        && !CodeNames.words.contains(String(decoding: word, as: UTF8.self))
    }
    guard !known.isEmpty, known.count <= Self.mostNames else { return [] }
    let counts = [side, other].map { text in
      CodeNames(text, family).occurrences { known[$0] != nil }.mapValues(\.count)
    }
    let deleted = known.filter { name, occurrences in
      counts[0][name] == nil && counts[1][name, default: 0] > occurrences.count
    }
    guard !deleted.isEmpty else { return [] }
    let lines = RenamedLines(side, joinedByHyphens: false)
    let found = CodeNames(tree.text, family).occurrences { deleted[$0] != nil }
    return found.compactMap { name, uses in
      let old = deleted[name] ?? []
      let renamed = RenamedName(name, old, in: trees.base)
      guard !uses.contains(where: { renamed.isRedefined(by: $0, in: tree) }),
        let new = lines.newName(for: name, at: old.map(\.place), in: base),
        base.places(ofName: new).isEmpty
      else { return nil }
      let isNamedAnew = uses.contains { RenamedName.mayBeDefined(by: $0, in: tree) }
      var meant =
        renamed.isDefined && !isNamedAnew ? uses.filter { renamed.isMeant(by: $0, in: tree) } : []
      // In a shell, a command such as `read` may give a name a value.
      if meant.isEmpty, !family.features.contains(.shellWords) {
        meant = Self.usesOfKnownForm(name, old, uses)
      }
      let places = meant.map(\.place)
      return places.isEmpty ? nil : .renamed(name.excerpt, to: new.excerpt, usedAt: places)
    }
  }
}

extension RenamedNameGuard {
  /// The shortest name that shows by itself that a use means it, whatever defines it.
  private static let shortestPlainName = 3

  /// The uses that have the form of those in the base, of a name that the base uses twice or more.
  ///
  /// No declaration need be known: the new name stands in the place of the old one on most lines with it.
  private static func usesOfKnownForm(
    _ name: ArraySlice<UInt8>, _ old: [CodeNames.Occurrence], _ uses: [CodeNames.Occurrence]
  ) -> [CodeNames.Occurrence] {
    guard old.count > 1, name.count >= shortestPlainName,
      !CodeNames.isCommon(String(decoding: name, as: UTF8.self)),
      uses.allSatisfy({ $0.role == .use })
    else { return [] }
    return uses.filter { use in old.contains { $0.isMember == use.isMember } }
  }
}

/// A name of the base that a side renamed.
private struct RenamedName {
  /// The containers in which it is defined as something else than a field.
  private let scopes: [[UInt64]]
  /// Whether it names a field of a type or of an object.
  private let isField: Bool
  /// Whether a type declares the field, and not only a method gives it a value.
  private let isDeclaredField: Bool
  /// The functions that have it as a parameter.
  private let functions: Set<ArraySlice<UInt8>>
  /// The types and objects that have it as a field.
  private let owners: Set<ArraySlice<UInt8>>
  /// The objects of which the base uses it as a member.
  private let receivers: Set<ArraySlice<UInt8>>

  init(
    _ name: ArraySlice<UInt8>, _ occurrences: [CodeNames.Occurrence], in base: SyntaxTree
  ) {
    let statements = occurrences.map { NamedStatement(base.text[$0.place], in: base.text) }
    isField = zip(occurrences, statements).contains { occurrence, statement in
      statement.isField || occurrence.role == .definition && statement.isOwnMember
    }
    isDeclaredField = statements.contains(where: \.isField)
    let definitions = zip(occurrences, statements).filter { occurrence, statement in
      !occurrence.isMember && (occurrence.role != .use || statement.isField)
    }
    // All methods of an object know its fields.
    scopes = definitions.map { occurrence, statement in
      let scope = base.scope(of: occurrence.place)
      return statement.isOwnMember ? scope.dropLast() : scope
    }
    functions = Set(definitions.compactMap { $0.1.caller })
    owners = statements.filter(\.isField).reduce(into: []) { $0.formUnion($1.owners) }
    receivers = Set(statements.compactMap(\.receiver))
  }

  /// Whether a place of a result gives it a meaning of its own; a value for a declared field does not.
  func isRedefined(by use: CodeNames.Occurrence, in tree: SyntaxTree) -> Bool {
    guard use.role == .definition else { return false }
    return !isDeclaredField || !NamedStatement(tree.text[use.place], in: tree.text).isOwnMember
  }

  /// Whether a place may give a name a meaning, such as a pattern or a parameter.
  static func mayBeDefined(by use: CodeNames.Occurrence, in tree: SyntaxTree) -> Bool {
    guard use.role == .doubtful else { return false }
    let statement = NamedStatement(tree.text[use.place], in: tree.text)
    return !statement.isLabel && !statement.isOwnMember
  }

  /// Whether an object is one with the field: the base uses it so, or a line names it with the type.
  private func isOwner(_ name: ArraySlice<UInt8>, in text: [UInt8]) -> Bool {
    if receivers.contains(name) || owners.contains(name) { return true }
    return text.places(ofName: name).contains { place in
      let line = NamedStatement(text[place], in: text).line
      return line.split { !$0.isPartOfName }.contains(where: owners.contains)
    }
  }

  /// Whether the base defines it.
  var isDefined: Bool { isField || !scopes.isEmpty }

  func isMeant(by use: CodeNames.Occurrence, in tree: SyntaxTree) -> Bool {
    let statement = NamedStatement(tree.text[use.place], in: tree.text)
    if use.isMember {
      return isField && statement.receiver.map { isOwner($0, in: tree.text) } ?? false
    }
    if statement.isLabel {
      return statement.caller.map { functions.contains($0) || owners.contains($0) } ?? false
    }
    guard use.role == .use || statement.isOwnMember else { return false }
    let scope = tree.scope(of: use.place)
    return scopes.contains { scope.starts(with: $0) }
  }
}

extension [UInt8] {
  /// The places of a name, which no other name contains.
  fileprivate func places(ofName name: ArraySlice<UInt8>) -> [Range<Int>] {
    self[...].split { !$0.isPartOfName }.filter { $0 == name }.map(\.indices)
  }
}
