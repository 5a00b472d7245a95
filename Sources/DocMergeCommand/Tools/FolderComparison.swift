import DocMerge
import DocMergeSystem

/// Prints the differences of all files in two folders.
struct FolderComparison {
  let old: ComparedFile
  let new: ComparedFile

  func print() throws {
    let (before, after) = (try members(of: old), try members(of: new))
    for name in before.union(after).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let text = PrintableText.escape(name)
      FileComparison(
        old: before.contains(name) ? try old.appending(name).contents() : nil,
        new: after.contains(name) ? try new.appending(name).contents() : nil,
        oldName: "a/\(text)", newName: "b/\(text)"
      ).print()
    }
  }

  private func members(of folder: ComparedFile) throws -> Set<[UInt8]> {
    folder.isAbsent ? [] : Set(try folder.members())
  }
}
