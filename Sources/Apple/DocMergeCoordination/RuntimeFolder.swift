import DocMergeSystem

/// The folder in which the processes of one user find each other.
///
/// Only its owner may enter it. A process without `XDG_RUNTIME_DIR` in its environment, such as those of cron, finds
/// the same folder by the number of its user.
enum RuntimeFolder {
  /// Finds or makes the folder.
  static func open() throws(AccessError) -> ItemPath {
    let path = place()
    do throws(Errno) {
      try path.system.makeFolder(permissions: 0o700)
    } catch {
      if error != .fileExists { throw .system("make", path, error) }
    }
    let status = try AccessError.trying("read", path) { () throws(Errno) in
      try path.system.ownStatus()
    }
    guard status.isFolder, status.owner == CurrentProcess.user else {
      // Another user's folder, or a link to one: its contents cannot be trusted.
      throw .system("trust", path, .notPermitted)
    }
    if status.permissions & 0o077 != 0 {
      try AccessError.trying("protect", path) { () throws(Errno) in
        try path.system.setPermissions(0o700)
      }
    }
    return path
  }

  /// The path of the folder, existing or not.
  static func place() -> ItemPath {
    if let chosen = variable("DOCMERGE_RUNTIME_DIR") { return ItemPath(chosen) }
    for folder in [variable("XDG_RUNTIME_DIR"), "/run/user/\(CurrentProcess.user)"] {
      guard let folder, let status = try? SystemPath(folder).status(),
        status.owner == CurrentProcess.user, status.isFolder, status.permissions & 0o022 == 0
      else { continue }
      return ItemPath(folder).appending("docmerge".utf8)
    }
    return ItemPath("/tmp/docmerge-\(CurrentProcess.user)")
  }

  private static func variable(_ name: String) -> String? {
    Variable.value(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
