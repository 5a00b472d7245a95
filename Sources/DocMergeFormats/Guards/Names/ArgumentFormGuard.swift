import DocMergeCore
import DocMergeLanguage

/// Finds calls in a form that one side took from a declaration and from all calls, while the other side put in another
/// one, in any language with declarations.
///
///     base   \newcommand{\dish}[1]{…}    ours   \newcommand{\dish}[2]{…}    theirs  …          fault   …
///            \dish{Soup}                        \dish{Soup}{7.40}                   \dish{Tea}         \dish{Tea}
///
/// The side changed each declaration of the name, and each call with as many arguments as the new one has; no call of
/// the side has its form any more. Where the declaration lists its parameters, the new ones must not be optional.
/// `CallGuard` needs no changed calls, but knows calls in parentheses only.
struct ArgumentFormGuard: Sendable {
  private let family: LanguageFamily
  private let spelling: NameSpelling
  private let texts: Triple<[UInt8]>
  /// The names whose declarations each side changed, and that the other side wrote.
  private var names: [Set<ArraySlice<UInt8>>] = []
  /// The most names that are examined.
  private static let mostNames = 50

  /// Compares the base, ours and theirs in a language.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed.
  init(_ changes: InputChanges, _ family: LanguageFamily, _ spelling: NameSpelling) {
    (texts, self.family, self.spelling) = (changes.texts, family, spelling)
    let (parts, added) = (changes.parts, changes.addedLines)
    names = [
      names(changedIn: parts.ours, added.sides[1]), names(changedIn: parts.theirs, added.sides[0]),
    ]
  }

  /// The calls of old forms.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where there are no such names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    zip(names, [texts.ours, texts.theirs])
      .flatMap { names, side -> [StructureFault] in
        guard !names.isEmpty, names.count <= Self.mostNames else { return [] }
        let known = CallForms(texts.base, family, names, spelling)
        let changed = CallForms(side, family, names, spelling)
        let merged = CallForms(result, family, names, spelling)
        let lines = Set(side.split(separator: 0x0A))
        return names.compactMap { name in
          let places = changed[name].misfits(merged[name], besides: lines, from: known[name])
          return .misfit(name, calledAt: places)
        }
      }.sorted { $0.stands(before: $1) }
  }

  /// The names that changed lines of the base declare, or the lines that open the blocks around these, and that the
  /// other side wrote.
  private func names(
    changedIn parts: [InputChanges.ChangedPart], _ written: [ArraySlice<UInt8>]
  ) -> Set<ArraySlice<UInt8>> {
    guard !written.isEmpty else { return [] }
    let words = Set(written.flatMap { spelling.names(in: $0) })
    var found: Set<ArraySlice<UInt8>> = []
    for part in parts where part.baseCount > 0 && part.hasShortLines {
      var lines = [texts.base[part.base]]
      // The parameters of a shell function and of a macro of Rust stand below the name.
      if family.features.contains(.shellWords) || family.features.contains(.hashAttributes) {
        let place = part.base.lowerBound..<part.base.lowerBound
        let openers = NameForm(place, in: texts.base).openers
        lines += family.features.contains(.shellWords) ? openers : openers.filter(\.startsMacro)
      }
      for name in lines.flatMap(spelling.names) where words.contains(name) && name.count > 1 {
        guard !found.contains(name), !name[name.startIndex].isDecimalDigit,
          DeclaredForm(name.indices, in: texts.base, family) != nil,
          !CodeNames.words.contains(String(decoding: name, as: UTF8.self))
        else { continue }
        found.insert(name)
      }
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is the first line of `macro_rules! name {`.
  fileprivate var startsMacro: Bool { starts(with: "macro_rules!".utf8) }
}

/// The declarations and the calls of some names in a text.
private struct CallForms {
  private var uses: [ArraySlice<UInt8>: FormsOfName] = [:]

  init(
    _ text: [UInt8], _ family: LanguageFamily, _ names: Set<ArraySlice<UInt8>>,
    _ spelling: NameSpelling
  ) {
    var literals = CodeNames(text, family).literals[...]
    for name in spelling.names(in: text[...]) where names.contains(name) {
      while let first = literals.first, first.upperBound <= name.startIndex {
        literals = literals.dropFirst()
      }
      if let first = literals.first, first.contains(name.startIndex) { continue }
      uses[name, default: FormsOfName()].add(name.indices, in: text, family)
    }
  }

  subscript(_ name: ArraySlice<UInt8>) -> FormsOfName { uses[name] ?? FormsOfName() }
}

/// The declarations and the calls of one name in a text.
private struct FormsOfName {
  /// The lines of the declarations, with those of some bodies.
  private var declarations: Set<[UInt8]> = []
  private var parameters: [[[UInt8]]] = []
  private var optionals: [Int] = []
  private var calls: [Call] = []

  private struct Call {
    let place: Range<Int>
    let form: ArgumentForm
    let line: ArraySlice<UInt8>
  }

  mutating func add(_ place: Range<Int>, in text: [UInt8], _ family: LanguageFamily) {
    let line = text[text.line(around: place.lowerBound)]
    if let declared = DeclaredForm(place, in: text, family) {
      declarations.insert(declared.text)
      if let list = declared.parameters {
        parameters.append(list)
        optionals.append(declared.optionalCount)
      }
      return
    }
    guard let form = ArgumentForm(behind: place.upperBound, in: text) else { return }
    calls.append(Call(place: place, form: form, line: line))
  }

  /// The calls of a result, on no line of this side, whose form the base has and this side does not.
  func misfits(
    _ result: FormsOfName, besides lines: Set<ArraySlice<UInt8>>, from base: FormsOfName
  ) -> [Range<Int>] {
    guard !base.declarations.isEmpty, !declarations.isEmpty, !base.calls.isEmpty,
      declarations.isDisjoint(with: base.declarations), calls.count >= base.calls.count,
      !isCompatible(with: base)
    else { return [] }
    let forms = Set(calls.map(\.form))
    let known = Set(base.calls.map(\.form))
    let isReordered = isReordered(from: base)
    return result.calls.filter { call in
      guard !lines.contains(call.line), known.contains(call.form) else { return false }
      guard forms.contains(call.form) else { return true }
      return isReordered && !base.calls.contains { lines.contains($0.line) }
    }.map(\.place)
  }

  /// Whether each call of the base fits the parameters as well, since only optional ones are new.
  private func isCompatible(with base: FormsOfName) -> Bool {
    guard parameters.count == 1, base.parameters.count == 1, declarations.count == 1 else {
      return false
    }
    let (new, old) = (parameters[0], base.parameters[0])
    return new.starts(with: old) && new.count - old.count <= optionals[0]
  }

  /// Whether the same parameters, two or more, are in another order.
  private func isReordered(from base: FormsOfName) -> Bool {
    guard parameters.count == 1, base.parameters.count == 1 else { return false }
    let (new, old) = (parameters[0], base.parameters[0])
    return new != old && new.count > 1 && new.count == old.count && Set(new) == Set(old)
  }
}
