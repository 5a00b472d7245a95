public import DocMergeCore

/// Merges two versions of a package (a folder that is one document) file by file.
///
/// A file that one side alone changed, added or deleted is as that side has it; a file that both changed is
/// merged as any other. This is never done by a rule alone: the files of a package may refer to each other, and only
/// a person can tell whether a mixture is what both meant.
public struct PackageMerge: Sendable {
  /// The result for one file.
  private enum Entry: Sendable {
    /// It is settled; `nil`: it is deleted.
    case settled(Conflict.Member?, rules: [MergeRule])
    /// Both sides changed it in ways that do not fit together.
    case open(Conflict)
  }

  private let entries: [[UInt8]: Entry]

  /// Merges the files; `nil` where the versions are not two packages, or their base is something else.
  ///
  /// - Parameters:
  ///   - conflict: The versions of the package.
  ///   - merging: Merges the files that both sides changed.
  /// - Throws: The errors of reading a side.
  public init?(_ conflict: Conflict, merging: ThreeWayMerge) throws {
    let sides = conflict.sides
    guard sides.count == 2, sides.allSatisfy({ $0.kind == .package }),
      conflict.base.map({ $0.kind == .package }) ?? true
    else { return nil }
    let base = try Self.byPath(conflict.base)
    let members = try sides.map(Self.byPath)
    var entries: [[UInt8]: Entry] = [:]
    for path in Set(base.keys).union(members[0].keys).union(members[1].keys) {
      let (old, ours, theirs) = (base[path], members[0][path], members[1][path])
      if ours == theirs || theirs == old {
        entries[path] = .settled(ours, rules: [])
      } else if ours == old {
        entries[path] = .settled(theirs, rules: [])
      } else {
        entries[path] = try Self.merged(
          Self.conflict(conflict, path, base: old, sides: [ours, theirs]), path, merging)
      }
    }
    self.entries = entries
  }

  private static func byPath(_ side: Conflict.Side?) throws -> [[UInt8]: Conflict.Member] {
    Dictionary(try side?.members().map { ($0.path, $0) } ?? []) { first, _ in first }
  }

  /// The conflict of one file, as if it were a document.
  private static func conflict(
    _ package: Conflict, _ path: [UInt8], base: Conflict.Member?, sides: [Conflict.Member?]
  ) -> Conflict {
    func side(_ member: Conflict.Member?, of side: Conflict.Side) -> Conflict.Side {
      Conflict.Side(
        id: side.id, kind: member?.kind ?? .deleted, date: side.date, author: side.author,
        computer: side.computer
      ) { member?.bytes ?? [] }
    }
    return Conflict(
      path: "\(package.path)/\(String(decoding: path, as: UTF8.self))",
      base: package.base.flatMap { old in base.map { side($0, of: old) } },
      sides: zip(sides, package.sides).map { side($0, of: $1) })
  }

  private static func merged(
    _ conflict: Conflict, _ path: [UInt8], _ merging: ThreeWayMerge
  ) throws -> Entry {
    guard let resolution = try merging.resolve(conflict),
      case .contents(let bytes, let isExecutable) = resolution.outcome
    else { return .open(conflict) }
    let member = Conflict.Member(
      path: path, kind: .file(isExecutable: isExecutable), bytes: bytes)
    return .settled(member, rules: resolution.rules)
  }

  /// The files that are left in conflict, by their paths in the package, in the order of these.
  public var conflicts: [(path: [UInt8], conflict: Conflict)] {
    entries.compactMap { path, entry in
      if case .open(let conflict) = entry { return (path, conflict) }
      return nil
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// The package with decisions for the files that were left in conflict.
  ///
  /// - Parameters:
  ///   - decided: The result for each of those files; `nil` as a value: it is deleted.
  ///   - strategy: The word for how it was decided.
  ///   - rules: The rules that were used in the decisions.
  /// - Returns: `nil` where a file is still open, no file is left, or a file would have to be a folder too.
  public func resolution(
    _ decided: [[UInt8]: Conflict.Member?] = [:], strategy: String = "merge",
    rules: [MergeRule] = []
  ) -> Resolution? {
    var members: [Conflict.Member] = []
    var allRules = rules
    for (path, entry) in entries {
      switch entry {
      case .settled(let member, let rules):
        if let member { members.append(member) }
        allRules += rules
      case .open:
        guard let choice = decided[path] else { return nil }
        if let choice { members.append(choice) }
      }
    }
    guard !members.isEmpty, !Self.hasFileAsFolder(members) else { return nil }
    members.sort { $0.path.lexicographicallyPrecedes($1.path) }
    return Resolution(outcome: .package(members), strategy: strategy, rules: allRules)
  }

  /// Whether a path leads through another one, which is a file.
  private static func hasFileAsFolder(_ members: [Conflict.Member]) -> Bool {
    let paths = Set(members.map(\.path))
    return paths.contains { path in
      path.indices.contains { path[$0] == UInt8(ascii: "/") && paths.contains(Array(path[..<$0])) }
    }
  }
}
