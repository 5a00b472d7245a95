import DocMergeSystem

/// A program that is installed together with the launcher, and apart from it.
public struct InstalledProgram: Sendable {
  /// The name of its file.
  public let name: String

  /// The program that knows all verbs.
  public static let full = InstalledProgram(name: "docmerge-full")

  /// The program that knows all verbs and has a server for pages in the browser.
  ///
  /// It is apart since the library of the server brings more libraries than everything else does, which
  /// each start of the program would load.
  public static let page = InstalledProgram(name: "docmerge-page")

  /// Where it may be, seen from the folder of the running program.
  private static let places = ["", "../libexec/docmerge/"]

  /// Becomes that program: same process, same arguments, same open files.
  ///
  /// It returns only when that fails, with the exit status for it, after a message.
  public func become() -> Int32 {
    guard let folder else {
      Messages.write("docmerge: /proc/self/exe, which says where docmerge is, cannot be read\n")
      return 2
    }
    for place in Self.places {
      let path = SystemPath(bytes: folder + place.utf8 + name.utf8)
      let reason = CurrentProcess.become(path)
      guard reason == .noSuchFile || reason == .notDirectory else {
        Messages.write(
          Array("docmerge: cannot run ".utf8) + path.bytes + Array(": \(reason)\n".utf8))
        return 2
      }
    }
    Messages.write(
      Array("docmerge: \(name) is missing; it belongs into ".utf8) + folder
        + Array("\(Self.places[1]) or beside docmerge\n".utf8))
    return 2
  }

  /// Becomes that program, and returns only where it is not installed.
  func becomeIfInstalled() {
    for place in Self.places {
      _ = CurrentProcess.become(SystemPath(bytes: (folder ?? []) + place.utf8 + name.utf8))
    }
  }

  /// The folder of the running program, with a slash at the end.
  private var folder: [UInt8]? {
    guard let bytes = CurrentProcess.program?.bytes else { return nil }
    return Array(bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1))
  }
}
