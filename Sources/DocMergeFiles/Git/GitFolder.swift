import DocMergeSystem

/// The folder of a repository's own files, found as git does.
enum GitFolder {
  /// The folder of the repository around the current folder; `nil` outside of any.
  static func current() -> [UInt8]? {
    if let named = Variable.bytes("GIT_DIR") { return named }
    guard var folder = CurrentProcess.folder else { return nil }
    while true {
      if let found = repository(in: folder) { return found }
      let parent = folder.parent
      if parent == folder { return nil }
      folder = parent
    }
  }

  /// The folder that linked worktrees share: the folder itself, if it is not that of a linked worktree.
  static func common(of folder: [UInt8]) -> [UInt8] {
    if let named = Variable.bytes("GIT_COMMON_DIR") { return named }
    guard let line = firstLine(of: SystemPath(bytes: folder).appending("commondir")) else {
      return folder
    }
    return joined(folder, line)
  }

  /// The commit that is checked out; `nil` where the files of the repository do not show it.
  static func head(in folder: [UInt8]) -> String? {
    guard let line = firstLine(of: SystemPath(bytes: folder).appending("HEAD")) else { return nil }
    let mark = Array("ref: ".utf8)
    guard line.starts(with: mark) else { return String(decoding: line, as: UTF8.self) }
    let ref = String(decoding: line.dropFirst(mark.count), as: UTF8.self)
    let common = SystemPath(bytes: common(of: folder))
    if let id = firstLine(of: common.appending(ref)) { return String(decoding: id, as: UTF8.self) }
    return packed(ref, common.appending("packed-refs"))
  }

  /// The commit of a ref in the file of packed refs, one per line: its id, a blank, its name.
  private static func packed(_ ref: String, _ file: SystemPath) -> String? {
    // The commit is only noted with what rules decided.
    guard let text = try? InputText(file.bytes) else { return nil }
    let end = Array(" \(ref)".utf8)
    let line = text.bytes.split(separator: UInt8(ascii: "\n")).first {
      $0.suffix(end.count).elementsEqual(end)
    }
    return line.map { String(decoding: $0.dropLast(end.count), as: UTF8.self) }
  }

  private static func repository(in folder: SystemPath) -> [UInt8]? {
    let inner = folder.appending(".git")
    // A worktree and a submodule have a file there, which names the folder.
    if let line = firstLine(of: inner), line.starts(with: "gitdir: ".utf8) {
      return joined(folder.bytes, line.dropFirst("gitdir: ".utf8.count))
    }
    if inner.appending("HEAD").exists { return inner.bytes }
    let isBare = ["HEAD", "objects", "refs"].allSatisfy {
      folder.appending($0).exists
    }
    return isBare ? folder.bytes : nil
  }

  private static func joined(_ folder: [UInt8], _ path: some Sequence<UInt8>) -> [UInt8] {
    let path = Array(path)
    return path.first == UInt8(ascii: "/") ? path : folder + [UInt8(ascii: "/")] + path
  }

  private static func firstLine(of path: SystemPath) -> [UInt8]? {
    path.contents().map { text in Array(text.prefix { $0 != UInt8(ascii: "\n") }) }
  }
}
