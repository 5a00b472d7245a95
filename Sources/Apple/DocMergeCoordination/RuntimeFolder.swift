import Glibc

/// The folder in which the processes of one user find each other.
///
/// Only its owner may enter it. A process that has not got `XDG_RUNTIME_DIR` in its environment, as
/// those of cron, finds the same folder by the number of its user.
enum RuntimeFolder {
  /// Finds or makes the folder.
  static func open() throws(AccessError) -> ItemPath {
    let path = place()
    if mkdir(path.characters, 0o700) != 0, errno != EEXIST {
      throw .system("make", path)
    }
    guard let status = path.status else { throw .system("read", path) }
    var raw = stat()
    guard status.isFolder, lstat(path.characters, &raw) == 0, raw.st_uid == geteuid() else {
      // Somebody else's folder, or a link to one: nothing in it can be trusted.
      throw .system(action: "trust", path: path, code: EPERM)
    }
    if status.mode & 0o077 != 0, chmod(path.characters, 0o700) != 0 {
      throw .system("protect", path)
    }
    return path
  }

  /// Where it is, or would be.
  static func place() -> ItemPath {
    if let chosen = variable("DOCMERGE_RUNTIME_DIR") { return ItemPath(chosen) }
    for folder in [variable("XDG_RUNTIME_DIR"), "/run/user/\(geteuid())"] {
      var raw = stat()
      guard let folder, stat(folder, &raw) == 0, raw.st_uid == geteuid(),
        raw.st_mode & S_IFMT == S_IFDIR, raw.st_mode & 0o022 == 0
      else { continue }
      return ItemPath(folder).appending("docmerge".utf8)
    }
    return ItemPath("/tmp/docmerge-\(geteuid())")
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
