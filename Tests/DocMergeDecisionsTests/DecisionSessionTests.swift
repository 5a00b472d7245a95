import DocMergeCore
import DocMergeDecisions
import DocMergeTestSupport
import Foundation
import Testing

/// A session of several documents.
struct DecisionSessionTests {
  /// Two regions, a document that is decided as a whole, and one more region.
  private func session() throws -> DecisionSession {
    DecisionSession([
      try Sessions.document(
        "a.md", base: "1\n2\n3\n4\n5\n", ours: "a\n2\n3\n4\nb\n", theirs: "x\n2\n3\n4\ny\n"),
      Sessions.whole("b.png"),
      try Sessions.document(
        "c.md", base: "Monday in the hall.\n", ours: "Friday in the hall.\n",
        theirs: "Monday in the barn.\n"),
    ])
  }

  private func position(_ document: Int, _ region: Int = 0) -> DecisionSession.Position {
    .init(document: document, region: region)
  }

  @Test func `one goes through all regions, forwards and backwards`() throws {
    let session = try session()
    let all = [position(0), position(0, 1), position(1), position(2)]
    #expect(session.positions == all)
    var forwards: [DecisionSession.Position] = []
    while let next = session.next(after: forwards.last) { forwards.append(next) }
    var backwards: [DecisionSession.Position] = []
    while let next = session.previous(before: backwards.last) { backwards.append(next) }
    #expect(forwards == all)
    #expect(backwards == all.reversed())
  }

  @Test func `decided regions are passed over on request`() throws {
    var session = try session()
    session.choose(.ours, at: position(0))
    session.take(.keep(.newest), in: 1)
    #expect(session.openCount == 2)
    #expect(session.next(after: nil, isOpen: true) == position(0, 1))
    #expect(session.next(after: position(0, 1), isOpen: true) == position(2))
    #expect(session.previous(before: position(2), isOpen: true) == position(0, 1))
    #expect(session.next(after: position(2), isOpen: true) == nil)
  }

  @Test func `the rest is decided in one step, and taken back in one`() throws {
    var session = try session()
    session.choose(.theirs, at: position(0))
    let outcome1 = session.decideRest(whole: .version(0)) { _ in .ours }
    #expect(outcome1 == 3)
    #expect(session.openCount == 0)
    #expect(session.documents[0].text?.merged.clean == Array("x\n2\n3\n4\nb\n".utf8))
    session.takeBack()
    #expect(session.openCount == 3)
    #expect(session.documents[0].text?.regions[0].choice == .theirs)
    session.redo()
    #expect(session.openCount == 0)
    let outcome2 = session.decideRest { _ in .ours } == 0
    #expect(outcome2)
  }

  @Test func `suggestions are taken up to a risk`() throws {
    var session = try session()
    let rule = try #require(session.region(at: position(2))?.suggestion?.rule)
    #expect(rule.risk == .medium)
    let outcome3 = session.takeSuggestions(upTo: .low, of: 2..<3)
    #expect(outcome3 == 0)
    let outcome4 = session.takeSuggestions(upTo: .medium, of: 2..<3)
    #expect(outcome4 == 1)
    #expect(session.documents[2].text?.merged.clean == Array("Friday in the barn.\n".utf8))
  }

  @Test func `regions are found by what their texts hold`() throws {
    let session = try session()
    #expect(session.positions(holding: Array("barn".utf8)) == [position(2)])
    #expect(session.positions(holding: Array("a".utf8)) == [position(0), position(2)])
    #expect(session.positions(holding: []).isEmpty)
  }

  @Test func `a document as a whole, then its regions again`() throws {
    var session = try session()
    session.take(.keep(.version(1)), in: 0)
    #expect(session.documents[0].isDecided)
    session.choose(.ours, at: position(0))
    #expect(session.documents[0].whole == nil)
    #expect(session.documents[0].openCount == 1)
    let outcome5 = session.take(.keep(.version(2)), in: 0)
    #expect(!outcome5)
    let outcome6 = session.take(.keep(.all), in: 7)
    #expect(!outcome6)
  }

  @Test(arguments: 0..<200)
  func `taking everything back leads to where one began, and doing it again to where one was`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    var session = try session()
    func state(_ session: DecisionSession) -> [[UInt8]] {
      session.documents.map { document in
        Array("\(document.whole.map { "\($0)" } ?? "-")".utf8)
          + (document.text?.merged.marked() ?? [])
      }
    }
    var states = [state(session)]
    for _ in 0..<random.number(1...12) {
      let place = position(random.number(0...2), random.number(0...2))
      let isDone =
        switch random.number(0...6) {
        case 0: session.take(.keep(random.once(in: 2) ? .all : .version(1)), in: place.document)
        case 1:
          session.take(
            .split(region: place.region, ours: 1, base: random.number(0...1), theirs: 0),
            in: place.document)
        case 2: session.take(.join(region: place.region), in: place.document)
        case 6: session.take(.reopen(decision: random.number(0...1)), in: place.document)
        case 3: session.decideRest { _ in random.once(in: 2) ? .theirs : nil } > 0
        case 4: session.choose(.edited(Array("\(random.number(0...9))\n".utf8)), at: place)
        default: session.choose(.ours, at: place)
        }
      if isDone { states.append(state(session)) }
    }
    for expected in states.dropLast().reversed() {
      let outcome7 = session.takeBack()
      #expect(outcome7)
      #expect(state(session) == expected)
    }
    let outcome8 = session.takeBack()
    #expect(!outcome8)
    for expected in states.dropFirst() {
      let outcome9 = session.redo()
      #expect(outcome9)
      #expect(state(session) == expected)
    }
    let outcome10 = session.redo()
    #expect(!outcome10)
  }

  @Test func `a session that was left goes on, but not with versions that changed`() throws {
    var session = try session()
    session.choose(.edited(Array("mine\n".utf8)), at: position(0, 1))
    session.take(.keep(.oldest), in: 1)
    session.choose(.suggestion, at: position(2))
    let saved = try JSONDecoder().decode(
      SavedSession.self, from: JSONEncoder().encode(SavedSession(session)))
    var next = try self.session()
    let outcome11 = next.resume(with: saved)
    #expect(outcome11.isEmpty)
    #expect(next.documents.map(\.steps) == session.documents.map(\.steps))
    var changed = DecisionSession([
      try Sessions.document("a.md", base: "1\n", ours: "2\n", theirs: "3\n"),
      Sessions.whole("b.png"),
    ])
    let outcome12 = changed.resume(with: saved)
    #expect(outcome12 == ["a.md"])
    #expect(changed.documents[0].steps.isEmpty)
    #expect(changed.documents[1].whole == .oldest)
  }
}
