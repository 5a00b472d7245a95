import DocMergeCore
import DocMergeLanguage

/// Finds names in a result that one side deleted or renamed while the other side put in another use of them.
///
///     base     fn load() {…}     ours   fn read() {…}     theirs   fn load() {…}     fault   fn read() {…}
///              load();                  read();                    load(); load();           read(); load();
///
/// Names of containers count, such as functions, types and tables of TOML, and in program code those of values and
/// imports, and only those that the side no longer has anywhere.
struct DeletedNameGuard {
  private let texts: Triple<[UInt8]>
  private let base: SyntaxTree
  private let code: LanguageFamily?

  /// Prepares for texts, in a language if they are program code.
  init(_ trees: Triple<SyntaxTree>, code: LanguageFamily? = nil) {
    texts = trees.map(\.text)
    base = trees.base
    self.code = code
  }

  /// Whether a side deleted a word that the other side put in.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes between the first and the last change of each side.
  static func isPossible(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Bool {
    !suspects(base: base, ours: ours, theirs: theirs).isEmpty
  }

  /// The hashes of the words that a side deleted from what it changed, and that the other side put in.
  private static func suspects(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Set<UInt64> {
    let (one, other) = (ChangedWords(from: base, to: ours), ChangedWords(from: base, to: theirs))
    return one.deleted.intersection(other.added).union(other.deleted.intersection(one.added))
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let suspects = Self.suspects(base: texts.base, ours: texts.ours, theirs: texts.theirs)
    if suspects.isEmpty { return [] }
    return (containerFaults(suspects, in: result) + valueFaults(suspects, in: result))
      .sorted { $0.stands(before: $1) }
  }

  private func containerFaults(_ suspects: Set<UInt64>, in result: [UInt8]) -> [StructureFault] {
    var names: Set<[UInt8]> = []
    collect(base.root, into: &names)
    let wanted = Set(names.lazy.map { $0[...] }.filter { suspects.contains(ContentHash.of($0)) })
    if wanted.isEmpty { return [] }
    let uses = result.places(of: wanted)
    let counts = texts.map { $0.places(of: wanted).mapValues(\.count) }
    return uses.compactMap { name, places in
      Self.isDeletedAndUsed(counts.map { $0[name] ?? 0 }) ? Self.fault(name, places) : nil
    }
  }

  /// The uses of values and imports.
  private func valueFaults(_ suspects: Set<UInt64>, in result: [UInt8]) -> [StructureFault] {
    guard let code else { return [] }
    let base = CodeNames(texts.base, code).occurrences { suspects.contains(ContentHash.of($0)) }
    let defined = Set(base.filter { $0.value.contains(where: \.isDefinition) }.keys)
    if defined.isEmpty { return [] }
    let counts = texts.map {
      CodeNames($0, code).occurrences(of: defined.contains).mapValues(\.count)
    }
    return CodeNames(result, code).occurrences(of: defined.contains).compactMap { name, uses in
      guard Self.isDeletedAndUsed(counts.map { $0[name] ?? 0 }),
        !uses.contains(where: \.isDefinition)
      else { return nil }
      return Self.fault(name, uses.map(\.place))
    }
  }

  /// Whether a side has a name nowhere any more that the other one has more often than the base.
  private static func isDeletedAndUsed(_ count: Triple<Int>) -> Bool {
    count.ours == 0 && count.theirs > count.base || count.theirs == 0 && count.ours > count.base
  }

  private static func fault(_ name: ArraySlice<UInt8>, _ places: [Range<Int>]) -> StructureFault {
    let text = String(decoding: name.prefix(60), as: UTF8.self)
    return StructureFault(
      places: places, reason: tr("`\(text)` would be used, and one side deleted or renamed it"))
  }

  /// Adds the names of the containers in a node.
  private func collect(_ node: Node, into names: inout Set<[UInt8]>) {
    for child in node.children where child.isContainer {
      if let key = child.key?.range, let name = base.text[key].words.last, name.count > 2 {
        names.insert(Array(name))
      }
      collect(child, into: &names)
    }
  }
}

/// The words that a text has no more, and those that it has more often, between its first and its last change.
private struct ChangedWords {
  private(set) var deleted: Set<UInt64> = []
  private(set) var added: Set<UInt64> = []

  init(from base: [UInt8], to side: [UInt8]) {
    // Whole words are compared: a change may start within one.
    var start = zip(base, side).prefix { $0 == $1 }.count
    while start > 0, base[start - 1].isPartOfWordOrHyphen { start -= 1 }
    let rest = (base[start...], side[start...])
    var end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    while end > 0, base[base.count - end].isPartOfWordOrHyphen { end -= 1 }
    var counts: [UInt64: Int] = [:]
    for word in rest.0.dropLast(end).words {
      counts[ContentHash.of(word), default: 0] -= 1
    }
    let known = Set(counts.keys)
    var kept: Set<UInt64> = []
    for word in rest.1.dropLast(end).words {
      let hash = ContentHash.of(word)
      counts[hash, default: 0] += 1
      kept.insert(hash)
    }
    deleted = known.subtracting(kept)
    added = Set(counts.lazy.filter { $0.value > 0 }.map(\.key))
  }
}

extension UInt8 {
  /// Whether it can be part of a word, or joins its parts: `build-all`.
  fileprivate var isPartOfWordOrHyphen: Bool { isPartOfName || self == UInt8(ascii: "-") }
}

extension ArraySlice<UInt8> {
  /// The words of a text, with the hyphens in them.
  fileprivate var words: [ArraySlice<UInt8>] { split { !$0.isPartOfWordOrHyphen } }
}

extension [UInt8] {
  /// Where each of some words stands.
  fileprivate func places(
    of wanted: Set<ArraySlice<UInt8>>
  ) -> [ArraySlice<UInt8>: [Range<Int>]] {
    var found: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for word in self[...].words where wanted.contains(word) {
      found[word, default: []].append(word.indices)
    }
    return found
  }
}
