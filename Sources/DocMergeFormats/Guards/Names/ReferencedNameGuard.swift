import DocMergeCore
import DocMergeLanguage

/// Finds a name that one side deleted or renamed, while the other side put in a reference to it.
///
///     ours  <version.guava>32</…>, no <guava.version>      theirs  <version>${guava.version}</version>
///
/// Only what can be nothing else and has no default is a reference: `${name}`, `${{ env.name }}`, `var(--name)`,
/// `var.name`, `"#/path/name"`, `"#name"`, `url(#name)`, `for="name"`, `version.ref = "name"`, `npm run name`. A name that only
/// references have is defined elsewhere.
struct ReferencedNameGuard {
  private let changes: InputChanges
  private var texts: Triple<[UInt8]> { changes.texts }
  /// Whether the texts are program code, where `${name}` is the value of a variable.
  private let isCode: Bool

  init(_ changes: InputChanges, isCode: Bool) {
    (self.changes, self.isCode) = (changes, isCode)
  }

  /// The references that lead nowhere.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; of those that the sides changed where these have no
  ///   references.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard changes.areChanged(where: { !References(Array($0), isCode: isCode).places.isEmpty })
    else { return [] }
    let references = References(result, isCode: isCode)
    guard !references.places.isEmpty else { return [] }
    let inputs = texts.map { References($0, isCode: isCode) }
    let suspects = references.places.keys.filter { name in
      let count = inputs.map { $0.places[name]?.count ?? 0 }
      return count.theirs > count.base && count.ours == 0
        || count.ours > count.base && count.theirs == 0
    }
    guard !suspects.isEmpty else { return [] }
    let names = Set(suspects)
    let defined = inputs.map { $0.defined(among: names) }
    let left = references.defined(among: names)
    return suspects.compactMap { name -> StructureFault? in
      let isDeleted =
        inputs.ours.places[name] == nil && !defined.ours.contains(name)
        || inputs.theirs.places[name] == nil && !defined.theirs.contains(name)
      guard isDeleted, defined.base.contains(name), !left.contains(name) else { return nil }
      return .deleted(name.excerpt, usedAt: references.places[name] ?? [])
    }.sorted { $0.stands(before: $1) }
  }
}

/// The references of a text, by the names they lead to.
private struct References {
  private let text: [UInt8]
  private let isCode: Bool
  private(set) var places: [ArraySlice<UInt8>: [Range<Int>]] = [:]

  init(_ text: [UInt8], isCode: Bool) {
    (self.text, self.isCode) = (text, isCode)
    var offset = 0
    while let start = text[offset...].firstIndex(where: { "$#vrf".utf8.contains($0) }) {
      offset = start + 1
      guard let name = name(at: start), !name.isEmpty else { continue }
      places[name, default: []].append(name.indices)
      offset = name.endIndex
    }
  }

  /// Those of some names that get a value outside of references: `name:`, `"name": `, `name =`, `<name>`.
  ///
  /// An entry that refers to its own name, such as `junit = { version.ref = "junit" }`, is something else.
  func defined(among names: Set<ArraySlice<UInt8>>) -> Set<ArraySlice<UInt8>> {
    let starts = Set(names.flatMap { places[$0] ?? [] }.map(\.lowerBound))
    var found: Set<ArraySlice<UInt8>> = []
    for word in text.split(whereSeparator: { !$0.isPartOfReference }) where names.contains(word) {
      if text[..<word.startIndex].suffix(5).opensId { found.insert(word) }
      let rest = text[word.endIndex...].prefix(8).drop { $0 == 0x22 || $0 == 0x27 }
      // In `<input name="q">` the sign belongs to the tag.
      let marks = rest.startIndex > word.endIndex ? ":={" : ":=>{"
      guard let mark = rest.drop(while: \.isBlankOrTab).first, marks.utf8.contains(mark),
        !starts.contains(word.startIndex), !refersToItself(word)
      else { continue }
      found.insert(word)
    }
    return found
  }

  /// Whether a word is the key of an entry on one line that refers to the same word: `junit = {ref = "junit"}`.
  private func refersToItself(_ word: ArraySlice<UInt8>) -> Bool {
    let rest = text[word.endIndex...].prefix { $0 != 0x0A }
    return places[word]?.contains { place in
      rest.indices.contains(place.lowerBound)
        && rest[..<place.lowerBound].contains(UInt8(ascii: "{"))
    } ?? false
  }

  private func name(at start: Int) -> ArraySlice<UInt8>? {
    let isWordStart = start == 0 || !text[start - 1].isPartOfReference
    switch text[start] {
    case UInt8(ascii: "$"): return isCode ? nil : expanded(at: start + 1)
    case UInt8(ascii: "#"): return pointed(at: start)
    case UInt8(ascii: "v") where isWordStart:
      return name(after: "var(", at: start, before: ")") ?? name(after: "var.", at: start)
        ?? name(after: "version.ref = \"", at: start)
    case UInt8(ascii: "f") where isWordStart && !isCode:
      return name(after: "for=\"", at: start, before: "\"")
    case UInt8(ascii: "r") where isWordStart:
      let before = text[..<start].suffix(5)
      let isTool = before.suffix(4).elementsEqual("npm ".utf8) || before.elementsEqual("yarn ".utf8)
      return isTool ? name(after: "run ", at: start) : nil
    default: return nil
    }
  }

  private func name(
    after mark: StaticString, at start: Int, before end: Unicode.Scalar? = nil
  ) -> ArraySlice<UInt8>? {
    guard ByteCursor(text, at: start).isAt(mark) else { return nil }
    let name = text[(start + mark.utf8CodeUnitCount)...].prefix {
      $0.isPartOfReference && $0 != UInt8(ascii: ".")
    }
    guard let end else { return name }
    let next = text[name.endIndex...].first { !$0.isBlankOrTab }
    return next == UInt8(ascii: end) ? name : nil
  }

  /// The name in `${name}`, `$(name)` or `${{ env.name }}`; `nil` for a name with a default, such as `${name:-x}`.
  private func expanded(at start: Int) -> ArraySlice<UInt8>? {
    guard start < text.count, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "(")
    else { return nil }
    let isExpression = ByteCursor(text, at: start).isAt("{{")
    let inside = text[(start + (isExpression ? 2 : 1))...].drop(while: \.isBlankOrTab)
    let name = inside.prefix(while: \.isPartOfReference)
    let next = text[name.endIndex...].drop(while: \.isBlankOrTab).first
    guard let next, "})".utf8.contains(next),
      !Self.predefined.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    guard isExpression else { return name }
    let parts = name.split(separator: UInt8(ascii: "."))
    let isKnown = ["env", "inputs", "vars"].contains { parts.first?.elementsEqual($0.utf8) == true }
    return parts.count == 2 && isKnown ? parts[1] : nil
  }

  /// Names that a shell or a tool defines.
  private static let predefined: WordList =
    "HOME PATH USER PWD SHELL TERM LANG HOSTNAME TMPDIR CC CXX LD AR CFLAGS CXXFLAGS LDFLAGS MAKE basedir"

  /// The last name of a pointer within the document, `"#/components/schemas/Item"`, or an id: `"#name"`, `url(#name)`.
  private func pointed(at start: Int) -> ArraySlice<UInt8>? {
    guard start > 0, "\"'(".utf8.contains(text[start - 1]) else { return nil }
    guard ByteCursor(text, at: start).isAt("#/") else {
      let name = text[(start + 1)...].prefix(while: \.isPartOfReference)
      let end = text[start - 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : text[start - 1]
      return text[name.endIndex...].first == end ? name : nil
    }
    guard text[start - 1] != UInt8(ascii: "(") else { return nil }
    let path = text[start...].prefix { $0 != text[start - 1] && $0 != 0x0A }
    return path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it ends with the start of an attribute that is an id: `id="`.
  fileprivate var opensId: Bool {
    let attribute = dropLast()
    return last.map { $0 == 0x22 || $0 == 0x27 } ?? false
      && attribute.suffix(3).elementsEqual("id=".utf8)
      && attribute.dropLast(3).last.map { !$0.isPartOfName || $0 == UInt8(ascii: ":") } ?? true
  }
}

extension UInt8 {
  /// Whether it can be part of a name that is referred to: `guava.version`, `--fg`.
  fileprivate var isPartOfReference: Bool {
    isPartOfName || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
