import DocMergeCommand

/// The installed `docmerge` command: without pages and packages, which need shared libraries.
@main
enum Launcher {
  static func main() { CommandProgram.run(pages: nil, packages: nil) }
}
