import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// The path and the document of a failed step.
  package struct Place: Sendable, Hashable {
    package var id: DocumentID
    package var path: DocumentPath
  }

  /// A step that failed, and why.
  package struct Failure: Sendable, Hashable {
    package var id: DocumentID
    package var item: SkippedItem

    package init(_ place: Place, _ reason: String) {
      id = place.id
      item = SkippedItem(path: place.path, reason: reason)
    }
  }

  /// The steps that could not be done because the folder has unsaved changes, and the other failures.
  package struct Outcome: Sendable {
    /// Places with unsaved changes.
    package var unsaved: [Place] = []
    /// Places of missing placeholders that have to be removed: a full scan shows whether they were moved.
    package var missing: [Place] = []
    /// Documents that could not be written, and why.
    package var failed: [Failure] = []
    /// The documents that are not as they should be.
    package var undone: Set<DocumentID> = []
    /// The documents that are as good as they can be for now: beside an obstacle.
    var provisional: Set<DocumentID> = []

    package init() {}

    /// Whether nothing in the folder has to be checked again.
    package var isLookedOver: Bool { unsaved.isEmpty && missing.isEmpty }

    /// The documents to check again in the next operation.
    package var unsettled: Set<DocumentID> { undone.union(provisional) }

    /// Notes that steps are not done, because earlier ones failed.
    package mutating func leave(_ steps: [FolderStep]) {
      let told = Set(unsaved.map(\.id))
      for step in steps {
        guard let id = step.id, undone.insert(id).inserted, !told.contains(id), let new = step.new
        else { continue }
        failed.append(Failure(Place(id: id, path: new.path), tr("another document is still there")))
      }
    }

    /// Runs one step; a failure is noted, and does not stop the others.
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
        fail(path, tr("holds \(name), which no version keeps"))
      } catch let error as FileError where error.code != ENOSPC {
        fail(path, error.description)
      } catch let error as GitError where error.code == .tooLarge {
        fail(path, error.message)
      }
    }
  }
}
