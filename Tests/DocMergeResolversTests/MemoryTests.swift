import DocMergeCore
import DocMergeResolvers
import DocMergeTestSupport
import Testing

/// What people decided, found again.
struct MemoryTests {
  private let base = "title\n\none\nroute 5\nthree\n\nend\n"

  /// The text with another fourth line.
  private func text(_ line: String) -> String {
    base.replacing("route 5\n", with: line)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The conflict that the tests decide.
  private var conflict: Conflict {
    .texts(base: base, text("line 6 by A\n"), text("path 7 by B\n"))
  }

  /// A memory of one decision.
  private func memory(_ conflict: Conflict, _ text: String) throws -> RememberedResolutions {
    RememberedResolutions(try Recalled.decisions(of: conflict, in: bytes(text)))
  }

  private func recall(
    _ conflict: Conflict, _ memory: RememberedResolutions, _ policy: MergePolicy = .balanced
  ) throws -> Resolution? {
    try Recalled(merging: ThreeWayMerge(policy: policy), memory: memory).resolve(conflict)
  }

  @Test func `what was decided is decided again, by whichever policy`() throws {
    let memory = try memory(conflict, text("both 6 and 7\n"))
    #expect(memory.resolutions.count == 1)
    for policy in [MergePolicy.strict, .balanced] {
      let resolution = try #require(try recall(conflict, memory, policy))
      #expect(resolution.text == text("both 6 and 7\n"))
      #expect(resolution.strategy == "memory")
    }
  }

  @Test func `nothing is decided without a memory of it`() throws {
    #expect(try recall(conflict, RememberedResolutions()) == nil)
    var memory = try memory(conflict, text("both 6 and 7\n"))
    for key in memory.resolutions.keys { memory.forget(key) }
    #expect(try recall(conflict, memory) == nil)
  }

  @Test func `a merge that is clean is a merge`() throws {
    let clean = Conflict.texts(base: base, "new\n" + base, base + "new\n")
    let resolution = try #require(try recall(clean, RememberedResolutions()))
    #expect(resolution.strategy == "merge")
    let recalled = Recalled(merging: ThreeWayMerge(), memory: RememberedResolutions())
    #expect(try recalled.remembered(clean) == nil)
  }

  @Test func `sides may be swapped, and stand in another text`() throws {
    let memory = try memory(conflict, text("both 6 and 7\n"))
    let place = "elsewhere\nroute 5\nas well\n"
    let other = Conflict.texts(
      base: place, place.replacing("route 5", with: "path 7 by B"),
      place.replacing("route 5", with: "line 6 by A"))
    #expect(try recall(other, memory)?.text == "elsewhere\nboth 6 and 7\nas well\n")
  }

  @Test func `another base is another conflict`() throws {
    let memory = try memory(conflict, text("both 6 and 7\n"))
    let other = Conflict.texts(
      base: text("road 4\n"), text("line 6 by A\n"), text("path 7 by B\n"))
    #expect(try recall(other, memory) == nil)
  }

  @Test func `sides that were remembered without a base are known with any`() throws {
    let memory = RememberedResolutions([
      RememberedResolution(
        base: nil, ours: bytes("path 7 by B\n"), theirs: bytes("line 6 by A\n"),
        result: bytes("both\n"))
    ])
    #expect(try recall(conflict, memory)?.text == text("both\n"))
  }

  @Test func `line endings make no difference, and are those of the conflict`() throws {
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    let memory = try memory(conflict, text("6\n7\n"))
    let other = Conflict.texts(
      base: windows(base), windows(text("line 6 by A\n")), windows(text("path 7 by B\n")))
    #expect(try recall(other, memory)?.text == windows(text("6\n7\n")))
    let back = try self.memory(other, windows(text("6\n7\n")))
    #expect(try recall(conflict, back)?.text == text("6\n7\n"))
  }

  @Test func `a decision without a line ending does not glue lines together`() throws {
    let base = "start\nroute 5\n"
    func text(_ line: String) -> String { "start\n\(line)" }
    let atEnd = Conflict.texts(base: base, text("line 6 by A\n"), text("path 7 by B\n"))
    let memory = try memory(atEnd, "start\nboth")
    #expect(try recall(atEnd, memory)?.text == "start\nboth")
    #expect(try recall(conflict, memory)?.text == self.text("both\n"))
  }

  @Test func `one conflict of two that is known settles nothing`() throws {
    let two = Conflict.texts(
      base: base, text("line 6 by A\n").replacing("end", with: "finish"),
      text("path 7 by B\n").replacing("end", with: "stop"))
    #expect(try recall(two, memory(conflict, text("both\n"))) == nil)
    let all = try memory(two, text("both\n").replacing("end", with: "halt"))
    #expect(try recall(two, all)?.text == text("both\n").replacing("end", with: "halt"))
  }

  @Test(arguments: [
    (line: "both 6 and 7\n", rest: true, isFound: true),
    (line: "", rest: false, isFound: true),
    (line: "<<<<<<< ours\nline 6\n=======\npath 7\n>>>>>>> theirs\n", rest: false, isFound: false),
    (line: "three\n", rest: true, isFound: false),
  ])
  func `a decision that cannot be recognised is not remembered`(
    line: String, rest: Bool, isFound: Bool
  ) throws {
    // With `rest`, the person also edited what was not in conflict.
    let text = rest ? text(line).replacing("end", with: "THE END") : text(line)
    #expect(try memory(conflict, text).resolutions.isEmpty != isFound)
  }

  @Test func `the same conflict decided in two ways is not remembered`() throws {
    func twice(_ line: String) -> String { "a\n\(line)\n1\n2\n3\n4\n5\n\(line)\ne\n" }
    let conflict = Conflict.texts(base: twice("route 5"), twice("line 6"), twice("path 7"))
    #expect(try memory(conflict, "a\nx\n1\n2\n3\n4\n5\ny\ne\n").resolutions.isEmpty)
    #expect(try memory(conflict, twice("x")).resolutions.count == 1)
  }

  @Test func `keys are digests that any program can compute`() throws {
    let key = try #require(ConflictKey(base: [], ours: bytes("b\r\n"), theirs: bytes("a\n")))
    // printf 'docmerge-conflict 1\n0\n2\na\n2\nb\n' | sha256sum
    #expect(
      key.description == "63901e0dfe0919f6a828dc659b7eefdf7ca9ee1898187d53b423031da94ce7b1")
    #expect(ConflictKey(key.description) == key)
    #expect(ConflictKey("none") == nil)
    #expect(ConflictKey(base: nil, ours: bytes("b\n"), theirs: bytes("a\n")) != key)
    #expect(ConflictKey(base: [], ours: bytes("a\r\n"), theirs: bytes("a\n")) == nil)
    #expect(ConflictKey(base: [], ours: [0], theirs: bytes("a\n")) == nil)
  }
}
