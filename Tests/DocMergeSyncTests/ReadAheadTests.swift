import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSync

/// Reading ahead gives the same as reading later.
struct ReadAheadTests {
  private let folder = TemporaryFolder()
  private let container: Container

  init() throws {
    for number in 0..<600 {
      File("\(folder.path)/c/d\(number % 9)/\(number).md").write(Array("text \(number)\n".utf8))
    }
    container = try Container.create(at: "\(folder.path)/c", computer: "laptop").container
    File("\(folder.path)/c/d1/1.md").write(Array("edited\n".utf8))
    _ = try container.save()
  }

  private func state() throws -> StateReader { try #require(try container.state()) }

  @Test func `reading ahead gives the same as reading without it`() throws {
    let state = try state()
    let expected = try state.allRecords()
    for isWaitedFor in [false, true] {
      let ahead = ReadAhead(of: state.id, in: GitStore(path: container.git.path))
      guard let found = ahead.end(isWaitedFor: isWaitedFor) else {
        #expect(!isWaitedFor)
        continue
      }
      #expect(ahead.end() == nil)
      #expect(found.changes(to: state, since: nil)?.documents.map(\.new) == expected)
      let reader = VersionReader(git: container.git)
      var count = 0
      for record in expected {
        for head in record.heads.elements {
          guard let parents = found.parents(of: head, in: record.id) else { continue }
          #expect(try reader.entry(head.id).parents == parents)
          var other = head
          other.size += 1
          #expect(found.parents(of: other, in: record.id) == nil)
          #expect(found.parents(of: head, in: Samples.document(1)) == nil)
          count += 1
        }
      }
      if isWaitedFor { #expect(count == 600) }
    }
  }

  @Test func `an object that is no state is left to the later reader`() throws {
    let blob = try #require(try state().root[StateReader.clockName]).id
    #expect(ReadAhead(of: blob, in: container.git).end() == nil)
    #expect(ReadAhead(of: Samples.object(1), in: container.git).end() == nil)
  }

  @Test func `what was read of one state counts for no other`() throws {
    let (state, git) = (try state(), container.git)
    File("\(folder.path)/c/d1/1.md").write(Array("edited again\n".utf8))
    _ = try container.save()
    let chain = try #require(try git.references(matching: "refs/docmerge/versions/*").values.first)
    let ahead = ReadAhead(of: state.id, chain, in: git)
    let found = try #require(ahead.end(isWaitedFor: true))
    #expect(found.changes(to: state, since: nil)?.documents.count == 600)
    #expect(found.changes(to: state, since: state) == nil)
    #expect(found.changes(to: try self.state(), since: nil) == nil)
    #expect(found.chain == chain)
    #expect(found.listed == (try PeerCheck.versions(linkedBy: chain, in: git)))
    #expect(found.listed.count > 600)
    let heads = try state.allRecords().flatMap { $0.heads.elements.map(\.id) }
    #expect(Set(found.listed).isSuperset(of: heads))
  }
}
