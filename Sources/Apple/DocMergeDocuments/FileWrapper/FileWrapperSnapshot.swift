import DocMerge
import DocMergeSystem
import Foundation

/// A wrapper as it was at one moment, to be written on another thread while the app goes on editing it.
///
/// Contents are shared, not copied. A wrapper of a subclass, which may write itself in its own way, is
/// handed over as it is, with all that is in it.
struct FileWrapperSnapshot {
  /// What is to be written.
  let copy: FileWrapper

  private struct Pair {
    var source: FileWrapper
    var copy: FileWrapper
    /// The keys from the top down.
    var keys: [String]
  }

  private var pairs: [Pair] = []

  init(of wrapper: FileWrapper) {
    var pairs: [Pair] = []
    copy = FileWrapperSnapshot.copy(wrapper, keys: [], into: &pairs)
    self.pairs = pairs
  }

  private static func copy(
    _ source: FileWrapper, keys: [String], into pairs: inout [Pair]
  ) -> FileWrapper {
    let isPlain = type(of: source) == FileWrapper.self
    let copy = isPlain ? FileWrapper(regularFileWithContents: Data()) : source
    pairs.append(Pair(source: source, copy: copy, keys: keys))
    guard isPlain else { return copy }
    copy.noted = source.noted
    copy.place = source.place
    copy.filename = source.filename
    copy.fileAttributes = source.fileAttributes
    if let name = source.preferredFilename { copy.setWantedName(name) }
    guard case .folder(let folder) = source.body else {
      copy.body = source.body
      return copy
    }
    let members = FileWrapperFolder()
    members.isUnseen = folder.isUnseen
    for (key, child) in folder.children {
      members.put(self.copy(child, keys: keys + [key], into: &pairs), key: key)
    }
    copy.body = .folder(members)
    return copy
  }

  /// Notes in the app's own wrappers where they lie, now that they are written.
  ///
  /// Before that nothing of them changes, so that a save that fails leaves them as they were.
  func settle(at url: URL) {
    let top = SystemPath(wrapperPath: url)
    for pair in pairs {
      pair.source.noted = pair.copy.noted
      pair.source.filename = pair.keys.last ?? url.lastPathComponent
      let place = pair.keys.reduce(top) { $0.appending($1.utf8) }
      pair.source.place = pair.copy.noted == nil ? nil : place
    }
  }
}
