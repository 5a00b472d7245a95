import DocMergeCore
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// Where something about a document could not be done.
  package struct Place: Sendable, Hashable {
    package var id: DocumentID
    package var path: DocumentPath
  }

  /// What could not be done, and why.
  package struct Failure: Sendable, Hashable {
    package var id: DocumentID
    package var item: SkippedItem

    package init(_ place: Place, _ reason: String) {
      id = place.id
      item = SkippedItem(path: place.path, reason: reason)
    }
  }

  /// What could not be done because the folder holds something that is not saved yet, and what else could not.
  package struct Outcome: Sendable {
    /// Where something lies that is not saved yet.
    package var unsaved: [Place] = []
    /// Where placeholders should be that are to go: a look at the whole folder tells whether somebody moved them.
    package var missing: [Place] = []
    /// What could not be written, and why.
    package var failed: [Failure] = []
    /// The documents that are not as they should be.
    package var undone: Set<DocumentID> = []
    /// The documents that are as they can be for now: beside an obstacle.
    var provisional: Set<DocumentID> = []

    package init() {}

    /// Whether nothing in the folder has to be looked at again.
    package var isLookedOver: Bool { unsaved.isEmpty && missing.isEmpty }

    /// The documents that are to be looked at again at the next occasion.
    package var unsettled: Set<DocumentID> { undone.union(provisional) }

    /// Notes that steps are not done, since others that were before them could not be.
    package mutating func leave(_ steps: [FolderStep]) {
      let told = Set(unsaved.map(\.id))
      for step in steps {
        guard let id = step.id, undone.insert(id).inserted, !told.contains(id), let new = step.new
        else { continue }
        failed.append(Failure(Place(id: id, path: new.path), "another document is still there"))
      }
    }

    /// Does one step; what goes wrong with it is noted, and no reason to leave the others undone.
    package mutating func note(
      _ id: DocumentID, _ path: DocumentPath, _ step: () throws -> Void
    ) throws {
      var isDone = false
      defer { if !isDone { undone.insert(id) } }
      func fail(_ path: DocumentPath, _ reason: String) {
        failed.append(Failure(Place(id: id, path: path), reason))
      }
      do {
        try step()
        isDone = true
      } catch FileWriter.Refusal.changedMeanwhile(let path) {
        unsaved.append(Place(id: id, path: path))
      } catch FileWriter.Refusal.holdsUnkept(let path, let name) {
        fail(path, "holds \(name), which no version keeps")
      } catch let error as FileError where error.code != ENOSPC {
        fail(path, error.description)
      } catch let error as GitError where error.code == .tooLarge {
        fail(path, error.message)
      }
    }
  }
}
