import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The editor of the person: `VISUAL`, `EDITOR` or vi.
enum Editor {
  /// Lets the person edit bytes in a separate file, and returns what they saved.
  ///
  /// - Parameters:
  ///   - bytes: the initial contents of the file.
  ///   - path: a name whose extension shows the editor the kind of text.
  /// - Returns: the contents of the file afterwards.
  /// - Throws: ``CommandError`` if the editor fails.
  static func edit(_ bytes: [UInt8], like path: String) throws -> [UInt8] {
    let name = path.split(separator: "/").last ?? ""
    let suffix = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    let folder = Variable.value("TMPDIR") ?? "/tmp"
    let start = SystemPath("\(folder)/docmerge-")
    let file: SystemPath
    do throws(Errno) {
      file = try SystemPath.makeFile(named: start, ending: suffix)
    } catch {
      throw CommandError(
        description: tr("cannot make a file in \(PrintableText.escape(folder)): \(error)"))
    }
    let place = String(decoding: file.bytes, as: UTF8.self)
    defer { try? file.removeFile() }
    try WholeFile.replace(place, with: bytes)
    let program = ["VISUAL", "EDITOR"].compactMap { (name: String) in
      Variable.value(name)
    }.first { !$0.isEmpty }
    // The variable may contain options, so a shell splits it, as it does for git.
    let status = try ChildProcess.runAtTerminal([
      "sh", "-c", "\(program ?? "vi") \"$1\"", "sh", place,
    ])
    guard status == 0 else {
      throw CommandError(description: tr("the editor ended with \(status)"))
    }
    return try InputFile.read(place)
  }
}
