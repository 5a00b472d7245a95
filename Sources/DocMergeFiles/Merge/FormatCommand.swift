import DocMergeCore
import DocMergeFormats
import DocMergePOSIX
import Glibc
import Synchronization

/// A program that is set to merge the files of a format, called as git calls a merge driver.
///
///     [docmerge "format.wordlist"]
///       command = wordlist-merge %O %A %B
///
/// Attributes, which come along with documents, can only name the format; see ``OwnSettings`` for where the program
/// comes from.
package struct FormatCommand: Sendable {
  private let name: String
  private let command: String

  /// Lets merges of this process start the programs.
  package static func register() {
    let results = FormatResults()
    FormatRegistry.shared.setMergers { name in
      guard let command = FormatCommand(named: name) else { return nil }
      return FormatMerger { base, ours, theirs, path in
        results.result(of: [Array(name.utf8), base, ours, theirs]) {
          command.merge([base, ours, theirs], path: path)
        }
      }
    }
  }

  /// The program for a format; `nil` when none is set.
  package init?(named name: String) {
    guard !name.isEmpty, !name.contains(where: { $0 == "\n" || $0 == "\0" }),
      let command = OwnSettings.values(of: "docmerge.format.\(name).command").last,
      !command.isEmpty
    else { return nil }
    (self.name, self.command) = (name, command)
  }

  /// The formats that have a program, with its command, sorted by name; none of docmerge's own.
  package static func all() -> [(name: String, command: String)] {
    var commands: [String: String] = [:]
    for (key, value) in OwnSettings.matching(#"^docmerge\.format\..*\.command$"#) {
      let name = String(key.dropFirst("docmerge.format.".count).dropLast(".command".count))
      if !DocumentStructure.formatNames.contains(name) { commands[name] = value }
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

  /// The most bytes that are taken from a program.
  private static let limit = 1 << 28

  private static func contents(of file: CPath) throws(FileFailure) -> [UInt8] {
    let descriptor = open(file.characters, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure("could not open %", file.bytes, reason: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { throw FileFailure("% is no file any more, or too large", file.bytes) }
    return try MappedFile.read(descriptor, file.bytes)
  }

  /// What the program wrote, if that goes with what it says.
  private func checked(
    _ text: [UInt8], _ status: Int32, of inputs: [[UInt8]]
  ) -> FormatMerger.Result? {
    let text = Self.adapted(text, to: inputs)
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

  /// An answer with the line endings that the inputs have: what is missing or added at the end is the program's way.
  private static func adapted(_ text: [UInt8], to inputs: [[UInt8]]) -> [UInt8] {
    var text = text
    if !inputs.contains(where: { $0.contains(0x0D) }) {
      text = text.indices.filter { index in
        text[index] != 0x0D || index + 1 == text.count || text[index + 1] != 0x0A
      }.map { text[$0] }
    }
    let sides = inputs.filter { !$0.isEmpty }
    let isEnded = text.last == 0x0A
    if !text.isEmpty, !isEnded, sides.allSatisfy({ $0.last == 0x0A }) { text.append(0x0A) }
    if isEnded, !sides.contains(where: { $0.last == 0x0A }) { text.removeLast() }
    return text
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

  /// A path for the shell; one of plain characters stays as it is, since commands may have quotation marks around it.
  private static func quoted(_ path: CPath) -> String {
    let word = String(decoding: path.bytes, as: UTF8.self)
    let isPlain = path.bytes.allSatisfy { byte in
      byte.isASCIILetterOrDigit || "/._-".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
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
        + "\(ReportText.escape(Array(reason.utf8))); the file is left in conflict")
    return nil
  }

  // MARK: - Its folder

  private static func makeFolder() -> CPath? {
    let named = GitFolder.variable("TMPDIR")
    let parent = named?.first == UInt8(ascii: "/") ? named ?? [] : Array("/tmp".utf8)
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
    let ending = name[dot...].dropFirst().utf8
    // Nothing that means something to a shell.
    guard ending.count <= 32,
      ending.allSatisfy({
        $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      })
    else { return "" }
    return String(name[dot...])
  }
}

/// What programs made of texts; a merge may be looked at several times.
private final class FormatResults: Sendable {
  private let known = Mutex<[(texts: [[UInt8]], result: FormatMerger.Result?)]>([])
  private static let most = 8

  func result(
    of texts: [[UInt8]], _ run: () -> FormatMerger.Result?
  ) -> FormatMerger.Result? {
    if let found = known.withLock({ $0.first { $0.texts == texts } }) { return found.result }
    let result = run()
    known.withLock { known in
      known.append((texts, result))
      if known.count > Self.most { known.removeFirst() }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    self >= 0x30 && self <= 0x39 || self | 0x20 >= 0x61 && self | 0x20 <= 0x7A
  }
}
