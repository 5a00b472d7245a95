import DocMerge
import DocMergeFiles
import Glibc

/// The command as a program: what `docmerge-full` and `docmerge-page` run.
package enum CommandProgram {
  /// Runs the command line; the only way out of the program.
  ///
  /// - Parameter pages: What serves pages; without it, a command line with `--web` goes to the program
  ///   that has one.
  package static func run(pages: (any PageServer)?) -> Never {
    let words = Array(CommandLine.arguments.dropFirst())
    if pages == nil, words.prefix(while: { $0 != "--" }).contains("--web") {
      exit(InstalledProgram.page.become())
    }
    Pages.serve(by: pages)
    Container.onWaiting { process in
      let number = process.map { " (process \($0))" } ?? ""
      Console.message("docmerge: waits for git gc\(number) to end")
    }
    CommandLineRun.end(running: words)
  }
}
