import DocMerge
import DocMergeGit
import DocMergeLanguage

extension GitDoctor {
  // MARK: Union

  /// The file endings of formats with structure, where all lines of both sides together are not a valid file.
  private static let structured: Set = [
    "json", "jsonc", "json5", "ipynb", "xml", "plist", "xib", "storyboard", "svg", "pbxproj",
    "yaml",
    "yml", "toml", "lock", "resolved",
  ]

  /// Attributes and settings that give such files to git's driver `union`.
  func unions() throws -> [Finding] {
    var found: [Finding] = []
    for rule in try places.rules(GitSetup.contents) where rule.value == .driver("union") {
      guard Self.isStructured(rule.pattern) else { continue }
      found.append(union(tr("\(rule.file), line \(rule.line)"), rule.pattern))
    }
    let setting = "merge.default"
    if Git.answer(["config", "--get", setting]) == "union" {
      found.append(union(setting, tr("JSON and lock files among others")))
    }
    let named = try places.rules(GitSetup.contents).filter {
      $0.value == .driver("union") && Self.isStructured($0.pattern)
    }
    // Patterns such as `*` also match them.
    let files = try filesOfUnion().filter { file in !named.contains { $0.overlaps("/" + file) } }
    return found + files.prefix(20).map { union($0, tr("this file")) }
  }

  private func union(_ place: String, _ files: String) -> Finding {
    Finding(
      kind: .unionOfStructure, place: place,
      problem: tr(
        """
        git takes all lines of both sides for \(files), without a warning; this can break their \
        structure
        """),
      mend: tr(
        "take merge=union out; `docmerge git setup` has such files merged by their structure"))
  }

  private static func isStructured(_ name: String) -> Bool {
    let last = name.split(separator: "/").last ?? ""
    guard last.contains(".") else { return false }
    return last.split(separator: ".").last.map { structured.contains($0.lowercased()) } ?? false
  }

  /// The files of the repository with structure and the attribute `merge=union`.
  private func filesOfUnion() throws -> [String] {
    guard places.scope == .local, let repository = try GitRepository.current() else { return [] }
    let names = (Git.bytes(["-C", repository.top, "ls-files", "-z"]) ?? []).split(separator: 0)
    let paths = names.map { String(decoding: $0, as: UTF8.self) }.filter(Self.isStructured)
    guard !paths.isEmpty else { return [] }
    let input = Array((paths.joined(separator: "\0") + "\0").utf8)
    let words = ["-C", repository.top, "check-attr", "-z", "--stdin", "merge"]
    let answers = (Git.bytes(words, input: input) ?? []).split(separator: 0)
    return stride(from: 0, to: answers.count - 2, by: 3).compactMap { index in
      answers[index + 2].elementsEqual("union".utf8)
        ? String(decoding: answers[index], as: UTF8.self) : nil
    }
  }

  // MARK: Pointers

  /// Files in conflict that are stored in git only as pointers of Git LFS.
  func pointers() throws -> [Finding] {
    guard places.scope == .local, let repository = try GitRepository.current() else { return [] }
    let conflicts = try repository.conflicts()
    let sizes = try repository.sizes(of: conflicts.flatMap { $0.stages.map(\.stage) })
    return try conflicts.filter { conflict in
      try conflict.stages.contains { _, stage in
        guard sizes[stage.object] ?? .max < 1024, !stage.isSymlink else { return false }
        return try repository.bytes(of: stage).starts(with: Self.pointer)
      }
    }.map { conflict in
      let path = String(decoding: conflict.path, as: UTF8.self)
      return Finding(
        kind: .pointerInConflict, place: path,
        problem: tr(
          """
          it is in conflict, and git has only the pointer of Git LFS, whose lines make no file when \
          they are merged
          """),
        mend: tr("keep one side whole: docmerge resolve \(Shell.quoted(path)) --ours, or --theirs"))
    }
  }

  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)
}
