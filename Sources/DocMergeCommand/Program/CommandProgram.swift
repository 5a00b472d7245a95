import DocMerge
import DocMergeFiles
import DocMergeLanguage
import DocMergeTreeSitter
import Glibc

/// The command as a program: the code of `docmerge` and `docmerge-full`.
package enum CommandProgram {
  /// Runs the command line; ends the program.
  ///
  /// - Parameters:
  ///   - pages: The server of pages; if `nil`, a command line with `--web` is run by the program that has one.
  ///   - packages: The source of packages; if `nil`, `grammars install` is run by that program, too.
  package static func run(
    pages: (any PageServer)?, packages: (any PackageSource)?
  ) -> Never {
    let bytes = commandLineWords().dropFirst()
    if let verb = bytes.first, verb.elementsEqual(ParseServer.verb.utf8) {
      // What it says goes into reports of any form.
      Language.use(.english)
      exit(ParseServer.run(Array(CommandLine.arguments.dropFirst(2))))
    }
    if CommandLineRun.isForPrograms(bytes) { Language.use(.english) }
    CodeFormats.register()
    FormatCommand.register()
    if let status = FileVerb.run(bytes) { exit(status) }
    let words = Array(CommandLine.arguments.dropFirst())
    let options = words.prefix { $0 != "--" }
    let needsPackages = options.contains("grammars") && options.contains("install")
    if pages == nil, options.contains("--web") || needsPackages {
      exit(InstalledProgram.full.become())
    }
    Packages.fetch(by: packages)
    Pages.serve(by: pages)
    Container.onWaiting { process in
      Console.message(
        process.map { tr("docmerge: waits for git gc (process \($0)) to end") }
          ?? tr("docmerge: waits for git gc to end"))
    }
    CommandLineRun.end(running: words)
  }
}
