import Glibc

/// The program that knows all verbs, which is installed apart from the launcher.
public enum FullProgram {
  /// The name of its file.
  public static let name = "docmerge-full"

  /// Where it may lie, seen from the folder of the launcher.
  private static let places = ["", "../libexec/docmerge/"]

  /// Becomes the full program: same process, same arguments, same open files.
  ///
  /// It returns only when that fails, with the exit status for it.
  public static func become() -> Int32 {
    guard let own = realpath("/proc/self/exe", nil) else {
      Messages.write("docmerge: /proc/self/exe, which says where docmerge lies, cannot be read\n")
      return 2
    }
    defer { free(own) }
    let bytes = Array(UnsafeRawBufferPointer(start: own, count: strlen(own)))
    let folder = bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)
    for place in places {
      let path = CPath(Array(folder) + place.utf8 + name.utf8)
      execv(path.characters, CommandLine.unsafeArgv)
      guard errno == ENOENT || errno == ENOTDIR else {
        let reason = String(cString: strerror(errno))
        Messages.write(
          Array("docmerge: cannot run ".utf8) + path.bytes + Array(": \(reason)\n".utf8))
        return 2
      }
    }
    Messages.write(
      Array("docmerge: \(name) is missing; it belongs into ".utf8) + folder
        + Array("\(places[1]) or beside docmerge\n".utf8))
    return 2
  }
}
