import DocMergeTestSupport
import Testing

/// Syncs every replica twice, so that each has seen what the others did; conflicts may remain.
func sync(_ replicas: [Replica]) {
  for replica in replicas + replicas { _ = replica.program.run(["sync"]) }
}

/// Expects the same folder everywhere, with nothing in conflict and nothing left to save.
func expectAgreement(_ replicas: [Replica]) throws {
  for replica in replicas {
    #expect(replica.contents == replicas[0].contents)
    #expect(try replica.status().isClean)
    try replica.docmerge("list")
    try replica.docmerge("save")
  }
}

/// Expects the same files everywhere, whether or not something is in conflict.
func expectSameFolders(_ replicas: [Replica]) throws {
  for replica in replicas {
    #expect(replica.contents == replicas[0].contents)
    #expect(try replica.status().isClean)
    try replica.git("fsck", "--strict")
  }
}
