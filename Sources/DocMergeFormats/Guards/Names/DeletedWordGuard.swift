import DocMergeCore
import DocMergeLanguage

/// Finds a name of data or prose whose definition one side deleted or renamed, while the other side put in another use.
///
///     base   upstream api {…}     ours   upstream web {…}     theirs  upstream api {…}             fault   upstream web {…}
///            listen 80;                  listen 80;                   listen 80;                           listen 80;
///                                                                     proxy_pass http://api;               proxy_pass http://api;
///
/// The words before the definition and before the use must differ: lines such as `host: api` and `host: web` give one
/// setting two values, and use no name.
struct DeletedWordGuard {
  private let changes: InputChanges
  private var texts: Triple<[UInt8]> { changes.texts }
  private let kind: WordInLine.Kind

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges, _ kind: WordInLine.Kind) {
    (self.changes, self.kind) = (changes, kind)
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let wanted = changes.contestedWords.names(in: texts.base)
    guard !wanted.isEmpty else { return [] }
    let places = texts.map { $0.places(of: wanted) }
    return result.places(of: wanted).compactMap { name, found in
      let known = places.map { $0[name] ?? [] }
      return fault(of: name, known, found, in: result)
        // In a path or in quotes, a word is another thing than the name alone: `docs = ./docs`.
        ?? fault(
          of: name,
          Triple(
            base: Self.bare(known.base, in: texts.base),
            ours: Self.bare(known.ours, in: texts.ours),
            theirs: Self.bare(known.theirs, in: texts.theirs)),
          Self.bare(found, in: result), in: result)
    }.sorted { $0.stands(before: $1) }
  }

  /// The uses of a name at some places of the result, if a side has deleted it at those of the inputs.
  private func fault(
    of name: ArraySlice<UInt8>, _ known: Triple<[Range<Int>]>, _ found: [Range<Int>],
    in result: [UInt8]
  ) -> StructureFault? {
    let count = known.map(\.count)
    guard
      count.ours == 0 && count.theirs > count.base || count.theirs == 0 && count.ours > count.base
    else { return nil }
    let definitions = known.base.map { WordInLine($0, in: texts.base, kind) }
      .filter(\.isDefinition)
    let words = found.map { WordInLine($0, in: result, kind) }
    guard !definitions.isEmpty,
      !words.contains(where: { word in definitions.contains { word.defines(as: $0) } })
    else { return nil }
    let uses = words.filter { use in use.isUse && definitions.allSatisfy { use.canMean($0) } }
    return uses.isEmpty ? nil : .deleted(name.excerpt, usedAt: uses.map(\.place))
  }

  /// The places at which no path and no text in quotes is.
  private static func bare(_ places: [Range<Int>], in text: [UInt8]) -> [Range<Int>] {
    places.filter { place in
      place.lowerBound == 0 || !"/.\"'`".utf8.contains(text[place.lowerBound - 1])
    }
  }
}
