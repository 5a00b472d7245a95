import DocMergeCommand

/// The `docmerge` command as it is installed: without pages and packages, which need shared libraries.
@main
enum Launcher {
  static func main() { CommandProgram.run(pages: nil, packages: nil) }
}
