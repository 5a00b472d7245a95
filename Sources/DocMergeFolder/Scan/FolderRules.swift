package import DocMergeHistory
package import DocMergeObjects
import Synchronization

/// Which paths are documents, packages or neither: `.gitignore`, `.gitattributes` and known types.
package struct FolderRules: Sendable {
  package let git: GitStore
  private let bits: ExecuteBits

  package init(git: GitStore) {
    self.git = git
    bits = ExecuteBits(git: git)
  }

  /// Whether the file system has execute bits, as git notes it when it makes a repository.
  ///
  /// Read from git once, and only when it is needed: git takes longer to start than a look at many files.
  var hasExecuteBits: Bool { bits.areKept }

  /// Whether the file system ignores case in names.
  ///
  /// - Throws: ``GitError``.
  func foldsCase() throws(GitError) -> Bool {
    try git.configuration("core.ignorecase").flatMap(GitStore.choice) ?? false
  }

  /// The attribute that declares a folder a package: `*.imagenotes docmerge-package`.
  package static let packageAttribute = PackageLines.attribute

  /// Folders that programs on Apple's systems and their ports treat as one document.
  private static let packageExtensions: Set<String> = [
    "bundle", "imagenotes", "key", "logicx", "numbers", "oo3", "pages", "playground", "rtfd",
    "scriv", "textbundle", "xcdatamodel", "xcdatamodeld", "xcodeproj", "xcplaygroundpage",
    "xcworkspace",
  ]

  /// Whether the folder is one document.
  package func isPackage(_ folder: DocumentPath) throws(GitError) -> Bool {
    switch try git.attribute(FolderRules.packageAttribute, of: folder) {
    case .set, .value: return true
    case .unset: return false
    case .unspecified: break
    }
    let name = folder.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    return FolderRules.packageExtensions.contains(ending)
  }

  /// Whether `.gitignore` (of the container or of the person) excludes the path.
  package func isIgnored(_ path: DocumentPath, isFolder: Bool) throws(GitError) -> Bool {
    try git.isIgnored(path, isFolder: isFolder)
  }
}

/// Whether a file system has execute bits, once it is known.
private final class ExecuteBits: Sendable {
  private let git: GitStore
  private let answer = Mutex<Bool?>(nil)

  init(git: GitStore) { self.git = git }

  var areKept: Bool {
    answer.withLock { answer in
      if let answer { return answer }
      // If git's settings cannot be read, the first use of the repository reports it.
      let value = (try? git.configuration("core.filemode")).flatMap(\.self)
      let areKept = value.flatMap(GitStore.choice) ?? true
      answer = areKept
      return areKept
    }
  }
}
