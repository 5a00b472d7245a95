package import Foundation

/// The folders of a module as floors: each may use those below it, and none above.
///
/// A floor can be a folder in another one, such as `Guards/Lines`, and can have folders of its own.
package struct SourceFloors: Sendable {
  /// The folder of the module.
  package let module: URL
  /// The paths of its folders from there, the lowest first.
  package let names: [String]

  /// Describes a module of this package.
  ///
  /// - Parameters:
  ///   - module: Its name.
  ///   - names: The paths of its folders from the folder of the module, the lowest first.
  package init(of module: String, _ names: [String]) {
    self.module = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/\(module)")
    self.names = names
  }

  /// The source files that are on no floor.
  package func strayFiles() -> [String] {
    let files = FileManager.default.enumerator(atPath: module.path)
    return (files?.compactMap { $0 as? String } ?? []).filter { path in
      path.hasSuffix(".swift") && !names.contains { path.hasPrefix($0 + "/") }
    }
  }

  /// The files that name a type of a higher floor, each with those types.
  package func looksUp() throws -> [String] {
    let sources = try names.map(sources)
    let declared = sources.map { Set($0.values.flatMap(Self.declaredTypes)) }
    return sources.enumerated().flatMap { floor, files in
      let higher = declared[(floor + 1)...].reduce(into: Set()) { $0.formUnion($1) }
      return files.compactMap { name, source -> String? in
        let used = Set(source.matches(of: /\b[A-Z]\w*/).map { String($0.output) })
        let wrong = used.subtracting(Self.privateTypes(in: source)).intersection(higher).sorted()
        return wrong.isEmpty ? nil : "\(names[floor])/\(name) looks up to \(wrong)"
      }
    }
  }

  /// The rings of files of the module that name each other's types, each sorted; the longest first.
  ///
  /// Of nested types the outermost counts, and an extension belongs to the file that it is in.
  package func rings() throws -> [[String]] {
    var sources: [String: String] = [:]
    for floor in names {
      for (name, source) in try self.sources(of: floor) { sources["\(floor)/\(name)"] = source }
    }
    var owners: [String: String] = [:]
    for (file, source) in sources {
      for type in Self.declaredTypes(in: source) { owners[type] = file }
    }
    let uses = sources.reduce(into: [String: Set<String>]()) { uses, entry in
      let words = Set(entry.value.matches(of: /\b[A-Z]\w*/).map { String($0.output) })
      uses[entry.key] = Set(words.compactMap { owners[$0] }).subtracting([entry.key])
    }
    let reached = uses.keys.reduce(into: [String: Set<String>]()) { reached, file in
      reached[file] = Self.reached(from: file, by: uses)
    }
    let rings = Set(
      uses.keys.compactMap { file -> Set<String>? in
        let ring = reached[file, default: []].filter { reached[$0, default: []].contains(file) }
        return ring.count > 1 ? ring : nil
      })
    return rings.map { $0.sorted() }.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  private static func reached(from file: String, by uses: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var waiting = [file]
    while let next = waiting.popLast() {
      waiting += uses[next, default: []].filter { found.insert($0).inserted }
    }
    return found
  }

  /// The types of a floor that other files can name without the type around them.
  package func types(of floor: String) throws -> [String] {
    try sources(of: floor).values.flatMap(Self.declaredTypes)
  }

  /// Each file of a floor by its path from there, as it is.
  package func texts(of floor: String) throws -> [String: String] {
    let folder = module.appending(path: floor)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      })
  }

  /// The code of each file of a floor, without comments and string literals.
  package func sources(of floor: String) throws -> [String: String] {
    try texts(of: floor).mapValues { text in
      text.replacing(/"""(.|\n)*?"""/, with: "\"\"")
        .replacing(/\/\/.*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
    }
  }

  private static func declaredTypes(in source: String) -> [String] {
    let declaration =
      /(?m)^(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol|typealias) (\w+)/
    return source.matches(of: declaration).map { String($0.output.1) }
  }

  private static func privateTypes(in source: String) -> [String] {
    let declaration =
      /\b(?:private|fileprivate) (?:final )?(?:struct|enum|class|typealias) (\w+)/
    return source.matches(of: declaration).map { String($0.output.1) }
  }
}
