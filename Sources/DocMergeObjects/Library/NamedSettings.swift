import DocMergeLibgit2
import Glibc
import Synchronization

/// The files of settings that git's environment names instead of the usual ones: `GIT_CONFIG_GLOBAL`,
/// `GIT_CONFIG_SYSTEM`, and `GIT_CONFIG_NOSYSTEM` for none.
///
/// libgit2 itself only knows the usual places. Source: git-config(1), ENVIRONMENT.
enum NamedSettings {
  private static let isOff = Atomic(false)

  /// The usual files that do not count.
  static var replaced: [git_config_level_t] {
    let system = hasNoSystem || file("GIT_CONFIG_SYSTEM") != nil
    return (system ? [GIT_CONFIG_LEVEL_SYSTEM] : [])
      + (file("GIT_CONFIG_GLOBAL") == nil ? [] : [GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL])
  }

  /// Leaves the named files out as well, for programs that read no settings but those of a repository.
  static func ignore() { isOff.store(true, ordering: .relaxed) }

  /// Adds the named files to the settings of an open repository; a missing file has no settings.
  ///
  /// Calls `git_config_add_file_ondisk`.
  static func add(to repository: OpaquePointer) throws(GitError) {
    let named = [
      (hasNoSystem ? nil : file("GIT_CONFIG_SYSTEM"), GIT_CONFIG_LEVEL_SYSTEM),
      (file("GIT_CONFIG_GLOBAL"), GIT_CONFIG_LEVEL_GLOBAL),
    ]
    guard named.contains(where: { $0.0 != nil }), !isOff.load(ordering: .relaxed)
    else { return }
    let config = try Libgit2.acquire("git_repository_config") { pointer in
      git_repository_config(&pointer, repository)
    }
    defer { git_config_free(config) }
    for case (let file?, let level) in named where !file.isEmpty {
      let status = git_config_add_file_ondisk(config, file, level, repository, 1)
      if status == GIT_ENOTFOUND.rawValue { continue }
      try Libgit2.check("git_config_add_file_ondisk", status)
    }
  }

  private static func file(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether no settings of the system count, not even those of a named file.
  private static var hasNoSystem: Bool {
    let word = file("GIT_CONFIG_NOSYSTEM")?.lowercased()
    return word.map { !["", "0", "false", "no", "off"].contains($0) } ?? false
  }
}
