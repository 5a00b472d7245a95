import DocMergeCore
import DocMergeLanguage

/// The faults of names that several guards find.
extension StructureFault {
  /// The fault of a name, or of a line, that would stand twice.
  static func doubled(_ name: String, at places: [Range<Int>]) -> StructureFault {
    StructureFault(places: places, reason: tr("`\(name)` would stand twice"))
  }

  /// The faults of names that stand twice in a result, but in none of the inputs.
  ///
  /// - Parameters:
  ///   - result: the text of the result.
  ///   - inputs: the base, ours and theirs.
  ///   - read: the places of the names that stand twice in a text, by the name.
  /// - Returns: the faults in the order of the text.
  static func doubledNames(
    in result: [UInt8], _ inputs: [SyntaxTree], _ read: ([UInt8]) -> [[UInt8]: [Range<Int>]]
  ) -> [StructureFault] {
    let doubled = read(result)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { read($0.text).keys })
    return doubled.filter { !known.contains($0.key) }
      .map { .doubled($0.key[...].excerpt, at: $0.value) }.sorted { $0.stands(before: $1) }
  }

  /// The fault of a name that one side deleted or renamed, and that would still be used.
  static func deleted(_ name: String, usedAt places: [Range<Int>]) -> StructureFault {
    StructureFault(
      places: places, reason: tr("`\(name)` would be used, and one side deleted or renamed it"))
  }

  /// The fault of a name that one side replaced by another one everywhere, and that would still be used.
  static func renamed(
    _ name: String, to new: String, usedAt places: [Range<Int>]
  ) -> StructureFault {
    StructureFault(
      places: places, reason: tr("one side replaced `\(name)` by `\(new)` everywhere"))
  }

  /// The fault of calls of the form that one side replaced; `nil` where there are none.
  static func misfit(_ name: ArraySlice<UInt8>, calledAt places: [Range<Int>]) -> StructureFault? {
    guard !places.isEmpty else { return nil }
    let text = name.excerpt
    return StructureFault(
      places: places, reason: tr("a call of `\(text)` would not fit its declaration"))
  }
}
