import ArgumentParser
import DocMerge
import Glibc

/// What the program says to its caller when it ends: the only place that knows the numbers.
enum ExitStatus: Int32, Error {
  /// Everything was done.
  case done = 0
  /// Conflicts remain, or something could not be saved.
  case conflictsRemain = 1
  /// It could not run: the message says why.
  case failed = 2
  /// A sync that was to end there would have put documents in conflict.
  case wouldConflict = 3
  /// The arguments make no sense.
  case usage = 64
  /// Another process does what was asked for already. The number of `sysexits.h` for a service that is
  /// not to be had.
  case taken = 69
  /// A remote cannot be reached now; all is saved. The number of `sysexits.h` for what may pass.
  case offline = 75
  /// Wrong usage of `merge-file`, which speaks git's numbers.
  case mergeFileUsage = 129

  /// Parses, runs and exits.
  ///
  /// - Parameter arguments: the words of the command line.
  /// - Returns: never.
  static func run(arguments: [String]) -> Never {
    // A reader that goes away (`docmerge list | head`) ends the program quietly, as it does others.
    signal(SIGPIPE, SIG_DFL)
    let status = status(of: arguments)
    Pager.finish()
    exit(status)
  }

  /// Parses and runs, and says how it went.
  private static func status(of arguments: [String]) -> Int32 {
    do {
      var arguments = arguments[...]
      // As in git, and before the rest: names on the command line are relative to that folder.
      while arguments.first == "-C", let folder = arguments.dropFirst().first {
        try WorkingFolder.change(to: folder)
        arguments = arguments.dropFirst(2)
      }
      if let objection = VerbNames.objection(to: arguments) {
        Console.message("Error: \(objection)")
        return ExitStatus.usage.rawValue
      }
      var command = try Docmerge.parseAsRoot(withEmptyValues(arguments))
      do {
        defer { Pack.startWhereDue() }
        try command.run()
      }
      return ExitStatus.done.rawValue
    } catch let status as ExitStatus {
      return status.rawValue
    } catch let code as ExitCode {
      // That of another program, which stands for ours.
      return code.rawValue
    } catch {
      return report(error, arguments).rawValue
    }
  }

  /// The arguments with `--base=` as two, since the parser would take the next one for the value.
  private static func withEmptyValues(_ arguments: ArraySlice<String>) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    let words = options.flatMap { word in
      word.hasPrefix("--") && word.firstIndex(of: "=") == word.indices.last
        ? [String(word.dropLast()), ""] : [word]
    }
    return words + arguments[options.endIndex...]
  }

  /// Prints what went wrong, or the help that was asked for.
  private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    switch error {
    case ContainerError.notAContainer where (try? GitSource.isNearer) == true:
      Console.message(
        "docmerge: this is a git repository and no container: git keeps its versions, and "
          + "docmerge list, diff, resolve and undo work on what a merge leaves in "
          + "conflict")
      return .failed
    case ContainerError.watched, ContainerError.monitored:
      Console.message("docmerge: \(error)")
      return .taken
    case ContainerError.wouldConflict:
      Console.message("docmerge: \(PrintableText.words("\(error)"))")
      return .wouldConflict
    case let error as RemoteError where error.mayPass:
      Console.message("docmerge: \(PrintableText.words("\(error)"))")
      return .offline
    case is ContainerError, is RemoteError, is GitError, is FileError, is DatabaseError,
      is CommandError:
      Console.message("docmerge: \(PrintableText.words("\(error)"))")
      return .failed
    default: break
    }
    let text = Docmerge.fullMessage(for: error)
    guard Docmerge.exitCode(for: error) != .success else {
      Console.print(text)
      return .done
    }
    if Docmerge.exitCode(for: error) == .validationFailure {
      // Lines of the text stay lines; those inside of an argument do not.
      let words = arguments.filter { $0.unicodeScalars.contains("\n") }
      let quoted = words.reduce(text) { $0.replacing($1, with: PrintableText.words($1)) }
      Console.message(PrintableText.words(quoted, keepsLines: true))
      return usage(for: arguments)
    }
    Console.message("docmerge: \(PrintableText.words("\(error)"))")
    return .failed
  }

  /// Wrong usage, in the numbers that the verb speaks.
  private static func usage(for arguments: [String]) -> ExitStatus {
    var words = arguments[...]
    while words.first == "-C" { words = words.dropFirst(2) }
    return words.first == "merge-file" ? .mergeFileUsage : .usage
  }
}

/// A failure that the command itself finds.
package struct CommandError: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}
