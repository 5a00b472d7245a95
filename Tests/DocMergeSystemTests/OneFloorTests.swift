import DocMergeSystem
import Testing

/// DocMergeSystem is the one floor for files and processes: other targets call it, and not the system.
struct OneFloorTests {
  /// The targets that call nothing but this floor, and the folders of others.
  private static let users = [
    "DocMergeFiles", "Apple/DocMergeCoordination", "DocMergeGit", "DocMergeTreeSitter",
    "DocMergeResolvers",
    "DocMergeCommand/System",
  ]

  /// What only the floor calls, as C has it.
  private static let calls: Set = [
    "access", "chdir", "chmod", "close", "execv", "fchdir", "fchmod", "fcntl", "flock", "fopen",
    "fork", "fstat", "fsync", "ftruncate", "getcwd", "getpid", "inotify_init1", "link", "lseek",
    "lstat", "mkdir", "mkdtemp", "mkstemps", "mmap", "open", "openat", "opendir", "pread",
    "posix_spawnp", "pwrite", "readdir", "readlink", "realpath", "rename", "rmdir", "stat",
    "symlink", "umask", "unlink", "waitpid",
  ]

  /// What they still call, each for a reason that stands there.
  private static let exceptions: Set = [
    // A handler of signals needs a bell that it can ring without making anything.
    "Interruption.swift: fcntl",
    // One message, to a socket of another kind.
    "ServiceManager.swift: close",
  ]

  @Test(arguments: users) func `no other module calls the system for files`(user: String) throws {
    var found: Set<String> = []
    for (name, source) in try Self.sources(of: user) {
      #expect(!source.contains("import DocMergePOSIX"), "\(name)")
      guard source.contains("import Glibc") else { continue }
      // A name behind a point, or behind `func`, is no call of the system.
      for match in source.matches(of: /(Glibc\.|[^.\w]|^)(\w+)\(/)
      where Self.calls.contains(String(match.output.2)) {
        let isDeclared = source[..<match.range.lowerBound].hasSuffix("func")
        if !isDeclared { found.insert("\(name): \(match.output.2)") }
      }
    }
    #expect(found == (user == "DocMergeCommand/System" ? Self.exceptions : []))
  }

  /// The source files of a folder, without comments.
  private static func sources(of folder: String) throws -> [(name: String, text: String)] {
    let package = SystemPath(#filePath).parent.parent.parent
    var waiting = [package.appending("Sources").appending(folder)]
    var sources: [(String, String)] = []
    while let place = waiting.popLast() {
      for entry in try Files.entries(of: place) {
        let path = place.appending(entry.name)
        if entry.status.isFolder { waiting.append(path) }
        guard entry.name.ends(with: ".swift"), let bytes = path.contents() else { continue }
        let text = String(decoding: bytes, as: UTF8.self).replacing(/\/\/.*/, with: "")
        sources.append((String(decoding: entry.name, as: UTF8.self), text))
      }
    }
    return sources
  }
}
