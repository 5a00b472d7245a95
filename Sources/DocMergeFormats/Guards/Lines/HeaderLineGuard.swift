import DocMergeCore
import DocMergeLanguage

/// Finds lines of the head of a file that a merge put where they mean nothing, or twice: a `#!` line below another
/// line, and two licences.
struct HeaderLineGuard {
  private let inputs: [[UInt8]]

  private static let licence = Array("SPDX-License-Identifier:".utf8)

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The lines in wrong places; none where an input has such lines.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has such lines.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults: [StructureFault] = []
    if let line = Self.lateInterpreter(in: result),
      inputs.allSatisfy({ Self.lateInterpreter(in: $0) == nil })
    {
      faults.append(
        StructureFault(places: [line], reason: tr("a line with `#!` would not be the first one")))
    }
    let licences = Self.licences(in: result)
    if licences.count > 1, inputs.allSatisfy({ Self.licences(in: $0, reach: .max).count < 2 }) {
      faults.append(
        StructureFault(places: licences, reason: tr("the file would have two licences")))
    }
    return faults
  }

  /// The line with the name of an interpreter that is not the first one, among the first lines.
  private static func lateInterpreter(in text: [UInt8]) -> Range<Int>? {
    Lines(text).places.prefix(reach).dropFirst()
      .first { text[$0].starts(with: "#!/".utf8) }
  }

  /// The lines with a licence, one for each of different ones.
  private static func licences(in text: [UInt8], reach: Int = reach) -> [Range<Int>] {
    // Most texts have none in their head.
    let head = reach == .max ? text[...] : text.prefix(headSize)
    guard head.firstRange(of: licence) != nil else { return [] }
    var known: Set<ArraySlice<UInt8>> = []
    return Lines(text).places.prefix(reach).filter { line in
      guard let name = text[line].firstRange(of: licence) else { return false }
      return known.insert(text[name.upperBound..<line.upperBound].trimmed).inserted
    }
  }

  /// How many lines and bytes a head has at most.
  private static let (reach, headSize) = (40, 1 << 13)
}
