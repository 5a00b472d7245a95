import DocMergeCore
import DocMergeLanguage

/// Finds names in a result that one side deleted or renamed while the other side put in another use of them.
///
///     base     fn load() {…}     ours   fn read() {…}     theirs   fn load() {…}     fault   fn read() {…}
///              load();                  read();                    load(); load();           read(); load();
///
/// In program code names of functions, types, values and imports count, in data those of tables and entries, and only
/// those that the side no longer has anywhere. A use counts where the base defines the name around it.
struct DeletedNameGuard {
  private let texts: Triple<[UInt8]>
  private let base: SyntaxTree
  private let words: ContestedWords
  private let code: LanguageFamily?
  /// Whether names are used within quotation marks or braces only.
  private let quotesNames: Bool

  /// Prepares for texts, in a language if they are program code.
  init(
    _ trees: Triple<SyntaxTree>, _ words: ContestedWords, code: LanguageFamily? = nil,
    quotesNames: Bool = false
  ) {
    (self.words, self.quotesNames) = (words, quotesNames)
    texts = trees.map(\.text)
    base = trees.base
    self.code = code
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let suspects = words.all
    if suspects.isEmpty { return [] }
    let faults = code.map { codeFaults(suspects, in: tree, $0) } ?? dataFaults(suspects, in: tree)
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The uses in program code: of names that the base defines around them, and the result nowhere.
  private func codeFaults(
    _ suspects: Set<UInt64>, in tree: SyntaxTree, _ family: LanguageFamily
  ) -> [StructureFault] {
    if family.features.contains(.styles) { return [] }
    let known = CodeNames(base.text, family).occurrences { word in
      suspects.contains(ContentHash.of(word))
        && !CodeNames.isCommon(String(decoding: word, as: UTF8.self))
    }
    let scopes = known.mapValues { occurrences in
      occurrences.filter { $0.role == .definition }.map {
        $0.isImported ? [] : base.scope(of: $0.place)
      }
    }.filter { !$0.value.isEmpty }
    if scopes.isEmpty { return [] }
    let isDefined: (ArraySlice<UInt8>) -> Bool = { scopes[$0] != nil }
    let counts = texts.map {
      CodeNames($0, family).occurrences(of: isDefined).mapValues(\.count)
    }
    return CodeNames(tree.text, family).occurrences(of: isDefined).compactMap { name, uses in
      guard Self.isDeletedAndUsed(counts.map { $0[name] ?? 0 }),
        uses.allSatisfy({ $0.role == .use })
      else { return nil }
      // Other types can have a member of that name: it counts only if the base calls it as a member, or defines it as
      // one of the same object.
      let members = known[name, default: []].filter(\.isMember)
      let isCalled = members.contains { $0.role != .definition && $0.isCalled }
      let owners = Set(members.filter { $0.role == .definition }.map { base.owner(of: $0.place) })
      let places = uses.filter { use in
        if use.isMember {
          return use.isCalled && (isCalled || owners.contains(tree.owner(of: use.place)))
        }
        let scope = tree.scope(of: use.place)
        return scopes[name, default: []].contains { scope.starts(with: $0) }
      }.map(\.place)
      return places.isEmpty ? nil : .deleted(name.excerpt, usedAt: places)
    }
  }

  /// The uses in data: values that are no more than the name of a table or an entry.
  private func dataFaults(_ suspects: Set<UInt64>, in tree: SyntaxTree) -> [StructureFault] {
    var names: Set<[UInt8]> = []
    collect(base, base.root, into: &names)
    let wanted = Set(names.lazy.map { $0[...] }.filter { suspects.contains(ContentHash.of($0)) })
    if wanted.isEmpty { return [] }
    var defined: Set<[UInt8]> = []
    collect(tree, tree.root, into: &defined)
    let counts = texts.map { $0.places(of: wanted).mapValues(\.count) }
    return tree.text.places(of: wanted).compactMap { name, places in
      let values = places.filter { place in
        guard quotesNames else { return true }
        let (before, after) = (
          tree.text[..<place.lowerBound].last, tree.text[place.upperBound...].first
        )
        // A key is no use.
        let next = tree.text[place.upperBound...].dropFirst().first { !$0.isBlankOrTab }
        return before.map { "\"'{".utf8.contains($0) } ?? false
          && after.map { "\"'}".utf8.contains($0) } ?? false && next != UInt8(ascii: ":")
      }
      guard Self.isDeletedAndUsed(counts.map { $0[name] ?? 0 }), !values.isEmpty,
        !defined.contains(Array(name))
      else { return nil }
      return .deleted(name.excerpt, usedAt: values)
    }
  }

  /// Whether a side has a name nowhere any more that the other one has more often than the base.
  private static func isDeletedAndUsed(_ count: Triple<Int>) -> Bool {
    count.ours == 0 && count.theirs > count.base || count.theirs == 0 && count.ours > count.base
  }

  /// Members that name the record they are in.
  private static let idNames: WordList = "id name key uuid uid slug"

  /// Adds the names of the containers in a node, and the ids of records.
  private func collect(_ tree: SyntaxTree, _ node: Node, into names: inout Set<[UInt8]>) {
    for child in node.children where !child.isContainer && node.key == nil {
      guard let key = child.key?.range,
        Self.idNames.contains(String(decoding: tree.text[key], as: UTF8.self))
      else { continue }
      let words = tree.text[key.upperBound..<child.body.upperBound].namesAndHyphens
      if words.count == 1, words[0].count > 2, words[0].contains(where: { !$0.isDecimalDigit }) {
        names.insert(Array(words[0]))
      }
    }
    for child in node.children where child.isContainer {
      if let key = child.key?.range, let name = tree.text[key].namesAndHyphens.last, name.count > 2
      {
        names.insert(Array(name))
      }
      collect(tree, child, into: &names)
    }
  }
}

extension SyntaxTree {
  /// The name before the mark before a member: `M` of `M.load`.
  fileprivate func owner(of member: Range<Int>) -> ArraySlice<UInt8> {
    let before = text[..<member.lowerBound].dropLast()
    return before.suffix(before.reversed().prefix(while: \.isPartOfName).count)
  }

  /// The keys of the containers around a place, the outermost first.
  ///
  /// - Complexity: O(log *n*) for each container around the place, *n* being the number of its children.
  func scope(of place: Range<Int>) -> [UInt64] {
    var keys: [UInt64] = []
    var node = root
    while let child = node.container(at: place.lowerBound) {
      // The name of a declaration is known around it.
      let isName = child.key.map { $0.range.overlaps(place) } ?? false
      if let key = child.key, !key.range.isEmpty, !isName { keys.append(key.hash) }
      node = child
    }
    return keys
  }
}

extension Node {
  /// The child that is a container and whose body has a place in it.
  fileprivate func container(at place: Int) -> Node? {
    let index = children[...].firstIndex(endingBehind: place)
    guard index < children.count, children[index].isContainer,
      children[index].body.contains(place)
    else { return nil }
    return children[index]
  }
}
