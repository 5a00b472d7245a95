import DocMerge
import DocMergeFiles
import DocMergeTreeSitter
import Glibc

/// The command as a program: what `docmerge` and `docmerge-full` run.
package enum CommandProgram {
  /// Runs the command line; the only way out of the program.
  ///
  /// - Parameters:
  ///   - pages: What serves pages; without it, a command line with `--web` goes to the program that has one.
  ///   - packages: What fetches packages; without it, `grammars install` goes to that program, too.
  package static func run(
    pages: (any PageServer)?, packages: (any PackageSource)?
  ) -> Never {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == ParseServer.verb { exit(ParseServer.run(Array(words.dropFirst()))) }
    CodeFormats.register()
    FormatCommand.register()
    if let status = FileVerb.run(commandLineWords().dropFirst()) { exit(status) }
    let options = words.prefix { $0 != "--" }
    let needsPackages = options.contains("grammars") && options.contains("install")
    if pages == nil, options.contains("--web") || needsPackages {
      exit(InstalledProgram.full.become())
    }
    Packages.fetch(by: packages)
    Pages.serve(by: pages)
    Container.onWaiting { process in
      let number = process.map { " (process \($0))" } ?? ""
      Console.message("docmerge: waits for git gc\(number) to end")
    }
    CommandLineRun.end(running: words)
  }
}
