import DocMergeSystem

/// The labels of the sides for markers, where git does not pass them to its driver: before 2.44, and without `%X`.
///
/// The words are git's own, as far as the environment, the repository's files and the command line of git
/// contain them. No program is run: that would take longer than a merge.
struct DriverLabels {
  /// The commit that is checked out.
  var ours = Array("HEAD".utf8)
  /// The base of both.
  var base = Array("base".utf8)
  /// The commit that is merged, picked or applied.
  var theirs = Array("theirs".utf8)

  /// The labels of the current merge of git.
  ///
  /// - Parameter path: The file, from the top of the worktree.
  /// - Returns: The labels; ours is plain `ours` where it may differ from the commit that is checked out.
  static func found(for path: [UInt8]? = nil) -> DriverLabels {
    var labels = DriverLabels()
    if let name = mergedName() {
      labels.theirs = name
      return labels
    }
    guard let folder = GitFolder.current() else { return labels }
    if let line = lastLine(of: SystemPath(bytes: folder).appending("rebase-merge/done")) {
      labels.take(step: line, folder)
    } else if let line = firstLine(
      of: SystemPath(bytes: folder).appending("rebase-apply/final-commit"))
    {
      labels.theirs = line
      labels.base = Array("constructed merge base".utf8)
    } else if let line = firstLine(of: SystemPath(bytes: folder).appending("sequencer/todo")) {
      labels.take(step: line, folder)
    } else {
      labels.take(CallingGit.found(), path)
    }
    return labels
  }

  /// Takes the labels from a command that leaves no record of what it merges.
  private mutating func take(_ git: CallingGit?, _ path: [UInt8]?) {
    switch git?.verb {
    case "merge", "merge-recursive", "merge-ort", "pull", "cherry-pick", "revert", "rebase", "am":
      return
    case "stash":
      ours = Array("Updated upstream".utf8)
      base = Array("Stash base".utf8)
      theirs = Array("Stashed changes".utf8)
    case "checkout", "switch":
      let names = git?.names(withoutValuesOf: ["-b", "-B", "-c", "-C", "--conflict"]) ?? []
      ours = Array("ours".utf8)
      // For paths, git restores their conflicts, and names no branch.
      guard names.count == 1, !Self.isPath(names[0], path) else { return }
      (ours, theirs) = (names[0], Array("local".utf8))
    case "merge-tree":
      let names = git?.names(withoutValuesOf: ["--merge-base", "-X"]) ?? []
      ours = Array("ours".utf8)
      if names.count == 2 { (ours, theirs) = (names[0], names[1]) }
    default: ours = Array("ours".utf8)
    }
  }

  /// Whether a word of a command is a path rather than a branch: git rejects a word that could be both.
  private static func isPath(_ word: [UInt8], _ path: [UInt8]?) -> Bool {
    SystemPath(bytes: word).exists
      || path.map { $0.suffix(word.count) == word[...] } ?? false
  }

  /// The only name that `git merge` merges: it is in variables such as `GITHEAD_1a2b…=topic`.
  private static func mergedName() -> [UInt8]? {
    let found = Variable.values(startingWith: "GITHEAD_")
    // If several are merged at once, it cannot be known which one it is.
    return found.count == 1 && found[0].first != nil ? found[0] : nil
  }

  /// Takes a line such as `pick 1a2b3c… subject`, from a to-do list.
  private mutating func take(step line: [UInt8], _ folder: [UInt8]) {
    let blank = UInt8(ascii: " ")
    var words = line.split(separator: blank, maxSplits: 1)
    guard words.count == 2 else { return }
    let verb = String(decoding: words[0], as: UTF8.self)
    words = words[1].split(separator: blank, maxSplits: 1)
    if let option = words.first, option.elementsEqual("-C".utf8) || option.elementsEqual("-c".utf8),
      words.count == 2
    {
      words = words[1].split(separator: blank, maxSplits: 1)
    }
    let picking: Set = [
      "pick", "p", "reword", "r", "edit", "e", "squash", "s", "fixup", "f", "revert",
    ]
    guard picking.contains(verb), let id = words.first, id.count >= 7,
      id.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return }
    var subject = words.count == 2 ? words[1] : []
    if subject.starts(with: "# ".utf8) { subject = subject.dropFirst(2) }
    let short = id.count < 40 ? id : id.prefix(Self.digits(folder))
    let commit = Array(short) + Array(" (".utf8) + subject + Array(")".utf8)
    let parent = Array("parent of ".utf8) + commit
    (base, theirs) = verb == "revert" ? (commit, parent) : (parent, commit)
  }

  /// The number of digits that git shows of an id: more in repositories with many objects.
  private static func digits(_ folder: [UInt8]) -> Int {
    let packs = SystemPath(bytes: GitFolder.common(of: folder)).appending("objects/pack")
    guard let names = try? packs.names() else { return 7 }
    let count = names.filter { $0.suffix(4).elementsEqual(".idx".utf8) }
      .map { objects(in: packs.appending($0)) }.reduce(0, +)
    let bits = Int.bitWidth - count.leadingZeroBitCount
    return max(7, (bits + 1) / 2)
  }

  /// The last number of the table at the start of a pack's index, after eight bytes.
  private static func objects(in index: SystemPath) -> Int {
    guard let file = try? OpenFile(index), let bytes = try? file.read(4, at: 8 + 255 * 4),
      bytes.count == 4
    else { return 0 }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Files

  private static func firstLine(of path: SystemPath) -> [UInt8]? { lines(of: path).first }

  private static func lastLine(of path: SystemPath) -> [UInt8]? { lines(of: path).last }

  private static func lines(of path: SystemPath) -> [[UInt8]] {
    let text = path.contents() ?? []
    return text.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
      .map(Array.init)
  }
}
