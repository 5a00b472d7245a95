import DocMergeTestSupport

extension GitFolder {
  /// Puts a version of a path into the index, as a merge does.
  func stage(_ text: String, _ number: Int, at path: [UInt8], mode: String = "100644") throws {
    let program = Program("git", in: self.path)
    let words = ["hash-object", "-w", "--stdin"]
    let object = try program.run(words, exits: 0, input: Array(text.utf8)).lines[0]
    let line = Array("\(mode) \(object) \(number)\t".utf8) + path + [0]
    try program.run(["update-index", "-z", "--index-info"], exits: 0, input: line)
  }

  /// The same for a path that is text.
  func stage(_ text: String, _ number: Int, at path: String, mode: String = "100644") throws {
    try stage(text, number, at: Array(path.utf8), mode: mode)
  }

  /// The entries of the index, as git prints them.
  func entries() throws -> [UInt8] { try git("ls-files", "--stage", "-z").bytes }

  /// Merges the branch `theirs`, in which git stops.
  func merge() throws { try git("merge", "-q", "theirs", exits: 1) }

  /// One file that both sides edited, in a merge that stopped.
  static func stopped(_ settings: [String: String] = [:]) throws -> GitFolder {
    let folder = try GitFolder(settings)
    try folder.forkText()
    try folder.merge()
    return folder
  }

  /// A merge that stopped at four files: two edits, an edit and a deletion in both orders, two new files.
  static func stoppedAtAll() throws -> GitFolder {
    let folder = try GitFolder()
    try folder.fork {
      for name in ["edited", "d/ours", "d/theirs"] { folder.write(name, "1\n") }
    } ours: {
      for name in ["edited", "d/ours", "new"] { folder.write(name, "ours\n") }
      File("\(folder.path)/d/theirs").remove()
    } theirs: {
      for name in ["edited", "d/theirs", "new"] { folder.write(name, "theirs\n") }
      File("\(folder.path)/d/ours").remove()
    }
    try folder.merge()
    return folder
  }
}
