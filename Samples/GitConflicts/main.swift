// Shows how a program decides the conflicts of a git repository: merges each path in conflict of the
// repository around the current folder, and stages what is decided.
//
//     cd ~/Trip && GitConflicts

// docs/guide/library.md and the article of DocMerge show the part between the two marks.
// begin guide
import DocMergeGit

guard let repository = try GitRepository.current() else { fatalError("no git repository here") }
let operation = try repository.operation()
let conflicts = try repository.conflicts()
let edits = try repository.edits(of: conflicts)  // what a person has begun to decide

var decided: [(conflict: GitConflict, resolution: Resolution)] = []
for conflict in conflicts where edits[conflict.path] == nil && !conflict.hasSubmodule {
  let versions = try repository.conflict(of: conflict, during: operation)
  guard let resolution = try ThreeWayMerge().resolve(versions) else {
    print("\(versions.path): left in conflict, \(conflict.kind.rawValue)")
    continue
  }
  print("\(versions.path): \(resolution.summary)")
  decided.append((conflict, resolution))
}
// Files and index change together, or not at all; `docmerge undo` and `undo()` take it back.
try repository.apply(repository.choices(decided), summary: "merge")
// end guide
