import Foundation
import Synchronization

extension Document {
  /// Saves because somebody else wants to read the file.
  nonisolated func saveForReader(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    Task { @MainActor in
      guard !isClosed, hasUnsavedChanges else { return completion(nil) }
      do {
        try await autosave()
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// Reads the file again if somebody changed it, unless that would lose edits.
  nonisolated func reloadIfChanged(onlyIfNewer: Bool) {
    Task { @MainActor in
      enqueue { [self] in
        guard !isClosed, !isClosing else { return }
        let url = fileURL
        let date = VersionedItem.date(of: url)
        let known = fileModificationDate
        guard let date else { return await findConflicts() }
        // What is written into a member of a package leaves the folder's own date as it was.
        let newest = try? await access { DocumentFile.newestMember(of: url) }
        let isChanged = onlyIfNewer ? date > known ?? .distantPast : date != known
        guard isChanged || newest != facts.withLock(\.newestMember) else {
          return await findConflicts()
        }
        // The edits are kept: saving them makes a version beside the other one.
        guard !hasUnsavedChanges else { return await findConflicts() }
        // Through the method that apps override; in its own turn.
        revert(toContentsOf: url, completionHandler: nil)
      }
    }
  }

  nonisolated func follow(to url: URL) {
    setFileURL(url)
    Task { @MainActor in noteActivity() }
  }

  nonisolated func lookForConflicts() {
    Task { @MainActor in
      enqueue { [self] in await findConflicts() }
    }
  }

  /// Makes the state say whether there are versions to decide between.
  func findConflicts() async {
    guard !isClosed else { return }
    let url = fileURL
    let found = try? await access { try FileVersion.conflicts(url).isEmpty }
    guard let isEmpty = found, !isClosed else { return }
    changeState(adding: isEmpty ? [] : .inConflict, removing: isEmpty ? .inConflict : [])
  }
}
