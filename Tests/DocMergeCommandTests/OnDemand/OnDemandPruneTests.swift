import DocMergeTestSupport
import Testing

/// Prunes of replicas that do not have all contents.
struct OnDemandPruneTests {
  private let meeting = Meeting()

  @Test
  func `a replica on demand prunes the versions that it knows, and no replica misses any`() throws {
    let full = try meeting.replica("A")
    for round in 1...3 {
      full.write("x.md", "x \(round)\n")
      full.write("y.md", "y \(round)\n")
      if round == 1 { full.write("z.md", "z\n") }
      try full.docmerge("save")
    }
    try full.docmerge("sync")
    full.file("z.md").remove()
    try full.docmerge("sync")
    let lazy = Replica("B")
    try lazy.clone(meeting.remote)
    try lazy.docmerge("download", "x.md")
    lazy.write("x.md", "taken back\n")
    try lazy.docmerge("save")
    try lazy.docmerge("undo")
    for replica in [lazy, full, lazy] { try replica.docmerge("sync") }
    let plan = try lazy.docmerge("prune", "--older-than", "0d", "--dry-run")
    #expect(plan.text.contains("x.md"), "\(plan)")
    for replica in [lazy, full, lazy, full] {
      try replica.docmerge("prune", "--older-than", "0d")
      try replica.docmerge("sync")
      try replica.docmerge("verify")
      try replica.docmerge("audit")
    }
    try lazy.docmerge("download", "--all")
    #expect(lazy.contents == ["x.md": "x 3\n", "y.md": "y 3\n"])
    #expect(lazy.contents == full.contents)
    #expect(meeting.git("fsck", "--strict").status == 0)
    let other = Replica("C")
    try other.clone(meeting.remote)
    try other.docmerge("download", "--all")
    #expect(other.contents == full.contents)
    try other.docmerge("verify")
  }
}
