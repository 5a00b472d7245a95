import DocMerge
import DocMergeLanguage
import DocMergeSystem

extension ChildProcess {
  /// Runs a program to its end, at the terminal of this one.
  ///
  /// - Parameter words: its name, and its arguments.
  /// - Returns: its exit status.
  /// - Throws: ``CommandError`` if it cannot be started or is killed.
  static func runAtTerminal(_ words: [String]) throws -> Int32 {
    let child: ChildProcess
    do throws(Errno) {
      child = try ChildProcess(words.map { Array($0.utf8) })
    } catch {
      throw CommandError(description: tr("cannot start \(words[0]): \(error)"))
    }
    let end: ProcessEnd
    do throws(Errno) {
      end = try child.end()
    } catch {
      throw CommandError(
        description: tr("cannot wait for \(PrintableText.escape(words[0])): \(error)"))
    }
    switch end {
    case .exited(let status): return status
    case .killed(let signal):
      throw CommandError(description: tr("\(words[0]) was killed by signal \(signal)"))
    }
  }
}
