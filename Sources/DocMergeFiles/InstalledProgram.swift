import DocMergeLanguage
package import DocMergeSystem

/// A program that is installed together with `docmerge`, but is separate from it.
package struct InstalledProgram: Sendable {
  /// The name of its file.
  package let name: String

  /// The program with a server for pages in the browser, and with shared libraries, which grammars need.
  ///
  /// It is separate since each start of the program would load what these need.
  package static let full = InstalledProgram(name: "docmerge-full")

  /// Where it may be, relative to the folder of the running program.
  private static let places = ["", "../libexec/docmerge/"]

  /// Replaces this process by that program: same arguments, same open files.
  ///
  /// It returns only when that fails, with the exit status for it, after a message.
  package func become() -> Int32 {
    guard let folder else {
      Messages.write(
        tr("docmerge: /proc/self/exe, which says where docmerge is, cannot be read") + "\n")
      return 2
    }
    for place in Self.places {
      let path = SystemPath(bytes: folder + place.utf8 + name.utf8)
      let reason = CurrentProcess.become(path)
      guard reason == .noSuchFile || reason == .notDirectory else {
        Messages.write(
          Array(tr("docmerge: cannot run ").utf8) + path.bytes + Array(": \(reason)\n".utf8))
        return 2
      }
    }
    Messages.write(
      Array(tr("docmerge: \(name) is missing; it belongs into ").utf8) + folder
        + Array((Self.places[1] + tr(" or beside docmerge") + "\n").utf8))
    return 2
  }

  /// Its path; `nil` where it is not installed.
  package var path: SystemPath? {
    guard let folder else { return nil }
    return Self.places.lazy.map { SystemPath(bytes: folder + $0.utf8 + name.utf8) }
      .first { (try? $0.status())?.isFile == true }
  }

  /// The folder of the running program, with a slash at the end.
  private var folder: [UInt8]? {
    guard let bytes = CurrentProcess.program?.bytes else { return nil }
    return Array(bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1))
  }
}
