package import DocMergeHistory
import DocMergeObjects
package import DocMergeSystem

/// Stands in the folder for a document whose contents are not here: a symbolic link without a target.
///
///     todo.md -> .docmerge/not-downloaded/5f0c…
///
/// Lists and completion show the name, no program can take it for an empty document, and writing through it fails,
/// since the folder that it points to never exists. The link names the document, so that it is recognised wherever it
/// is moved.
package struct Placeholder: Sendable, Hashable {
  package let document: DocumentID

  private static let folder = Array(".docmerge/not-downloaded/".utf8)

  package init(_ document: DocumentID) {
    self.document = document
  }

  /// Parses the target of a link; `nil` for any link that is no placeholder.
  package init?(target: [UInt8]) {
    guard target.starts(with: Placeholder.folder),
      let id = DocumentID(
        String(decoding: target.dropFirst(Placeholder.folder.count), as: UTF8.self))
    else { return nil }
    document = id
  }

  /// Reads a link in the folder; `nil` for anything but a placeholder.
  package init?(at item: FolderItem, in root: SystemPath) {
    guard item.kind == .symlink,
      let target = try? Files.target(ofLink: root.appending(item.path))
    else { return nil }
    self.init(target: target)
  }

  /// The placeholder at a path; `nil` for anything else.
  package static func at(_ path: SystemPath) -> Placeholder? {
    guard (try? FileStatus.of(path))?.form == .symlink,
      let target = try? Files.target(ofLink: path)
    else { return nil }
    return Placeholder(target: target)
  }

  /// The target of the link.
  package var target: [UInt8] { Placeholder.folder + document.description.utf8 }

  /// The content of the link as stored, for comparisons with the item in the folder.
  package var content: ContentID {
    let header = Array("blob \(target.count)\0".utf8)
    guard let id = ObjectID(bytes: SHA1.hash(header + target)) else {
      preconditionFailure("A hash has the length of an id.")
    }
    return ContentID(kind: .symlink, object: id)
  }
}

extension FolderIndex.Entry {
  /// Whether a placeholder is in the folder, and not the contents of the document.
  package var isPlaceholder: Bool { content.kind == .symlink && content == Placeholder(id).content }
}
