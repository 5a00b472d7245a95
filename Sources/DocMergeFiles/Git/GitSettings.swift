import DocMergeCore
import DocMergeLanguage
import DocMergeSystem
import Glibc

/// Git's settings for merges.
///
/// Git reads half a dozen files. A complete reader would repeat much of git, and running
/// git takes longer than a small merge. So the files are searched for the name of the setting, and
/// git is run only when one of them contains it: the answer is git's in any case.
enum GitSettings {
  /// The value of `merge.conflictStyle`; `nil` when it is not set.
  ///
  /// - Throws: The failure at which git itself stops: another style, or settings that cannot be read.
  static func conflictStyle() throws(FileFailure) -> ConflictStyle? {
    guard mayBeSet() else { return nil }
    let key = "merge.conflictstyle"
    let words = ["config", "--get", key].map { Array($0.utf8) }
    guard let answer = GitProgram.run(words, passesMessages: true) else { return nil }
    // 1 says that it is not set; more, that git cannot read its settings.
    guard answer.status <= 1 else { throw FileFailure(toldWithStatus: 128) }
    guard answer.status == 0 else { return nil }
    let name = answer.output.prefix { $0 != UInt8(ascii: "\n") }
    switch String(decoding: name, as: UTF8.self) {
    case "merge": return .merge
    case "diff3": return .diff3
    case "zdiff3": return .zdiff3
    default:
      throw FileFailure(
        fatal: Array(tr("unknown style '").utf8) + name
          + Array(tr("' given for '\(key)'").utf8))
    }
  }

  /// Whether one of git's sources mentions the style, or files to include.
  private static func mayBeSet() -> Bool {
    if variable("GIT_CONFIG_COUNT") != nil { return true }
    if let words = variable("GIT_CONFIG_PARAMETERS"), speaks(words) { return true }
    return (commonFiles + repositoryFiles()).contains { path in
      contents(path).map(speaks) ?? false
    }
  }

  private static func speaks(_ text: [UInt8]) -> Bool {
    let text = text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return has(text, "conflictstyle") || has(text, "include")
  }

  /// With C's comparison: the first search of Swift's library takes a third of a small merge.
  private static func has(_ text: [UInt8], _ word: StaticString) -> Bool {
    let (start, count) = (word.utf8Start, word.utf8CodeUnitCount)
    guard text.count >= count else { return false }
    return text.withUnsafeBufferPointer { text in
      guard let bytes = text.baseAddress else { return false }
      return (0...(text.count - count)).contains { memcmp(bytes + $0, start, count) == 0 }
    }
  }

  /// The files of the system and of the user.
  ///
  /// The place of git's system file depends on how it was built; one too many does no harm.
  private static var commonFiles: [[UInt8]] {
    var files: [[UInt8]] = []
    if let named = variable("GIT_CONFIG_SYSTEM") {
      files.append(named)
    } else if variable("GIT_CONFIG_NOSYSTEM") == nil {
      files += ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"]
        .map { Array($0.utf8) }
    }
    if let named = variable("GIT_CONFIG_GLOBAL") { return files + [named] }
    if let home = variable("HOME") {
      files.append(home + Array("/.gitconfig".utf8))
      files.append(home + Array("/.config/git/config".utf8))
    }
    if let folder = variable("XDG_CONFIG_HOME") { files.append(folder + Array("/git/config".utf8)) }
    return files
  }

  /// The files of the repository around the current folder.
  private static func repositoryFiles() -> [[UInt8]] {
    guard let folder = GitFolder.current() else { return [] }
    return [folder, GitFolder.common(of: folder)].flatMap { folder in
      ["/config", "/config.worktree"].map { folder + Array($0.utf8) }
    }
  }

  private static func variable(_ name: String) -> [UInt8]? { Variable.bytes(name) }

  private static func contents(_ path: [UInt8]) -> [UInt8]? { SystemPath(bytes: path).contents() }
}
