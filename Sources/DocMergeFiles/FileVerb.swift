import DocMergeSystem

/// A verb that works on plain files, and starts fast because it needs nothing else of the program.
///
/// The launcher looks verbs up in ``all`` before it starts the full program. To add one: a type that
/// parses the words of its command line and runs, and one line in the table.
public struct FileVerb: Sendable {
  /// What the verb is called on the command line.
  public let name: String

  /// Runs the verb with the words behind its name.
  ///
  /// The result is the exit status, or `nil` when the words need a closer look by the full program:
  /// a question for help, or a mistake.
  public let run: @Sendable (_ words: ArraySlice<[UInt8]>) -> Int32?

  /// All verbs of this kind.
  public static let all = [
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

  /// The verb of this name, if there is one.
  public static func named(_ name: [UInt8]) -> FileVerb? {
    all.first { name.elementsEqual($0.name.utf8) }
  }
}

/// The command line of this process, as bytes that need not be text.
public func commandLineWords() -> [[UInt8]] { CurrentProcess.arguments }
