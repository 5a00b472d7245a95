import DocMerge
import DocMergeSystem
import Foundation

/// A copy of a wrapper at one moment, to be written on another thread while the app continues to edit the wrapper.
///
/// Contents are shared, not copied. A wrapper of a subclass, which may have its own way of writing, is passed on as it
/// is, with its members.
struct FileWrapperSnapshot {
  /// The wrapper to write.
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

  /// Updates the places in the app's own wrappers, now that they are written.
  ///
  /// Before that they do not change, so that a failed save leaves them unchanged.
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
