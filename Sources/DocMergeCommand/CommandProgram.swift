import DocMerge
package import DocMergeDecisions
import DocMergeFiles
import Glibc
import Synchronization

/// The command as a program: what `docmerge-full` and `docmerge-page` run.
package enum CommandProgram {
  private static let server = Mutex<(any PageServer)?>(nil)

  /// Runs the command line; the only way out of the program.
  ///
  /// - Parameter pages: What serves pages; without it, a command line with `--web` goes to the program
  ///   that has one.
  package static func run(pages: (any PageServer)?) -> Never {
    let words = Array(CommandLine.arguments.dropFirst())
    if pages == nil, words.prefix(while: { $0 != "--" }).contains("--web") {
      exit(InstalledProgram.page.become())
    }
    server.withLock { $0 = pages }
    Container.onWaiting { process in
      let number = process.map { " (process \($0))" } ?? ""
      Console.message("docmerge: waits for git gc\(number) to end")
    }
    ExitStatus.run(arguments: words)
  }

  /// What serves pages in this program.
  ///
  /// - Throws: ``CommandError`` where nothing does.
  static func pages() throws -> any PageServer {
    guard let pages = server.withLock({ $0 }) else {
      throw CommandError(description: "this program has no pages: run docmerge with --web")
    }
    return pages
  }
}

/// What serves a page in the browser, for a program that waits for it.
package protocol PageServer: Sendable {
  /// Serves a decision session until the person leaves.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - host: What the page asks of the command.
  ///   - title: The name of the command, such as `docmerge resolve`.
  /// - Returns: How the person left, and what they decided.
  /// - Throws: What the server throws, such as an address that is taken.
  func decide(
    _ session: DecisionSession, host: SessionHost, title: String
  ) throws -> (SessionEnding, DecisionSession)

  /// Serves a page that shows how documents changed, or what rules decided, until the person leaves.
  ///
  /// - Parameters:
  ///   - readings: The documents, with their differences or decisions.
  ///   - title: The name of the command, such as `docmerge diff`.
  ///   - action: What can be done with a decision; `nil` where nothing can be changed.
  /// - Throws: What the server throws.
  func show(_ readings: [Reading], title: String, action: ReadingAction?) throws
}
