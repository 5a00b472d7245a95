import DocMergeCore
import DocMergeStoreSamples
import DocMergeSystem
import DocMergeTestSupport
import Testing

@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeObjects

/// The plan for documents, as a table: the folder as it is, the targets, and the steps.
struct FolderPlannerTests {
  private let folder = TemporaryFolder()

  /// A repository and a folder as a test says they are.
  private struct Lookup: FolderLookup {
    /// The versions whose contents are here; `nil`: all.
    var here: Set<ObjectID>?
    var old: [ObjectID: Version] = [:]
    var placeholders: [DocumentPath: DocumentID] = [:]
    var taken: Set<DocumentPath> = []

    func hasContents(of version: Version) -> Bool { here?.contains(version.id) ?? true }
    func version(_ id: ObjectID) throws -> Version { try #require(old[id]) }
    func placeholder(at path: DocumentPath) -> DocumentID? { placeholders[path] }
    func isTaken(_ path: DocumentPath) -> Bool { taken.contains(path) }
  }

  private func version(_ number: Int) -> Version { Samples.version(number) }

  private func id(_ number: Int) -> DocumentID { Samples.document(number) }

  private func entry(
    _ number: Int, _ wanted: String, at path: String? = nil, _ version: Int = 1,
    isPlaceholder: Bool = false
  ) -> FolderIndex.Entry {
    let moment = Timestamp(nanoseconds: 5)
    return FolderIndex.Entry(
      id: id(number), wanted: Samples.path(wanted), path: Samples.path(path ?? wanted),
      version: Samples.object(version),
      content: isPlaceholder ? Placeholder(id(number)).content : self.version(version).content,
      fingerprint: Fingerprint(
        size: 1, modified: moment, changed: moment, inode: UInt64(number), born: moment,
        permissions: 0, digest: 0),
      seen: moment)
  }

  private func target(
    _ number: Int, _ name: String?, _ version: Int = 1,
    _ presence: FolderTarget.Presence = .asItWas
  ) -> FolderTarget {
    FolderTarget(
      id: id(number), wish: name.map { (Samples.path($0), self.version(version)) },
      presence: presence)
  }

  /// The plan as text: what becomes of each document.
  private func plan(
    _ entries: [FolderIndex.Entry], _ targets: [FolderTarget], _ lookup: Lookup = Lookup(),
    policy: FolderPolicy = .init(), situation: FolderSituation = .init()
  ) throws -> [String] {
    let index = try FolderIndex(path: "\(folder.path)/\(DocumentID.random(.system))")
    try index.change(entries.map { .put($0) })
    let planner = FolderPlanner(index: index, lookup: lookup, policy: policy, situation: situation)
    let plan = try planner.plan(targets)
    return plan.steps.map { step in
      let number = step.id.map { String($0.description.suffix(1)) } ?? "none"
      var words = "\(number): \(step.old?.path.display ?? "-") > \(step.new?.path.display ?? "-")"
      switch step.fileContent {
      case .version(let version): words += " version \(version.size)"
      case .placeholder: words += " placeholder"
      case nil: break
      }
      if step.outside != nil { words += " outside" }
      return words + (step.id.map(plan.aside.contains) == true ? " aside" : "")
    }.sorted()
  }

  // MARK: Contents and names

  @Test func `new, changed, renamed and deleted documents`() throws {
    let steps = try plan(
      [entry(2, "b"), entry(3, "c"), entry(4, "d")],
      [target(1, "a"), target(2, "b", 2), target(3, "x/c"), target(4, nil)])
    #expect(
      steps == ["1: - > a version 1", "2: b > b version 2", "3: c > x/c version 1", "4: d > -"])
  }

  @Test func `the smaller id has the name, and the other one makes room`() throws {
    let steps = try plan([entry(2, "a")], [target(1, "a")])
    #expect(steps == ["1: - > a version 1", "2: a > a (\(id(2)))"])
  }

  @Test func `a document gets its name back when the other one goes`() throws {
    let aside = "a (\(id(2))).md"
    let steps = try plan(
      [entry(1, "a.md"), entry(2, "a.md", at: aside)], [target(1, nil)])
    #expect(steps == ["1: a.md > -", "2: \(aside) > a.md"])
  }

  @Test
  func `a file that is no document keeps its place, and the document is put beside it`() throws {
    let steps = try plan(
      [], [target(1, "a/b")], situation: .init(obstacles: [Samples.path("a")]))
    #expect(steps == ["1: - > a (\(id(1).description.prefix(8)))/b version 1 aside"])
  }

  @Test func `what waits, and is as it should, needs no step`() throws {
    let situation = FolderSituation(unsettled: [id(1), id(2)])
    let steps = try plan(
      [entry(1, "a"), entry(2, "b")], [target(1, "a"), target(2, "c")], situation: situation)
    #expect(steps == ["2: b > c version 1"])
  }

  // MARK: On demand

  @Test(arguments: [
    (true, false, "1: a > a placeholder"), (true, true, "1: a > a version 2"),
    (false, false, "1: a > a version 2"),
  ])
  func `a placeholder stays one, unless its contents are wanted, or may come by themselves`(
    isAsItWas: Bool, fillsPlaceholders: Bool, step: String
  ) throws {
    let steps = try plan(
      [entry(1, "a", isPlaceholder: true)],
      [target(1, "a", 2, isAsItWas ? .asItWas : .contents)],
      policy: .init(isOnDemand: true, fillsPlaceholders: fillsPlaceholders))
    #expect(steps == [step])
  }

  @Test func `of contents that are elsewhere the folder has the older ones, or a placeholder`()
    throws
  {
    let lookup = Lookup(here: [], old: [Samples.object(1): version(1)])
    let steps = try plan(
      [entry(1, "a")], [target(1, "a", 2), target(2, "b")], lookup, policy: .init(isOnDemand: true))
    #expect(steps == ["1: a > a version 1", "2: - > b placeholder"])
  }

  @Test func `a placeholder that a lost index knew is one again`() throws {
    let lookup = Lookup(placeholders: [Samples.path("a"): id(1), Samples.path("b"): id(1)])
    let steps = try plan(
      [], [target(1, "a"), target(2, "b")], lookup, situation: .init(isRebuilding: true))
    #expect(steps == ["1: - > a placeholder", "2: - > b version 1"])
  }

  // MARK: The focus

  @Test func `a document outside of the focus leaves, or is not fetched`() throws {
    let policy = FolderPolicy(isInFocus: { $0.display.hasPrefix("in/") })
    let steps = try plan(
      [entry(1, "in/a"), entry(2, "out/b"), entry(3, "in/c")],
      [target(1, "out/a"), target(2, "out/b", 2), target(3, "in/c", 2), target(4, "out/d")],
      policy: policy)
    #expect(
      steps == [
        "1: in/a > - outside", "2: out/b > out/b version 2", "3: in/c > in/c version 2",
        "4: - > - outside",
      ])
  }
}
