import DocMergeCore
import DocMergeLanguage

/// Finds titles of a result that are longer than the line under them, which Docutils and Asciidoctor reject.
struct UnderlineGuard {
  private let inputs: [SyntaxTree]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs }

  /// Whether a text has any such title.
  static func isPossible(in text: [UInt8]) -> Bool { !shortRules(in: text).isEmpty }

  /// The titles, with the lines under them, that are in no input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let short = Self.shortRules(in: tree.text)
    guard !short.isEmpty else { return [] }
    let known = Set(
      inputs.flatMap { input in Self.shortRules(in: input.text).map { input.text[$0] } })
    return short.filter { !known.contains(tree.text[$0]) }.map { place in
      let title = tree.text[place].prefix { $0 != 0x0A }
      let name = title.excerpt
      return StructureFault(
        places: [place], reason: tr("the line under “\(name)” would be too short"))
    }
  }

  /// The titles with a shorter line of punctuation under them.
  private static func shortRules(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var title = text[0..<0]
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if let mark = line.first, "=-~^\"'`#*+:_".utf8.contains(mark), line.count > 2,
        line.allSatisfy({ $0 == mark }), let first = title.first, first != mark, !first.isWhite,
        line.count < String(decoding: title, as: UTF8.self).count
      {
        found.append(title.startIndex..<line.endIndex)
      }
      title = line
    }
    return found
  }
}
