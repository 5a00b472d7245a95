import DocMergeFiles
import Glibc

/// The `docmerge` command as it is started: runs the verbs that need little itself, and becomes the
/// full program for all others.
@main
enum Launcher {
  static func main() {
    let words = commandLineWords()
    if words.count > 1, let verb = FileVerb.named(words[1]), let status = verb.run(words[2...]) {
      exit(status)
    }
    exit(FullProgram.become())
  }
}
