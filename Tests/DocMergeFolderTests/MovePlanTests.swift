import DocMergeTestSupport
import Testing

@testable import DocMergeFolder
@testable import DocMergeHistory

/// The order of renames: examples as a table, and the law that each step finds its place free.
struct MovePlanTests {
  private func plan(_ moves: KeyValuePairs<String, String>) -> [MovePlan.Step] {
    MovePlan(moves.map { MovePlan.Move(from: path($0), to: path($1)) }).steps
  }

  private func path(_ text: String) -> DocumentPath { DocumentPath(unchecked: Array(text.utf8)) }

  @Test func `nothing is in the way: in the order as given`() {
    #expect(plan(["a": "b", "c": "d"]) == [.move(0), .move(1)])
  }

  @Test func `a chain begins at its free end`() {
    #expect(plan(["a": "b", "b": "c", "c": "d"]) == [.move(2), .move(1), .move(0)])
  }

  @Test func `two that trade places: one of them is parked`() {
    #expect(plan(["a": "b", "b": "a"]) == [.park(0), .move(1), .move(0)])
  }

  @Test func `a file makes room for a folder, and the other way round`() {
    #expect(plan(["x": "a/x", "a": "y"]) == [.move(1), .move(0)])
    #expect(plan(["x": "a", "a/1": "b/1", "a/2": "b/2"]).last == .move(0))
  }

  @Test
  func
    `what goes into a folder of its own name is parked, and so is what takes the name of its folder`()
  {
    #expect(plan(["a": "a/b"]) == [.park(0), .move(0)])
    #expect(plan(["a/b": "a"]) == [.park(0), .move(0)])
  }

  @Test func `names that differ in case only count as one, but for the document itself`() {
    #expect(plan(["a.md": "A.md"]) == [.move(0)])
    #expect(plan(["x": "Note", "note": "y"]) == [.move(1), .move(0)])
  }

  @Test func `a move that blocks no other still waits for its place`() {
    let moves = [
      MovePlan.Move(from: nil, to: path("a")), .init(from: path("a"), to: path("b")),
    ]
    #expect(MovePlan(moves).steps == [.move(1), .move(0)])
  }

  @Test func `a long chain in the worst order costs no more than one in the best`() {
    let count = 20_000
    let moves = (0..<count).map { MovePlan.Move(from: path("n\($0)"), to: path("n\($0 + 1)")) }
    #expect(MovePlan(moves).steps == (0..<count).reversed().map { .move($0) })
  }

  /// A folder in which documents are at paths, as a file system has it.
  private struct Model {
    var documents: [DocumentPath: Int] = [:]

    mutating func rename(_ number: Int, from: DocumentPath, to: DocumentPath) throws {
      try #require(documents[from] == number)
      documents[from] = nil
      try #require(documents[to] == nil)
      for path in documents.keys {
        try #require(!path.isInside(to) && !to.isInside(path))
      }
      documents[to] = number
    }
  }

  @Test(arguments: 0..<200)
  func `each step finds its place free, and all documents come to theirs`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    // Sets of paths in which none is in another one.
    func paths() -> [DocumentPath] {
      var found: [DocumentPath] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let depth = Int.random(in: 1...3, using: &random)
        let names = (0..<depth).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
        let path = path(names.joined(separator: "/"))
        if !found.contains(where: { $0 == path || $0.isInside(path) || path.isInside($0) }) {
          found.append(path)
        }
      }
      return found
    }
    let (old, new) = (paths(), paths().shuffled(using: &random))
    let count = min(old.count, new.count)
    var model = Model()
    for (number, path) in old.prefix(count).enumerated() { model.documents[path] = number }
    let moving = (0..<count).filter { old[$0] != new[$0] }
    var places = moving.map { old[$0] }
    let moves = moving.map { MovePlan.Move(from: old[$0], to: new[$0]) }
    for step in MovePlan(moves).steps {
      switch step {
      case .park(let move):
        let parked = path("parked \(move)")
        try model.rename(moving[move], from: places[move], to: parked)
        places[move] = parked
      case .move(let move):
        try model.rename(moving[move], from: places[move], to: new[moving[move]])
        places[move] = new[moving[move]]
      }
    }
    for number in 0..<count { #expect(model.documents[new[number]] == number) }
    #expect(model.documents.count == count)
  }
}
