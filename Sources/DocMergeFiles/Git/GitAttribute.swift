import DocMergeSystem

/// An attribute of git that has a value.
struct GitAttribute {
  let name: String

  /// The attribute that names the format of a document.
  ///
  ///     *.conf  docmerge-format=toml
  ///     notes/* docmerge-format=markdown
  static let format = GitAttribute(name: "docmerge-format")

  /// The attribute with the length of conflict markers.
  static let markerSize = GitAttribute(name: "conflict-marker-size")

  /// The value of the attribute for a path; `nil` when it has none.
  ///
  /// Git is only run when one of its attribute files contains the name.
  func value(of path: [UInt8]) -> String? {
    guard files(for: path).contains(where: isNamed) else { return nil }
    let words = ["check-attr", "-z", name, "--"].map { Array($0.utf8) } + [path]
    guard let answer = GitProgram.run(words), answer.status == 0 else { return nil }
    // Path, attribute and value, each terminated by a zero byte.
    let parts = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count > 2 else { return nil }
    let value = String(decoding: parts[2], as: UTF8.self)
    return ["unspecified", "unset", "set"].contains(value) ? nil : value
  }

  private func files(for path: [UInt8]) -> [SystemPath] {
    var files = [SystemPath("/etc/gitattributes")]
    if let home = Variable.bytes("XDG_CONFIG_HOME") {
      files.append(SystemPath(bytes: home).appending("git/attributes"))
    } else if let home = Variable.bytes("HOME") {
      files.append(SystemPath(bytes: home).appending(".config/git/attributes"))
    }
    if let folder = GitFolder.current() {
      files.append(SystemPath(bytes: GitFolder.common(of: folder)).appending("info/attributes"))
    }
    // Git calls drivers in the top folder of the working tree.
    files.append(SystemPath(".gitattributes"))
    for end in path.indices where path[end] == UInt8(ascii: "/") && end > 0 {
      files.append(SystemPath(bytes: path[..<end]).appending(".gitattributes"))
    }
    return files
  }

  private func isNamed(in file: SystemPath) -> Bool {
    // An unreadable file names nothing; git, too, continues without it.
    guard let text = file.contents() else { return false }
    return text.firstRange(of: Array(name.utf8)) != nil
  }
}
