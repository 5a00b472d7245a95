import DocMergeCore
import DocMergeLanguage

/// Finds an import that one side removed since nothing needed it, while the other side put in a use of it.
///
///     ours  no import java.util.List;      theirs  List<String> names;
///
/// If the side without the import still uses the name, something else may define it.
struct RemovedImportGuard {
  private let inputs: [[UInt8]]
  private let notation: ImportNotation
  private let family: LanguageFamily
  private let removals = ReadOnce<[Removal]>()

  /// The imports that one side removed and no longer needs, while the other side uses them.
  private struct Removal: Sendable {
    /// The source of each import, by the name that the import defines.
    let sources: [String: String]
    /// The lines that the other side added.
    let added: Set<ArraySlice<UInt8>>
  }

  /// Prepares for the file at a path; `nil` for languages whose imports give no names.
  init?(_ inputs: [[UInt8]], fileAt path: String, _ family: LanguageFamily) {
    // Scripts know some packages without an import.
    let isScript = [".kts", ".gradle", ".groovy"].contains(where: path.lowercased().hasSuffix)
    guard !isScript, let notation = ImportNotation(fileAt: path) else { return nil }
    (self.inputs, self.notation, self.family) = (inputs, notation, family)
  }

  /// The uses of such imports.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the inputs, and of the result where one lacks an import.
  func faults(in result: [UInt8], _ added: () -> AddedLines) -> [StructureFault] {
    let removals = removals.value { readRemovals(added) }
    guard !removals.isEmpty else { return [] }
    let left = ImportedNames(result, notation)
    return removals.flatMap { removal in
      let gone = removal.sources.filter { name, source in
        left.sources[name] == nil && !isKnown(source, among: left)
      }
      return places(of: Set(gone.keys.map { Array($0.utf8)[...] }), in: result, removal.added)
    }.map { name, places in
      let text = String(decoding: name, as: UTF8.self)
      return StructureFault(
        places: places, reason: tr("`\(text)` would be used without its import"))
    }.sorted { $0.stands(before: $1) }
  }

  private func readRemovals(_ added: () -> AddedLines) -> [Removal] {
    let imports = inputs.map { ImportedNames($0, notation) }
    return [(1, 2), (2, 1)].compactMap { removing, adding in
      let removed = imports[0].sources.filter { name, source in
        imports[removing].sources[name] == nil && imports[adding].sources[name] == source
      }
      guard !removed.isEmpty else { return nil }
      let wanted = Set(removed.keys.map { Array($0.utf8)[...] })
      let needed = uses(of: wanted, in: inputs[adding], outside: imports[adding].places)
        .subtracting(CodeNames(inputs[removing], family).occurrences(of: wanted.contains).keys)
      guard !needed.isEmpty else { return nil }
      return Removal(
        sources: removed.filter { needed.contains(Array($0.key.utf8)[...]) },
        added: Set(added().sides[adding - 1]))
    }
  }

  /// Whether a name is known without its import.
  private func isKnown(_ source: String, among imports: ImportedNames) -> Bool {
    guard notation == .java else {
      return imports.hasWildcard || notation == .rust && isPrelude(source)
    }
    let package = source.split(separator: ".").dropLast().joined(separator: ".")
    return imports.wildcards.contains(package) || package == imports.package
      || package == "java.lang" || package == "kotlin" || package.hasPrefix("kotlin.")
  }

  private static let prelude: WordList = """
    Option Result Vec String ToString Box Iterator IntoIterator Extend From Into TryFrom TryInto FromIterator Clone \
    Default Drop Fn FnMut FnOnce AsRef AsMut ToOwned DoubleEndedIterator ExactSizeIterator Send Sync Sized Copy
    """

  private func isPrelude(_ source: String) -> Bool {
    source.split(separator: ":").last.map { Self.prelude.contains(String($0)) } ?? false
  }

  /// The names that a text uses and that mean nothing but the import there.
  private func uses(
    of wanted: Set<ArraySlice<UInt8>>, in text: [UInt8], outside imports: [Range<Int>]
  ) -> Set<ArraySlice<UInt8>> {
    let found = CodeNames(text, family).occurrences(of: wanted.contains)
    let uses = found.filter { _, occurrences in
      let outside = occurrences.filter { occurrence in
        !occurrence.isMember && !imports.contains { $0.overlaps(occurrence.place) }
      }
      return !outside.isEmpty && outside.allSatisfy { isUse($0, in: text) }
    }
    return Set(uses.keys)
  }

  /// Whether an occurrence can be no other thing of that name, such as a variable.
  private func isUse(_ occurrence: CodeNames.Occurrence, in text: [UInt8]) -> Bool {
    let name = text[occurrence.place]
    let statement = NamedStatement(name, in: text)
    let isType = name.first?.isCapital ?? false
    let definers = ["class", "struct", "enum", "interface", "trait", "type", "record", "object"]
    if statement.words.last.map(definers.contains) ?? false { return false }
    if isType, notation != .go { return !statement.isAssigned || occurrence.role == .use }
    guard occurrence.role != .definition else { return false }
    let (next, last) = (text[name.endIndex...].prefix(2), text[..<name.startIndex].last)
    if next.first == UInt8(ascii: ".") { return true }
    guard notation != .go else { return false }
    return next.first == 0x28 || next.elementsEqual("::".utf8) || next.first == 0x21
      || last == UInt8(ascii: "@") || last == UInt8(ascii: "<") && notation == .script
  }

  /// Where names stand in some lines of a result.
  private func places(
    of names: Set<ArraySlice<UInt8>>, in result: [UInt8], _ added: Set<ArraySlice<UInt8>>
  ) -> [(name: ArraySlice<UInt8>, places: [Range<Int>])] {
    guard !names.isEmpty else { return [] }
    return CodeNames(result, family).occurrences(of: names.contains).compactMap { name, found in
      let places = found.filter { !$0.isMember }.map(\.place).filter {
        added.contains(result[result.line(around: $0.lowerBound)])
      }
      return places.isEmpty ? nil : (name, places)
    }
  }
}

/// The names that the imports of a text give.
private struct ImportedNames {
  private(set) var sources: [String: String] = [:]
  private(set) var places: [Range<Int>] = []
  /// The packages of which all names are imported.
  private(set) var wildcards: Set<String> = []
  private(set) var hasWildcard = false
  /// The package of the text.
  private(set) var package = ""

  init(_ text: [UInt8], _ notation: ImportNotation) {
    places = notation.statements(in: text)
    for place in places {
      let statement = String(decoding: text[place], as: UTF8.self)
      for (name, source) in notation.names(in: statement) { sources[name] = source }
      guard statement.contains("*") else { continue }
      hasWildcard = hasWildcard || notation != .script
      guard let path = statement.split(whereSeparator: { $0.isWhitespace || $0 == ";" }).last
      else { continue }
      if path.hasSuffix(".*") { wildcards.insert(String(path.dropLast(2))) }
    }
    guard notation == .java else { return }
    let head = text.split(separator: 0x0A).first { $0.starts(with: "package ".utf8) }
    let words = (head ?? []).split { $0.isWhite || $0 == 0x3B }
    if words.count > 1 { package = String(decoding: words[1], as: UTF8.self) }
  }
}
