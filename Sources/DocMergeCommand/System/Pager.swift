import DocMergeFiles
import DocMergeSystem
import Synchronization

/// The program that shows long output page by page, chosen by git's rules (git-config(1), core.pager).
///
/// Only on a terminal: `DOCMERGE_PAGER`, `GIT_PAGER`, git's `core.pager`, `PAGER`, else less; an empty name and
/// `cat` stand for none. less is told to leave short output alone, unless `LESS` says something of its own.
enum Pager {
  /// The process that shows the output; 0 while there is none.
  private static let process = Atomic<Int32>(0)

  /// Starts it, if there is one; from now on standard output leads there.
  ///
  /// - Throws: ``CommandError`` if it cannot be started.
  static func start() throws {
    guard process.load(ordering: .relaxed) == 0, StandardFile.output.isTerminal, let command else {
      return
    }
    // What is printed afterwards is for the terminal still.
    _ = Console.hasColour
    if Variable.value("LESS") == nil { Variable.set("LESS", to: "FRX") }
    do throws(Errno) {
      let pipe = try Pipe()
      let words = ["sh", "-c", command].map { Array($0.utf8) }
      let child = try ChildProcess(words, input: pipe.reading.number)
      StandardFile.output.become(pipe.writing)
      process.store(child.number, ordering: .relaxed)
    } catch {
      throw CommandError(description: "cannot start the pager: \(error)")
    }
  }

  /// Waits until the person has seen enough.
  static func finish() {
    let child = process.exchange(0, ordering: .relaxed)
    guard child != 0 else { return }
    StandardFile.output.end()
    // Control-C is for the pager as long as it runs.
    CurrentProcess.ignoreInterrupts()
    _ = try? ChildProcess(number: child).end()
  }

  /// The command of the pager; `nil` where there is to be none.
  private static var command: String? {
    let chosen =
      variable("DOCMERGE_PAGER") ?? variable("GIT_PAGER") ?? configured ?? variable("PAGER")
      ?? (isInstalled("less") ? "less" : "")
    return chosen.isEmpty || chosen == "cat" ? nil : chosen
  }

  private static func isInstalled(_ program: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      SystemPath("\($0)/\(program)").allows(.running)
    }
  }

  private static func variable(_ name: String) -> String? {
    Variable.value(name)
  }

  /// What git's settings name.
  private static var configured: String? {
    guard let result = GitProgram.run(["config", "--get", "core.pager"].map { Array($0.utf8) }),
      result.status == 0
    else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
