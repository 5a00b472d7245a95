import DocMergeFiles
import Glibc

/// The `docmerge` command as it is started: runs the verbs that need little itself, and becomes the
/// full program for all others.
@main
enum Launcher {
  static func main() {
    var words = commandLineWords().dropFirst()
    let option = Array("-C".utf8)
    // The full program does it anew, from here.
    let start = words.first == option ? open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
    var isThere = words.first != option || start >= 0
    while isThere, words.first == option, words.count > 1 {
      let folder = words[words.startIndex + 1].map { CChar(bitPattern: $0) } + [0]
      isThere = chdir(folder) == 0
      words = words.dropFirst(2)
    }
    FormatCommand.register()
    if isThere, let name = words.first, let verb = FileVerb.named(name),
      let status = verb.run(words.dropFirst())
    {
      exit(status)
    }
    if start >= 0, fchdir(start) != 0 { exit(2) }
    exit(InstalledProgram.full.become())
  }
}
