import DocMergeCore
public import DocMergeHistory
import DocMergeSystem

/// Which documents of a container are in the folder of one copy: those whose names match the patterns.
///
/// The copy knows the other documents as well, and syncs facts about them; they are not in its folder.
///
/// A pattern is a path from the top of the container, of a document or of a folder with everything in it. `*`, `?` and
/// `[…]` match parts of one name, `**` any number of folders; names are the same when their `NameKey` is. A pattern
/// that starts with `!` excludes what earlier ones include. `.gitignore` and `.gitattributes` are always included: they
/// say what documents are.
public struct Focus: Sendable, Hashable {
  /// The patterns, in the given order; never empty.
  public let patterns: [String]
  private let rules: [Rule]

  /// The patterns as a setting, one per line.
  package var setting: String { patterns.joined(separator: "\n") }

  /// Reads the value of the setting.
  package init(setting: String) throws(ContainerError) {
    try self.init(setting.split(separator: "\n").map(String.init))
  }

  /// One pattern, as its names.
  private struct Rule: Sendable, Hashable {
    var names: [NamePattern]
    var isTakenOut: Bool
  }

  /// Makes a focus of patterns.
  ///
  /// - Throws: ``ContainerError/invalidPattern(_:)`` for one that matches no path, or where all patterns exclude
  ///   documents.
  public init(_ patterns: [String]) throws(ContainerError) {
    self.patterns = patterns
    var rules: [Rule] = []
    for pattern in patterns { rules.append(try Self.rule(pattern)) }
    self.rules = rules
    guard rules.contains(where: { !$0.isTakenOut }) else {
      throw .invalidPattern(patterns.first ?? "")
    }
  }

  private static func rule(_ pattern: String) throws(ContainerError) -> Rule {
    let isTakenOut = pattern.hasPrefix("!")
    var path = isTakenOut ? pattern.dropFirst() : pattern[...]
    if path.hasPrefix("./") { path = path.dropFirst(2) }
    if path.hasPrefix("/") { path = path.dropFirst() }
    while path.hasSuffix("/") { path = path.dropLast() }
    guard let place = DocumentPath(String(path)), !path.contains("\n") else {
      throw .invalidPattern(PrintableText.escape(pattern))
    }
    return Rule(names: names(of: place).map(NamePattern.init), isTakenOut: isTakenOut)
  }

  /// The names of a path, in the form for comparisons.
  private static func names(of path: DocumentPath) -> [[Unicode.Scalar]] {
    NameKey(path).bytes.split(separator: UInt8(ascii: "/")).map {
      Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
    }
  }

  /// Whether a document of this name is in the folder.
  ///
  /// - Parameter path: the name.
  /// - Returns: the result of the last pattern that matches the name, or a folder that it is in.
  /// - Complexity: O(patterns · length of the path), except for several `*` or `**` in one pattern.
  public func contains(_ path: DocumentPath) -> Bool {
    if Self.isSettings(path) { return true }
    let names = Self.names(of: path)
    return rules.last { Self.fits(names[...], $0.names[...]) }.map { !$0.isTakenOut } ?? false
  }

  /// Whether a document is a settings file, which is always in the folder.
  package static func isSettings(_ path: DocumentPath) -> Bool { settings.contains(path.name) }

  private static let settings = [".gitignore", ".gitattributes"].map { Array($0.utf8) }

  /// Whether the pattern matches the names, or the first of them.
  private static func fits(
    _ names: ArraySlice<[Unicode.Scalar]>, _ pattern: ArraySlice<NamePattern>
  ) -> Bool {
    guard let first = pattern.first else { return true }
    guard let name = names.first else { return false }
    if first.isAnyFolders {
      let rest = pattern.dropFirst()
      // At the end it matches everything in the folder.
      return rest.isEmpty || names.indices.contains { fits(names[$0...], rest) }
    }
    return first.fits(name) && fits(names.dropFirst(), pattern.dropFirst())
  }
}
