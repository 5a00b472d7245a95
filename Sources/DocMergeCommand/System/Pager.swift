import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem
import Synchronization

/// The program that shows long output page by page, chosen by git's rules (git-config(1), core.pager).
///
/// Only on a terminal: `DOCMERGE_PAGER`, `GIT_PAGER`, git's `core.pager`, `PAGER`, else less; an empty name and
/// `cat` mean none. less is set to leave short output alone, unless `LESS` has other options.
enum Pager {
  /// The process that shows the output; 0 without one.
  private static let process = Atomic<Int32>(0)

  /// Starts it, if there is one; from now on standard output is sent to it.
  ///
  /// - Throws: ``CommandError`` if it cannot be started.
  static func start() throws {
    guard process.load(ordering: .relaxed) == 0, StandardFile.output.isTerminal, let command else {
      return
    }
    // Output after it is still for the terminal.
    _ = Console.hasColour
    if Variable.value("LESS") == nil { Variable.set("LESS", to: "FRX") }
    do throws(Errno) {
      let pipe = try Pipe()
      let words = ["sh", "-c", command].map { Array($0.utf8) }
      let child = try ChildProcess(words, input: pipe.reading.number)
      StandardFile.output.become(pipe.writing)
      process.store(child.number, ordering: .relaxed)
    } catch {
      throw CommandError(description: tr("cannot start the pager: \(error)"))
    }
  }

  /// Waits until the person closes it.
  static func finish() {
    let child = process.exchange(0, ordering: .relaxed)
    guard child != 0 else { return }
    StandardFile.output.end()
    // Control-C is for the pager as long as it runs.
    CurrentProcess.ignoreInterrupts()
    _ = try? ChildProcess(number: child).end()
  }

  /// The command of the pager; `nil` for none.
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

  /// The pager in git's settings.
  private static var configured: String? {
    guard let result = GitProgram.run(["config", "--get", "core.pager"].map { Array($0.utf8) }),
      result.status == 0
    else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
