/// The files that editors, file managers and browsers leave beside documents while they are at work.
///
/// They are no documents. Their names are in `info/exclude` of the repository, which git reads after every
/// `.gitignore`: a line such as `!*~` there takes one in again, and a person may edit the list.
enum EditorFiles {
  /// The patterns, as in `.gitignore`.
  static let patterns = [
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

  /// Writes the list for a repository that is being made, and keeps a git repository around it from taking it in.
  ///
  /// - Throws: ``FileError``.
  static func write(into repository: String) throws(FileError) {
    let list = patterns.joined(separator: "\n") + "\n"
    try Files.makeFolder(SystemPath("\(repository)/info"))
    for (name, text) in [("info/exclude", list), (".gitignore", "*\n")] {
      let path = SystemPath("\(repository)/\(name)")
      try Files.remove(path)
      try Files.write(Array(text.utf8), to: path, permissions: 0o666)
    }
  }

  /// Adds documents that are to be none any more to the list.
  ///
  /// - Throws: ``FileError``.
  static func exclude(
    _ documents: [(path: DocumentPath, kind: DocumentKind)], in repository: String
  ) throws(FileError) {
    let file = SystemPath("\(repository)/info/exclude")
    var list = try FileStatus.of(file) == nil ? [] : Files.read(file).bytes
    if let last = list.last, last != UInt8(ascii: "\n") { list.append(UInt8(ascii: "\n")) }
    for (path, kind) in documents {
      list += pattern(of: path, isFolder: kind == .package) + [UInt8(ascii: "\n")]
    }
    try Files.makeFolder(SystemPath("\(repository)/info"))
    try Files.remove(file)
    try Files.write(list, to: file, permissions: 0o666)
  }

  /// The line that means just one path.
  static func pattern(of path: DocumentPath, isFolder: Bool) -> [UInt8] {
    var line = [UInt8(ascii: "/")]
    for byte in path.bytes {
      if "\\*?[]!# ".utf8.contains(byte) { line.append(UInt8(ascii: "\\")) }
      line.append(byte)
    }
    return isFolder ? line + [UInt8(ascii: "/")] : line
  }
}
