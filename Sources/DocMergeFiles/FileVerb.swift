import DocMergeLanguage
import DocMergeSystem

/// A verb for plain files, which starts fast because it needs nothing else of the program.
///
/// The program looks verbs up in ``all`` before it parses any other command line. To add one:
/// a type that parses the words of its command line and runs, and one line in the table.
package struct FileVerb: Sendable {
  /// The name of the verb on the command line.
  package let name: String

  /// Runs the verb with the words after its name.
  ///
  /// The result is the exit status, or `nil` when the words need the parser of all
  /// verbs: a request for help, or a mistake.
  package let run: @Sendable (_ words: ArraySlice<[UInt8]>) -> Int32?

  /// All verbs of this kind.
  package static let all = [
    FileVerb(name: "merge-file") { words in
      FileMerge.asksForUsage(words) ? FileMerge.showUsage() : FileMerge(words: words)?.run()
    },
    FileVerb(name: "merge-driver") { words in
      guard var driver = MergeDriver(words: words) else { return nil }
      driver.endsProcess = true
      return driver.run()
    },
    FileVerb(name: "merge") { words in
      guard var merge = TextMerge(words: words) else { return nil }
      merge.endsProcess = true
      return merge.run()
    },
    FileVerb(name: "audit-merge") { words in MergeAuditing(words: words)?.run() },
  ]

  /// Runs a command line with one of these verbs, in the folder that options `-C` before it name.
  ///
  /// - Parameter words: The command line, without the name of the program.
  /// - Returns: The exit status; `nil` when it needs the parser, or has another verb. Then the
  ///   current folder is unchanged.
  package static func run(_ words: ArraySlice<[UInt8]>) -> Int32? {
    var (words, folders) = (words, [SystemPath]())
    while words.first == Array("-C".utf8), let folder = words.dropFirst().first {
      folders.append(SystemPath(bytes: folder))
      words = words.dropFirst(2)
    }
    guard let name = words.first, let verb = named(name) else { return nil }
    guard !folders.isEmpty else { return verb.run(words.dropFirst()) }
    // The command-line parser reports a folder that cannot be opened.
    guard let start = try? OpenFile(SystemPath("."), .isFolder) else { return nil }
    let isThere = folders.allSatisfy { (try? CurrentProcess.go(to: $0)) != nil }
    if isThere, let status = verb.run(words.dropFirst()) { return status }
    do throws(Errno) {
      try CurrentProcess.go(to: start)
      return nil
    } catch {
      let reason = "\(error)"
      Messages.write(
        tr("docmerge: cannot go back to the folder that it was started in: \(reason)") + "\n")
      return 2
    }
  }

  /// The verb of this name, if there is one.
  package static func named(_ name: [UInt8]) -> FileVerb? {
    all.first { name.elementsEqual($0.name.utf8) }
  }
}

/// The command line of this process, as bytes that need not be text.
package func commandLineWords() -> [[UInt8]] { CurrentProcess.arguments }
