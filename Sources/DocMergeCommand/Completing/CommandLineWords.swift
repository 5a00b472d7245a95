import DocMerge
import DocMergeGit
import DocMergeLanguage

/// An unfinished command line, as the shell passes it.
struct CommandLineWords {
  /// The words before the one that is completed, without quotes.
  private let words: [String]
  /// The typed part of the completed word.
  private let prefix: String

  /// Works in the folder that `-C` names.
  init(_ words: [String], index: Int, prefix: String) throws {
    var rest = words.prefix(max(index, 0)).map(Self.unquoted)[...]
    rest = rest.dropFirst()
    while rest.first == "-C", let folder = rest.dropFirst().first {
      try WorkingFolder.change(to: folder)
      rest = rest.dropFirst(2)
    }
    self.words = Array(rest)
    self.prefix = Self.unquoted(prefix)
  }

  /// A word without the quotes and backslashes of the shell.
  private static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var rest = word[...]
    while let character = rest.popFirst() {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if character == "\\", quote != "'" {
        if let next = rest.popFirst() { result.append(next) }
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: Versions

  /// The versions of the document that the line names.
  func versions() throws -> [Offer] {
    if let git = try GitSource.current() { return Self.versions(of: git) }
    let finder = try DocumentFinder()
    guard let document = document(finder) else { return [] }
    return try finder.container.history(of: document.id).map { entry in
      Offer(value: entry.version.id.short, note: Self.note(entry.version))
    }
  }

  /// The versions in conflict of the document that the line names; numbers alone where it names all.
  func versionsInConflict() throws -> [Offer] {
    if let git = try GitSource.current() { return Self.versions(of: git) }
    let finder = try DocumentFinder()
    guard let document = document(finder) else {
      let most = try finder.container.conflicts().map(\.heads.count).max() ?? 0
      return (0..<most).map {
        Offer(value: "@\($0 + 1)", note: $0 == 0 ? "current" : "version \($0 + 1)")
      }
    }
    return document.heads.enumerated().map { index, version in
      Offer(value: "@\(index + 1)", note: Self.note(version))
    }
  }

  private static func versions(of git: GitSource) -> [Offer] {
    GitVersion.allCases.map { version in
      let note =
        switch version {
        case .base: "what both were made from"
        case .ours: git.operation.ours?.words ?? "the version that is checked out"
        case .theirs: git.operation.theirs?.words ?? "the version that is merged into it"
        }
      return Offer(value: "@\(version)", note: note)
    }
  }

  private static func note(_ version: Version) -> String {
    "\(version.author.name), \(version.computer), \(Words.date(version.date))"
  }

  private func document(_ finder: DocumentFinder) -> DocumentSummary? {
    for word in words.dropFirst() where !word.hasPrefix("-") {
      if let document = try? finder.document(word) { return document }
    }
    return nil
  }

  // MARK: Conflicts

  /// The documents in conflict that the line does not name yet; files if these cannot be determined.
  func conflicts() throws -> [Offer] {
    let offers = (try? found()) ?? []
    let open = offers.filter { !words.contains($0.value) }
    return open.isEmpty ? files() : open
  }

  private func found() throws -> [Offer] {
    if let git = try GitSource.current() {
      return try git.conflicts([]).map { conflict in
        Offer(
          value: String(decoding: try git.name(of: conflict), as: UTF8.self),
          note: conflict.kind.rawValue)
      }
    }
    let container = try Container.find(from: ".")
    let folder = try WorkingFolder.path()
    return try container.conflicts().map { document in
      let path = String(decoding: document.path.bytes, as: UTF8.self)
      return Offer(
        value: Self.relative("\(container.path)/\(path)", to: folder),
        note: counted(document.heads.count, "version"))
    }
  }

  /// The name of a path relative to a folder.
  private static func relative(_ path: String, to folder: String) -> String {
    let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(parts, base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - common)
    return (up + parts.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// Files and folders that may have markers.
  private func files() -> [Offer] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let names = (try? Place(folder.isEmpty ? "." : folder).members()) ?? []
    return names.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix(".") }.sorted()
      .map {
        Offer(value: folder + $0, note: "file")
      }
  }
}
