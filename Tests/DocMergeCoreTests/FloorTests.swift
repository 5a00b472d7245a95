import DocMergeCore
import Foundation
import Testing

/// The folders of the module are floors: one may use what lies below it, and nothing above.
struct FloorTests {
  /// The lowest first; `Merging.md` says what each holds.
  private static let floors = [
    "Text", "Diff", "Words", "Merge", "Encoding", "Markers", "Audit", "Rules",
  ]

  private static let module = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/DocMergeCore")

  @Test func `every file lies on a floor`() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Self.module.path))
    for case let path as String in files where path.hasSuffix(".swift") {
      let folders = path.split(separator: "/").dropLast()
      #expect(folders.count == 1 && Self.floors.contains(String(folders[0])), "\(path)")
    }
  }

  @Test func `no floor names a type of a higher one`() throws {
    let sources = try Self.floors.map(Self.sources)
    let declared = try sources.map { try Set($0.values.flatMap(Self.declaredTypes)) }
    for (floor, files) in sources.enumerated() {
      let higher = declared[(floor + 1)...].reduce(into: Set()) { $0.formUnion($1) }
      for (name, source) in files {
        let names = Set(source.matches(of: /\b[A-Z]\w*/).map { String($0.output) })
        let wrong = names.intersection(higher).sorted()
        #expect(wrong.isEmpty, "\(Self.floors[floor])/\(name) looks up to \(wrong)")
      }
    }
  }

  @Test func `the page about merging names the floors in their order, and all merges`() throws {
    let page = Self.module.appending(path: "DocMergeCore.docc/Merging.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.matches(of: /(?m)^\| `(\w+)\/` \|/).map { String($0.output.1) }
    #expect(rows == Self.floors)
    let types = try Self.floors.flatMap { floor in
      try Self.sources(of: floor).values.flatMap(Self.declaredTypes)
    }
    let missing = types.filter { $0.contains("Merge") && !text.contains("`\($0)`") }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `the merge that the page walks through gives what it says`() throws {
    let merged = try mergeText(
      base: Array("milk\nbread\n".utf8), ours: Array("milk\nrye bread\n".utf8),
      theirs: Array("milk\nbread and butter\n".utf8))
    #expect(merged.clean == Array("milk\nrye bread and butter\n".utf8))
    let rules = merged.regions.compactMap { region -> String? in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule.name
    }
    #expect(rules == ["words"])
    #expect(merged.regions.count == 2)
  }

  /// The code of each file of a floor, without comments and string literals.
  private static func sources(of floor: String) throws -> [String: String] {
    let folder = module.appending(path: floor)
    var sources: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      sources[name] =
        text
        .replacing(/\/\/.*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
    }
    return sources
  }

  /// The types that other files can name without the type around them.
  private static func declaredTypes(in source: String) throws -> [String] {
    let declaration =
      /(?m)^(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol|typealias) (\w+)/
    return source.matches(of: declaration).map { String($0.output.1) }
  }
}
