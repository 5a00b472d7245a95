import DocMergeCore
import DocMergeFormats
import DocMergeLanguage
import DocMergeSystem

/// One run of the program of a format, on copies of three texts.
struct FormatCommandRun {
  let command: FormatCommand
  /// Base, ours and theirs: UTF-8, with `\n` at the ends of lines.
  let texts: [[UInt8]]
  /// The path of the document.
  let path: String

  /// Runs the program and checks its result; `nil` where that cannot be used, which a message reports.
  func result() -> FormatMerger.Result? {
    guard let folder = TemporaryFolder() else {
      return failed(tr("no temporary folder could be made"))
    }
    let files = ["base", "ours", "theirs"].map { folder.path.appending($0 + ending) }
    do throws(FileFailure) {
      for (file, text) in zip(files, texts) {
        try FileReplacement.replace(file.bytes, isDurable: false, with: text)
      }
      let markerSize = FormatMerger.markerSize(for: texts)
      let status = run(line(for: files, markerSize: markerSize))
      guard (0...125).contains(status) else {
        return failed(
          status < 0 ? tr("it could not be started") : tr("it ended with status \(status)"))
      }
      let text = withLineEndings(try Self.contents(of: files[1]))
      return checked(
        .init(text: text, hasConflicts: status != 0, markerSize: markerSize))
    } catch {
      let words = error.message.prefix { $0 != 0x0A }
      return failed(String(decoding: words, as: UTF8.self))
    }
  }

  // MARK: - The result

  /// The most bytes that are read from a program.
  private static let limit = 1 << 28

  private static func contents(of path: SystemPath) throws(FileFailure) -> [UInt8] {
    let file: OpenFile
    do throws(Errno) {
      // The program may have replaced the file by a link or a pipe.
      file = try OpenFile(path, for: .reading, [.isNoLink, .neverWaits])
    } catch {
      throw FileFailure(tr("could not open %"), path.bytes, reason: error)
    }
    guard let status = try? file.status(), status.isFile, status.size <= limit else {
      throw FileFailure(tr("% is no file any more, or too large"), path.bytes)
    }
    do throws(Errno) {
      return try file.readAll()
    } catch {
      throw FileFailure(tr("Could not read %"), path.bytes, reason: error)
    }
  }

  /// The result with the line endings of the inputs, and with a newline at the end where the inputs have one.
  private func withLineEndings(_ text: [UInt8]) -> [UInt8] {
    var text = text
    if !texts.contains(where: { $0.contains(0x0D) }) {
      text = text.indices.filter { index in
        text[index] != 0x0D || index + 1 == text.count || text[index + 1] != 0x0A
      }.map { text[$0] }
    }
    let sides = texts.filter { !$0.isEmpty }
    let isEnded = text.last == 0x0A
    if !text.isEmpty, !isEnded, sides.allSatisfy({ $0.last == 0x0A }) { text.append(0x0A) }
    if isEnded, !sides.contains(where: { $0.last == 0x0A }) { text.removeLast() }
    return text
  }

  /// The result, if its markers agree with the exit status and no change is lost.
  private func checked(_ result: FormatMerger.Result) -> FormatMerger.Result? {
    guard result.isConsistent else {
      return failed(
        result.hasConflicts
          ? tr("it says that something is in conflict, and shows no markers")
          : tr("it left markers of a conflict, and says that there is none"))
    }
    if result.hasConflicts { return result }
    let audit = audit(base: texts[0], ours: texts[1], theirs: texts[2], result: result.text)
    return audit.isClean ? result : failed(tr("a change of a side is gone from its result"))
  }

  /// Reports why the result is not used.
  private func failed(_ reason: String) -> FormatMerger.Result? {
    let words = [command.name, reason].map { PrintableText.escape($0.utf8) }
    VerbOutput.message(
      tr(
        """
        docmerge: the command of the format \(words[0]) is not used: \(words[1]); \
        the file is left in conflict
        """))
    return nil
  }

  // MARK: - The program

  private func line(for files: [SystemPath], markerSize: Int) -> String {
    let paths = files.map { ShellLine.word($0.bytes) }
    return ShellLine.filled(
      command.command,
      [
        "O": paths[0], "A": paths[1], "B": paths[2], "L": "\(markerSize)",
        "P": ShellLine.word(Array(path.utf8)), "S": "base", "X": "ours", "Y": "theirs",
      ])
  }

  /// Runs a line in a shell and returns its exit status.
  ///
  /// The program's output goes to standard error: a result may go to standard output.
  private func run(_ line: String) -> Int32 {
    guard let nothing = try? OpenFile(SystemPath("/dev/null")),
      let end = try? ChildProcess.run(
        ["sh", "-c", line].map { Array($0.utf8) }, input: nothing.number,
        output: StandardFile.error.rawValue)
    else { return -1 }
    return end.shellStatus
  }

  /// The extension of the document, such as `.words`, if it has no special meaning in a shell.
  private var ending: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    let ending = name[dot...].dropFirst().utf8
    return ending.count <= 32 && ending.allSatisfy(ShellLine.isPlain) ? String(name[dot...]) : ""
  }
}
