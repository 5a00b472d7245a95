import DocMergeCore
import DocMergeDecisions
import DocMergeTestSupport
import Testing

/// The lines on which the parts of a text start in the texts that were merged.
struct LinePlacesTests {
  private func places(_ text: TextDecisions) -> [LinePlaces.Place] { LinePlaces(of: text).places }

  @Test func `a region has the lines of all texts`() throws {
    let base = (1...9).map { "line \($0)\n" }.joined()
    let text = try Sessions.text(
      (
        base: Array(base.utf8), ours: Array(("a\nb\n" + base.replacing("line 7", with: "x")).utf8),
        theirs: Array(base.replacing("line 4\n", with: "").replacing("line 7", with: "y").utf8)
      ))
    let open = text.parts.indices.filter { index in
      if case .open = text.parts[index] { return true }
      return false
    }
    #expect(open.map { places(text)[$0] } == [.init(base: 7, ours: 9, theirs: 6)])
  }

  @Test func `what one side changed has its lines there`() throws {
    let base = (1...9).map { "line \($0)\n" }.joined()
    let text = try Sessions.text(
      (
        base: Array(base.utf8), ours: Array(base.replacing("line 2\n", with: "x\ny\n").utf8),
        theirs: Array(base.replacing("line 8\n", with: "z\n").utf8)
      ))
    #expect(
      places(text) == [
        .init(base: 1, ours: 1, theirs: 1), .init(base: nil, ours: 2, theirs: nil),
        .init(base: 3, ours: 4, theirs: 3), .init(base: nil, ours: nil, theirs: 8),
        .init(base: 9, ours: 10, theirs: 9),
      ])
  }

  /// The law: the lines from where a part is said to start say what the part says.
  @Test(arguments: 1...200)
  func `the reported line is the line of the part`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let inputs = Sessions.texts(&random)
    let text = try Sessions.text(inputs)
    for (part, place) in zip(text.parts, places(text)) {
      let pieces = Self.pieces(of: part)
      Self.expect(pieces.base, at: place.base, in: text.base)
      Self.expect(pieces.ours, at: place.ours, in: text.ours)
      Self.expect(pieces.theirs, at: place.theirs, in: text.theirs)
      if case .open(let region) = part {
        #expect((place.ours != nil) == !region.conflict.ours.isEmpty)
        #expect((place.theirs != nil) == !region.conflict.theirs.isEmpty)
      }
    }
  }

  private static func pieces(
    of part: TextDecisions.Part
  ) -> (base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    func pieces(
      _ conflict: Region.Conflict
    ) -> (base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
      (conflict.base ?? [], conflict.ours, conflict.theirs)
    }
    switch part {
    case .open(let region): return pieces(region.conflict)
    case .agreed(let agreed):
      if case .decided(_, let conflict) = agreed.origin { return pieces(conflict) }
      return (agreed.bytes, agreed.bytes, agreed.bytes)
    }
  }

  private static func expect(_ piece: ArraySlice<UInt8>, at line: Int?, in text: [UInt8]) {
    guard let line else { return }
    let lines = Lines(text)
    let start = lines.prefix(line - 1).reduce(0) { $0 + $1.count }
    #expect(text[start...].starts(with: piece))
  }
}
