import DocMergeCore
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// What a document should be in the folder: `nil` where it should not be.
  package struct Target: Sendable {
    package var id: DocumentID
    package var wish: (name: DocumentPath, version: Version)?
    /// The name that it had, in the state that the folder was in line with.
    package var oldName: DocumentPath?
    package var presence = Presence.asItWas
    /// Whether people have to decide between several versions of it.
    package var isInConflict = false

    package init(
      id: DocumentID, wish: (name: DocumentPath, version: Version)? = nil,
      oldName: DocumentPath? = nil, presence: Presence = Presence.asItWas,
      isInConflict: Bool = false
    ) {
      self.id = id
      self.wish = wish
      self.oldName = oldName
      self.presence = presence
      self.isInConflict = isInConflict
    }

    /// What is to lie in the folder for a document.
    package enum Presence: Sendable {
      /// A placeholder stays one, and contents stay contents, as far as they are here.
      case asItWas
      case contents
      case placeholder
      /// Nothing: the document is outside of the focus.
      case outside
    }
  }

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
    package mutating func leave(_ steps: [Step]) {
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

  /// What is to be done about a document.
  ///
  /// Behind a reference, since steps go through many hands.
  package struct Step: Sendable {
    private var parts: Parts

    private final class Parts: Sendable {
      let old: FolderIndex.Entry?
      let new: FolderIndex.Entry?
      let filling: FileWriter.Filling?
      let outside: FolderIndex.Outside?

      init(
        _ old: FolderIndex.Entry?, _ new: FolderIndex.Entry?, _ filling: FileWriter.Filling?,
        _ outside: FolderIndex.Outside?
      ) {
        (self.old, self.new, self.filling, self.outside) = (old, new, filling, outside)
      }
    }

    package init(
      old: FolderIndex.Entry?, new: FolderIndex.Entry?, filling: FileWriter.Filling?,
      outside: FolderIndex.Outside? = nil
    ) {
      parts = Parts(old, new, filling, outside)
    }

    /// What lies in the folder.
    package var old: FolderIndex.Entry? {
      get { parts.old }
      set { parts = Parts(newValue, parts.new, parts.filling, parts.outside) }
    }

    /// What is to lie there.
    package var new: FolderIndex.Entry? { parts.new }

    /// What is to be known of a document that is outside of the focus.
    package var outside: FolderIndex.Outside? { parts.outside }

    /// The document; `nil` where there is nothing to do.
    package var id: DocumentID? { (parts.new ?? parts.old)?.id ?? parts.outside?.id }

    /// What it is made of.
    package var filling: FileWriter.Filling? { parts.filling }

    /// Whether anything is to be other than it was.
    package var isChange: Bool {
      guard let old = parts.old, let new = parts.new else {
        return parts.old != nil || parts.new != nil || parts.outside != nil
      }
      return old.path != new.path || old.wanted != new.wanted || old.version != new.version
        || old.content != new.content
    }

    /// Whether the document lies where the other one is to be, or in a folder or as a file there.
    func isInTheWay(of other: Step) -> Bool {
      guard let place = old?.path, let wish = other.new?.path else { return false }
      return place == wish || place.isInside(wish) || wish.isInside(place)
    }
  }
}
