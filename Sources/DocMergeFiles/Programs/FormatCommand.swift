import DocMergeFormats
import Synchronization

/// A program that is set to merge the files of a format, called as git calls a merge driver.
///
///     [docmerge "format.wordlist"]
///       command = wordlist-merge %O %A %B
///
/// Attributes, which may be among the documents, can only name the format; see ``OwnSettings`` for where the program
/// is configured.
package struct FormatCommand: Sendable {
  /// The name of the format.
  let name: String
  /// The command for the shell, with placeholders for the files.
  let command: String

  /// Lets merges of this process start the programs.
  package static func register() {
    let results = FormatResults()
    FormatRegistry.shared.setMergers { name in
      guard let command = FormatCommand(named: name) else { return nil }
      return FormatMerger { base, ours, theirs, path in
        results.result(of: [Array(name.utf8), base, ours, theirs]) {
          FormatCommandRun(command: command, texts: [base, ours, theirs], path: path).result()
        }
      }
    }
  }

  /// The program for a format; `nil` when none is set.
  package init?(named name: String) {
    guard !name.isEmpty, !name.contains(where: { $0 == "\n" || $0 == "\0" }),
      let command = OwnSettings.values(of: "docmerge.format.\(name).command").last,
      !command.isEmpty
    else { return nil }
    (self.name, self.command) = (name, command)
  }

  /// The formats that have a program, with its command, sorted by name; formats of docmerge itself are left out.
  package static func all() -> [(name: String, command: String)] {
    var commands: [String: String] = [:]
    for (key, value) in OwnSettings.matching(#"^docmerge\.format\..*\.command$"#) {
      let name = String(key.dropFirst("docmerge.format.".count).dropLast(".command".count))
      if !DocumentStructure.formatNames.contains(name) { commands[name] = value }
    }
    return commands.map { (name: $0.key, command: $0.value) }.sorted { $0.name < $1.name }
  }
}

/// The results of programs, by the name of the format and the texts: one merge asks for them several times.
private final class FormatResults: Sendable {
  private let known = Mutex<[(texts: [[UInt8]], result: FormatMerger.Result?)]>([])
  private static let limit = 8

  func result(
    of texts: [[UInt8]], _ run: () -> FormatMerger.Result?
  ) -> FormatMerger.Result? {
    if let found = known.withLock({ $0.first { $0.texts == texts } }) { return found.result }
    let result = run()
    known.withLock { known in
      known.append((texts, result))
      if known.count > Self.limit { known.removeFirst() }
    }
    return result
  }
}
