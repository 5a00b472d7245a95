import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem
import Glibc

/// One command line: parsed, run, and ended with an exit status.
enum CommandLineRun {
  /// Parses, runs and exits.
  ///
  /// - Parameter arguments: the words of the command line.
  /// - Returns: never.
  static func end(running arguments: [String]) -> Never {
    // When the reader closes the pipe (`docmerge list | head`), the program ends quietly, as others do.
    signal(SIGPIPE, SIG_DFL)
    let status = status(of: arguments)
    Pager.finish()
    exit(status)
  }

  /// Whether options ask for output for programs, which is always in English.
  ///
  /// - Parameter words: the words of the command line; those behind `--` are no options.
  /// - Returns: whether they do.
  static func isForPrograms(_ words: some Sequence<[UInt8]>) -> Bool {
    var isReport = false
    for word in words {
      if word.elementsEqual("--".utf8) { return false }
      let isForm = ["--json", "--report=json", "--experimental-dump-help"].contains {
        word.elementsEqual($0.utf8)
      }
      if isForm || isReport && word.elementsEqual("json".utf8) { return true }
      isReport = word.elementsEqual("--report".utf8)
    }
    return false
  }

  /// Parses and runs the command line, and returns the exit status.
  private static func status(of arguments: [String]) -> Int32 {
    do {
      var arguments = arguments[...]
      // As in git, and before the rest: names on the command line are relative to that folder.
      while arguments.first == "-C", let folder = arguments.dropFirst().first {
        try WorkingFolder.change(to: folder)
        arguments = arguments.dropFirst(2)
      }
      if let objection = VerbNames.objection(to: arguments) {
        Console.message(tr("Error: \(objection)"))
        return ExitStatus.usage.rawValue
      }
      var command = try Docmerge.parseAsRoot(withEmptyValues(arguments))
      do {
        defer { BackgroundWork.packWhereDue() }
        try command.run()
      }
      return ExitStatus.done.rawValue
    } catch let status as ExitStatus {
      return status.rawValue
    } catch let code as ExitCode {
      // The status of another program, which is passed on.
      return code.rawValue
    } catch {
      return report(error, arguments).rawValue
    }
  }

  /// The arguments with `--base=` as two, since the parser would use the next one as the value.
  private static func withEmptyValues(_ arguments: ArraySlice<String>) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    let words = options.flatMap { word in
      word.hasPrefix("--") && word.firstIndex(of: "=") == word.indices.last
        ? [String(word.dropLast()), ""] : [word]
    }
    return words + arguments[options.endIndex...]
  }

  /// Prints the error, or the requested help.
  private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    switch error {
    case ContainerError.notAContainer where (try? GitSource.isNearer) == true:
      Console.message(advice)
      return .failed
    case ContainerError.watched, ContainerError.monitored:
      Console.message("docmerge: \(ErrorWords.words(of: error))")
      return .taken
    case ContainerError.wouldConflict:
      Console.message("docmerge: \(PrintableText.words(ErrorWords.words(of: error)))")
      return .wouldConflict
    case let error as RemoteError where error.mayPass:
      Console.message("docmerge: \(PrintableText.words(ErrorWords.words(of: error)))")
      return .offline
    case is ContainerError, is RemoteError, is GitError, is FileError, is DatabaseError,
      is CommandError:
      Console.message("docmerge: \(PrintableText.words(ErrorWords.words(of: error)))")
      return .failed
    default: break
    }
    let text = Docmerge.fullMessage(for: error)
    guard Docmerge.exitCode(for: error) != .success else {
      Console.print(HelpWords(text).help)
      return .done
    }
    if Docmerge.exitCode(for: error) == .validationFailure {
      // Lines of the message stay lines; those inside an argument do not.
      let words = arguments.filter { $0.unicodeScalars.contains("\n") }
      let quoted = words.reduce(text) { $0.replacing($1, with: PrintableText.words($1)) }
      Console.message(HelpWords(PrintableText.words(quoted, keepsLines: true)).objection)
      return usage(for: arguments)
    }
    Console.message("docmerge: \(PrintableText.words(ErrorWords.words(of: error)))")
    return .failed
  }

  /// What to do in a git repository, where a container is missing.
  private static var advice: String {
    tr(
      """
      docmerge: this is a git repository and no container: git keeps its versions, and docmerge \
      list, diff, resolve and undo work on what a merge leaves in conflict
      """)
  }

  /// Wrong usage, in the exit status of the verb.
  private static func usage(for arguments: [String]) -> ExitStatus {
    var words = arguments[...]
    while words.first == "-C" { words = words.dropFirst(2) }
    return words.first == "merge-file" ? .mergeFileUsage : .usage
  }
}
