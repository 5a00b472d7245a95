import DocMergeUIKit

/// Settles the conflicts of a file in the ways that apps do.
struct ConflictChooser {
  let url: URL

  /// The names of the devices that a person may choose between.
  var choices: [String] {
    let versions = NSFileVersion.unresolvedConflictVersionsOfItem(at: url) ?? []
    return versions.map { $0.localizedNameOfSavingComputer ?? "Unknown" }
  }

  /// The latest version takes the place of the file; all others go.
  func keepNewest() throws {
    guard let conflicts = NSFileVersion.unresolvedConflictVersionsOfItem(at: url),
      let current = NSFileVersion.currentVersionOfItem(at: url), !conflicts.isEmpty
    else { return }
    let newest =
      ([current] + conflicts).max {
        ($0.modificationDate ?? .distantPast) < ($1.modificationDate ?? .distantPast)
      } ?? current
    var coordinationError: NSError?
    var innerError: Error?
    let coordinator = NSFileCoordinator(filePresenter: nil)
    coordinator.coordinate(writingItemAt: url, options: .forMerging, error: &coordinationError) {
      newURL in
      do {
        if newest != current {
          try newest.replaceItem(at: newURL, options: [])
        }
        try NSFileVersion.removeOtherVersionsOfItem(at: newURL)
        for version in conflicts { version.isResolved = true }
      } catch {
        innerError = error
      }
    }
    if let error = coordinationError ?? innerError { throw error }
  }

  /// The contents of the folder stay; versions are removed before the list of them is read.
  func keepCurrent() throws {
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
    NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.forEach { $0.isResolved = true }
  }

  /// Each version becomes a file of its own beside the document.
  func keepAll() throws -> [URL] {
    var copies: [URL] = []
    for (index, version) in (NSFileVersion.unresolvedConflictVersionsOfItem(at: url) ?? [])
      .enumerated()
    {
      let device = version.localizedNameOfSavingComputer ?? "copy"
      let name = "\(url.deletingPathExtension().lastPathComponent) (\(device) \(index + 1))"
      let copy = url.deletingLastPathComponent().appendingPathComponent(name)
        .appendingPathExtension(url.pathExtension)
      var error: NSError?
      var thrown: Error?
      NSFileCoordinator().coordinate(writingItemAt: copy, options: [], error: &error) { target in
        do { copies.append(try version.replaceItem(at: target)) } catch { thrown = error }
      }
      if let error = error { throw error }
      if let thrown = thrown { throw thrown }
      version.isResolved = true
      try version.remove()
    }
    return copies
  }

  /// All texts, one below the other.
  func merge() throws {
    let versions = NSFileVersion.unresolvedConflictVersionsOfItem(at: url) ?? []
    var text = ""
    var error: NSError?
    NSFileCoordinator().coordinate(
      readingItemAt: url, options: .withoutChanges, writingItemAt: url, options: .forMerging,
      error: &error
    ) { readURL, writeURL in
      text = (try? String(contentsOf: readURL, encoding: .utf8)) ?? ""
      for version in versions {
        text += (try? String(contentsOf: version.url, encoding: .utf8)) ?? ""
        version.isResolved = true
      }
      try? Data(text.utf8).write(to: writeURL)
    }
    if let error = error { throw error }
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
  }
}
