import DocMergeFiles
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The scope of git's settings: the user's, or the repository's.
enum GitScope {
  case global
  case local
}

/// The files that git reads settings and attributes from.
struct GitPlaces {
  let scope: GitScope

  /// Fails outside of a repository, unless the user's files are meant.
  init(_ scope: GitScope) throws {
    self.scope = scope
    if scope == .local, try !GitRepository.isAround() {
      throw CommandError(
        description: tr("this is not a git repository; --global sets git up for all of them"))
    }
  }

  /// The file of the settings.
  var config: String {
    get throws {
      if scope == .local { return try folder("--git-common-dir") + "/config" }
      if let named = Self.variable("GIT_CONFIG_GLOBAL") { return named }
      let usual = try home + "/.gitconfig"
      let other = try settingsFolder + "/git/config"
      // As git chooses the file to write.
      return !Place(usual).exists && Place(other).exists ? other : usual
    }
  }

  /// The file of private attributes.
  var attributes: String {
    get throws {
      if scope == .local { return try folder("--git-common-dir") + "/info/attributes" }
      return try Self.globalAttributes ?? (settingsFolder + "/git/attributes")
    }
  }

  /// The file of shared attributes.
  var sharedAttributes: String { get throws { try folder("--show-toplevel") + "/.gitattributes" } }

  /// All files with attributes that could match files here; those with the lowest precedence first.
  var allAttributes: [AttributeFile] {
    get throws {
      var files = [AttributeFile(path: "/etc/gitattributes")]
      if let named = Git.answer(["config", "--type=path", "--get", "core.attributesFile"]) {
        files.append(AttributeFile(path: try named.hasPrefix("/") ? named : inWorktree(named)))
      } else if let usual = try? settingsFolder + "/git/attributes" {
        files.append(AttributeFile(path: usual))
      }
      guard scope == .local else { return files }
      // A bare repository has no worktree.
      if let top = try? folder("--show-toplevel") {
        let words = ["-C", top, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        let names = Git.bytes(words + ["--", ".gitattributes", "**/.gitattributes"]) ?? []
        let found = names.split(separator: 0).map { name in
          let name = String(decoding: name, as: UTF8.self)
          let folder = name.split(separator: "/").dropLast().joined(separator: "/")
          return AttributeFile(path: "\(top)/\(name)", folder: folder)
        }
        // Macros are defined at the top.
        files += found.sorted { $0.folder < $1.folder }
      }
      return files + [AttributeFile(path: try attributes)]
    }
  }

  /// Git resolves such a name from its working folder, the top of the worktree.
  private func inWorktree(_ name: String) throws -> String {
    scope == .local ? try folder("--show-toplevel") + "/" + name : name
  }

  /// Whether the user has set if git keeps a copy of the files that it gave to a mergetool.
  var saysWhetherToolsKeepBackups: Bool {
    get throws {
      let whose = scope == .global ? ["--global"] : []
      let said = Git.bytes(["config"] + whose + ["-z", "--get-all", "mergetool.keepBackup"]) ?? []
      let text = try GitSetup.contents(of: config) ?? []
      func count(_ text: [UInt8]) -> Int {
        text.split(separator: UInt8(ascii: "\n")).count {
          $0.elementsEqual(GitSettingLines.noBackup.utf8)
        }
      }
      let own = count(text) - count(MarkedBlock.blanked(text))
      return said.count { $0 == 0 } > own
    }
  }

  /// The rules of all these files for merges.
  func rules(_ reading: (String) throws -> [UInt8]?) throws -> [AttributeRule] {
    let files = try allAttributes
    var macros = AttributeRule.macros
    // Macros of the file that is read last are known in all others, too.
    for file in files where file.folder.isEmpty {
      _ = AttributeRule.rules(in: try reading(file.path) ?? [], of: file, &macros)
    }
    return try files.flatMap { file in
      AttributeRule.rules(in: try reading(file.path) ?? [], of: file, &macros)
    }
  }

  private func folder(_ question: String) throws -> String {
    let words = ["rev-parse", "--path-format=absolute", question]
    guard let bytes = Git.bytes(words)?.dropLast() else {
      throw CommandError(description: tr("this repository has no folder with files"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static var globalAttributes: String? {
    Git.answer(["config", "--global", "--type=path", "--get", "core.attributesFile"])
  }

  private var home: String {
    get throws {
      guard let home = Self.variable("HOME") else {
        throw CommandError(
          description: tr("HOME is not set, so your settings cannot be found"))
      }
      return home
    }
  }

  private var settingsFolder: String {
    get throws {
      if let folder = Self.variable("XDG_CONFIG_HOME"), !folder.isEmpty { return folder }
      return try home + "/.config"
    }
  }

  private static func variable(_ name: String) -> String? {
    Variable.value(name)
  }
}

/// Queries of git.
enum Git {
  /// Git's output for these words; `nil` if its status is not 0.
  static func bytes(_ words: [String], input: [UInt8] = []) -> [UInt8]? {
    guard let result = GitProgram.run(words, input: input), result.status == 0 else { return nil }
    return result.output
  }

  /// The first line of git's output.
  static func answer(_ words: [String]) -> String? {
    bytes(words).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The settings with matching names, as git sees them from here: name and value.
  static func settings(_ pattern: String) -> [(name: String, value: String)] {
    let output = bytes(["config", "-z", "--get-regexp", pattern]) ?? []
    return output.split(separator: 0).map { entry in
      let name = entry.prefix { $0 != UInt8(ascii: "\n") }
      return (
        String(decoding: name, as: UTF8.self),
        String(decoding: entry.dropFirst(name.count + 1), as: UTF8.self)
      )
    }
  }

  /// The number of git's version: major and minor.
  static var version: (Int, Int)? {
    let words = answer(["version"])?.split(separator: " ") ?? []
    guard words.count > 2 else { return nil }
    let numbers = words[2].split(separator: ".").compactMap { Int($0) }
    return numbers.count > 1 ? (numbers[0], numbers[1]) : nil
  }
}
