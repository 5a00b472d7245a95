package import DocMergeHistory
package import DocMergeSystem

/// The files that editors, file managers and browsers leave beside documents while they work.
///
/// They are no documents. Their names are in `info/exclude` of the repository, which git reads after every
/// `.gitignore`: a line such as `!*~` there includes a name again, and a person may edit the list.
package enum EditorFiles {
  /// The patterns, as in `.gitignore`.
  package static let patterns = [
    "# docmerge wrote this list. A line such as !*~ in .gitignore makes documents of such files again.",
    "# Locks, swap files and copies of editors",
    ".~lock.*#", ".#*", "\\#*#", "?*~", ".*.sw?", ".*.un~", "~$*",
    "# What file managers and systems leave in folders",
    ".DS_Store", "._*", ".AppleDouble", ".Spotlight-V100", ".Trashes", ".fseventsd", ".Trash-*",
    "[Dd]esktop.ini", "[Tt]humbs.db", "ehthumbs.db", "$RECYCLE.BIN", "System Volume Information",
    ".fuse_hidden*", ".nfs*",
    "# Downloads and copies that are not whole yet",
    "*.part", "*.partial", "*.crdownload", "*.download", ".goutputstream-*", ".*.kate-swp",
  ]

  /// Writes the list for a new repository, and keeps a git repository around it from including it.
  ///
  /// - Throws: ``FileError``.
  package static func write(into repository: String, on disk: Disk) throws(FileError) {
    let list = patterns.joined(separator: "\n") + "\n"
    try disk.makeFolder(SystemPath("\(repository)/info"))
    for (name, text) in [("info/exclude", list), (".gitignore", "*\n")] {
      let path = SystemPath("\(repository)/\(name)")
      try disk.remove(path)
      try disk.write(Array(text.utf8), to: path, permissions: 0o666)
    }
  }

  /// Adds documents to the list that are to be none any more.
  ///
  /// - Throws: ``FileError``; the list is as it was then.
  package static func exclude(
    _ documents: [(path: DocumentPath, kind: DocumentKind)], in repository: String, on disk: Disk
  ) throws {
    var list = try self.list(in: repository)
    if let last = list.last, last != UInt8(ascii: "\n") { list.append(UInt8(ascii: "\n")) }
    for (path, kind) in documents {
      list += pattern(of: path, isFolder: kind == .package) + [UInt8(ascii: "\n")]
    }
    try write(list, in: repository, on: disk)
  }

  /// Removes documents from the list that ``exclude(_:in:on:)`` added.
  ///
  /// - Throws: ``FileError``; the list is as it was then.
  package static func include(
    _ paths: [DocumentPath], in repository: String, on disk: Disk
  ) throws {
    let lines = Set(
      paths.flatMap { [pattern(of: $0, isFolder: false), pattern(of: $0, isFolder: true)] })
    let list = try list(in: repository)
    let kept = list.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .filter { !lines.contains(Array($0)) }
    let text = Array(kept.joined(separator: [UInt8(ascii: "\n")]))
    if text != list { try write(text, in: repository, on: disk) }
  }

  private static func list(in repository: String) throws(FileError) -> [UInt8] {
    let file = SystemPath("\(repository)/info/exclude")
    return try FileStatus.of(file) == nil ? [] : Files.read(file).bytes
  }

  private static func write(
    _ list: [UInt8], in repository: String, on disk: Disk
  ) throws {
    try disk.makeFolder(SystemPath("\(repository)/info"))
    try WholeFile.replace("\(repository)/info/exclude", with: list, on: disk)
  }

  /// The line that matches just one path; a character that would break the line is matched by any character.
  package static func pattern(of path: DocumentPath, isFolder: Bool) -> [UInt8] {
    var line = [UInt8(ascii: "/")]
    for byte in path.bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        line.append(UInt8(ascii: "?"))
        continue
      }
      if "\\*?[]!# ".utf8.contains(byte) { line.append(UInt8(ascii: "\\")) }
      line.append(byte)
    }
    return isFolder ? line + [UInt8(ascii: "/")] : line
  }
}
