import DocMerge
import DocMergeSystem
import Foundation

/// The facts about one document that are known without reading it.
struct ItemFacts: Sendable, Hashable {
  var path: SystemPath
  var form: FileStatus.Form
  var size: Int64
  var modified: Timestamp
  var created: Timestamp?
  /// The state in its container, for an item in one.
  var membership: Membership?

  /// The state of a document in its container.
  struct Membership: Sendable, Hashable {
    /// The root of the container.
    var container: SystemPath
    var isInConflict = false
    var isUploaded = false
    /// Whether the container is another program's.
    var isExternal = false
    /// The facts about contents that are not here.
    var elsewhere: Elsewhere?
  }

  /// A document whose contents are not all here, with the facts of the container.
  struct Elsewhere: Sendable, Hashable {
    var availability: Availability
    var size: Int64
    var modified: Timestamp
  }

  /// The last name, as text.
  var name: String { String(decoding: path.name, as: UTF8.self) }

  var url: URL {
    URL(
      fileURLWithPath: String(decoding: path.bytes, as: UTF8.self), isDirectory: form == .folder)
  }

  var type: UniformType {
    let named = TypeRegistry.shared.type(of: url)
    return form == .symlink && url.pathExtension.isEmpty
      ? UniformType(unchecked: "public.symlink") : named
  }
}
