import DocMergeCore
import DocMergeFormats
import DocMergePOSIX
import Glibc

/// A program that is set to merge the files of a format, called as git calls a merge driver.
///
///     [docmerge "format.wordlist"]
///       command = wordlist-merge %O %A %B
///
/// The setting is read from git's files, which are the person's own; attributes, which come along with documents,
/// can only name the format.
package struct FormatCommand {
  private let name: String
  private let command: String

  /// Lets merges of this process start the programs.
  package static func register() {
    FormatRegistry.shared.setMergers { name in
      guard let command = FormatCommand(named: name) else { return nil }
      return FormatMerger { base, ours, theirs, path in
        command.merge([base, ours, theirs], path: path)
      }
    }
  }

  /// The program for a format; `nil` when none is set.
  package init?(named name: String) {
    guard !name.isEmpty, !name.contains(where: { $0 == "\n" || $0 == "\0" }),
      let answer = GitProgram.run(["config", "--get", "docmerge.format.\(name).command"]),
      answer.status == 0
    else { return nil }
    let command = String(decoding: answer.output.prefix { $0 != 0x0A }, as: UTF8.self)
    guard !command.isEmpty else { return nil }
    (self.name, self.command) = (name, command)
  }

  /// The formats that have a program, with its command, sorted by name.
  package static func all() -> [(name: String, command: String)] {
    let words = ["config", "-z", "--get-regexp", #"^docmerge\.format\..*\.command$"#]
    guard let answer = GitProgram.run(words), answer.status == 0 else { return [] }
    var commands: [String: String] = [:]
    for entry in answer.output.split(separator: 0) {
      let parts = entry.split(separator: 0x0A, maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = String(decoding: parts[0], as: UTF8.self)
      // The last value counts, as git has it.
      commands[String(key.dropFirst("docmerge.format.".count).dropLast(".command".count))] =
        String(decoding: parts[1], as: UTF8.self)
    }
    return commands.map { (name: $0.key, command: $0.value) }.sorted { $0.name < $1.name }
  }

  // MARK: - One merge

  /// Runs the program on copies of the texts.
  private func merge(_ texts: [[UInt8]], path: String) -> FormatMerger.Result? {
    guard let folder = Self.makeFolder() else { return failed("no temporary folder could be made") }
    let ending = Self.ending(of: path)
    let files = ["base", "ours", "theirs"].map { folder.appending($0 + ending) }
    defer {
      for file in files { unlink(file.characters) }
      Self.remove(folder)
    }
    do throws(FileFailure) {
      for (file, text) in zip(files, texts) {
        try FileReplacement(file.bytes).replace(isDurable: false) { output in
          text.withUnsafeBytes { output.append($0) }
          output.flush()
        }
      }
      let status = run(line(for: files, path: path))
      guard (0...125).contains(status) else {
        return failed(status < 0 ? "it could not be started" : "it ended with status \(status)")
      }
      return checked(try Self.contents(of: files[1]), status, of: texts)
    } catch {
      let words = error.message.prefix { $0 != 0x0A }
      return failed(String(decoding: words, as: UTF8.self).replacing("error: ", with: ""))
    }
  }

  private static func contents(of file: CPath) throws(FileFailure) -> [UInt8] {
    let descriptor = open(file.characters, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("could not open %", file.bytes, reason: errno) }
    defer { close(descriptor) }
    return try MappedFile.read(descriptor, file.bytes)
  }

  /// What the program wrote, if that goes with what it says.
  private func checked(
    _ text: [UInt8], _ status: Int32, of inputs: [[UInt8]]
  ) -> FormatMerger.Result? {
    let result = FormatMerger.Result(text: text, hasConflicts: status != 0)
    if result.isConsistent, result.hasConflicts { return result }
    if result.isConsistent {
      let audit = audit(base: inputs[0], ours: inputs[1], theirs: inputs[2], result: text)
      return audit.isClean ? result : failed("a change of a side is gone from what it made")
    }
    return failed(
      status == 0
        ? "it left markers of a conflict, and says that there is none"
        : "it says that something is in conflict, and shows no markers")
  }

  /// The command for the shell, with the paths in it.
  private func line(for files: [CPath], path: String) -> String {
    let values: [Character: String] = [
      "O": Self.quoted(files[0]), "A": Self.quoted(files[1]),
      "B": Self.quoted(files[2]), "L": "\(FormatMerger.markerSize)",
      "P": Self.quoted(CPath(path.utf8)), "S": "base", "X": "ours", "Y": "theirs", "%": "%",
    ]
    var line = ""
    var rest = command[...]
    while let next = rest.popFirst() {
      if next == "%", let letter = rest.first, let value = values[letter] {
        line += value
        rest.removeFirst()
      } else {
        line.append(next)
      }
    }
    return line
  }

  private static func quoted(_ path: CPath) -> String {
    let word = String(decoding: path.bytes, as: UTF8.self)
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// Runs a line in a shell; what it prints goes to standard error, since a result may go to standard output.
  private func run(_ line: String) -> Int32 {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return -1 }
    defer { close(nothing) }
    let words = ["sh", "-c", line].map { strdup(CPath($0.utf8).characters) } + [nil]
    defer { for word in words { free(word) } }
    return docmerge_run(words, nothing, STDERR_FILENO, -1)
  }

  /// Tells why the program's merge is not taken.
  private func failed(_ reason: String) -> FormatMerger.Result? {
    VerbOutput.message(
      "docmerge: the command of the format \(ReportText.escape(Array(name.utf8))) is not used: "
        + "\(ReportText.escape(Array(reason.utf8))); the lines are merged instead")
    return nil
  }

  // MARK: - Its folder

  private static func makeFolder() -> CPath? {
    let parent = GitFolder.variable("TMPDIR") ?? Array("/tmp".utf8)
    var pattern = CPath(parent).appending("docmerge-format-XXXXXX").characters
    let isMade = pattern.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard isMade else { return nil }
    return CPath(pattern.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// Removes the folder, with what the program left in it.
  private static func remove(_ folder: CPath) {
    if let entries = opendir(folder.characters) {
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(folder.appending(name).characters) }
      }
      closedir(entries)
    }
    rmdir(folder.characters)
  }

  /// How the name of a document ends, such as `.words`: programs often go by that.
  private static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    let ending = name[dot...]
    return ending.utf8.count <= 32 ? String(ending) : ""
  }
}
