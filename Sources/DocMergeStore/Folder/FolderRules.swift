/// Which paths are documents, packages or neither: `.gitignore`, `.gitattributes` and known types.
struct FolderRules: Sendable {
  let git: GitStore
  /// Whether the file system keeps the execute bit of files, as git notes it where it makes a repository.
  let hasExecuteBits: Bool
  /// Whether the file system takes names for the same that differ in case.
  let foldsCase: Bool

  init(git: GitStore) throws(GitError) {
    self.git = git
    hasExecuteBits = try git.configuration("core.filemode").flatMap(GitStore.choice) ?? true
    foldsCase = try git.configuration("core.ignorecase").flatMap(GitStore.choice) ?? false
  }

  /// The attribute that declares a folder a package: `*.imagenotes docmerge-package`.
  static let packageAttribute = "docmerge-package"

  /// Folders that programs on Apple's systems and their ports treat as one document.
  private static let packageExtensions: Set<String> = [
    "bundle", "imagenotes", "key", "logicx", "numbers", "oo3", "pages", "playground", "rtfd",
    "scriv", "textbundle", "xcdatamodel", "xcdatamodeld", "xcodeproj", "xcplaygroundpage",
    "xcworkspace",
  ]

  /// Whether the folder is one document.
  func isPackage(_ folder: DocumentPath) throws(GitError) -> Bool {
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

  /// Whether `.gitignore` (of the container or of the person) leaves the path out.
  func isIgnored(_ path: DocumentPath, isFolder: Bool) throws(GitError) -> Bool {
    try git.isIgnored(path, isFolder: isFolder)
  }
}
