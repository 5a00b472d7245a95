import DocMergeCore
import DocMergeLanguage

/// Finds packages of LaTeX in an order that their manuals call wrong, and that no input has.
///
///     \usepackage{cleveref}       ours
///     \usepackage{hyperref}       theirs: cleveref must follow it
struct PackageGuard {
  private let known: Set<Pair>

  init(_ inputs: [SyntaxTree]) {
    known = Set(inputs.flatMap { Self.disordered(in: $0.text).keys })
  }

  /// Whether any packages are in a wrong order.
  static func isPossible(in text: [UInt8]) -> Bool { !disordered(in: text).isEmpty }

  /// The packages in a wrong order.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    Self.disordered(in: tree.text).filter { !known.contains($0.key) }.map { pair, places in
      StructureFault(
        places: places, reason: tr("`\(pair.second)` would be loaded before `\(pair.first)`"))
    }.sorted { $0.stands(before: $1) }
  }

  /// Two packages, the first of which must be loaded first.
  private struct Pair: Hashable {
    let first: String
    let second: String
  }

  /// The packages that must be loaded before a package.
  private static let earlier: [String: [String]] = [
    "cleveref": ["hyperref", "amsmath", "amsthm", "ntheorem", "varioref"],
    "hyperref": ["varioref", "natbib", "float", "setspace"],
    "glossaries": ["hyperref"], "glossaries-extra": ["hyperref"], "bookmark": ["hyperref"],
    "hypcap": ["hyperref"], "hyperxmp": ["hyperref"], "algorithm": ["hyperref"],
    "csquotes": ["babel", "polyglossia"], "biblatex": ["babel", "polyglossia"],
    "amsthm": ["amsmath"], "unicode-math": ["amsmath"],
  ]

  private static func disordered(in text: [UInt8]) -> [Pair: [Range<Int>]] {
    let packages = LatexNames(text).packages
    var disordered: [Pair: [Range<Int>]] = [:]
    for (index, package) in packages.enumerated() {
      for name in earlier[package.name] ?? [] {
        guard let other = packages[index...].first(where: { $0.name == name }) else { continue }
        disordered[Pair(first: name, second: package.name)] = [package.place, other.place]
      }
    }
    return disordered
  }
}
