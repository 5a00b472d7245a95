import DocMerge
import DocMergeSystem
import Foundation

/// What is known of one document without reading it.
struct ItemFacts: Sendable, Hashable {
  var path: SystemPath
  var form: FileStatus.Form
  var size: Int64
  var modified: Timestamp
  var created: Timestamp?
  /// Of what lies in a container, how it is there.
  var membership: Membership?

  /// How a document is in its container.
  struct Membership: Sendable, Hashable {
    /// The root of the container.
    var container: SystemPath
    var isInConflict = false
    var isUploaded = false
    /// Whether the container is another program's.
    var isExternal = false
    /// What is known of contents that are not here.
    var elsewhere: Elsewhere?
  }

  /// A document whose contents are not all here, as the container knows it.
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
