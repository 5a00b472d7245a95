import DocMergeCore
import DocMergePOSIX
import Glibc

/// Why a verb could not run.
struct VerbFailure: Error {
  let message: String

  /// A failure with words, and what the system says.
  init(_ message: String, reason code: Int32? = nil) {
    self.message = code.map { "\(message): \(String(cString: strerror($0)))" } ?? message
  }

  /// The failure of a file.
  init(_ failure: FileFailure) {
    message = ReportText.escape(failure.message.dropFirst("error: ".utf8.count).dropLast())
  }

  /// The same of a report, when the merge that it tells of is already written.
  var ofReport: VerbFailure { VerbFailure("the merge is written, the report is not: \(message)") }

  /// Tells the person.
  func tell() { VerbOutput.message("docmerge: \(message)") }
}

/// The files that a verb reads.
enum VerbInput {
  /// A file, and what it is to the verb.
  typealias File = (role: String, path: [UInt8])

  /// Reads texts, all of them before anything is written.
  ///
  /// An empty path of the base stands for no text; `-` for standard input, at most once.
  static func texts(_ inputs: [File]) throws(VerbFailure) -> [[UInt8]] {
    guard inputs.filter({ $0.path == Array("-".utf8) }).count <= 1 else {
      throw VerbFailure("only one file can be standard input")
    }
    // A variable of a script that has no value is no reason to take a side for deleted.
    if let nameless = inputs.first(where: { $0.path.isEmpty && $0.role != "base" }) {
      throw VerbFailure("the name of \(nameless.role) is empty")
    }
    prepareHeap(inputs)
    var texts: [[UInt8]] = []
    for input in inputs { texts.append(try read(input.path)) }
    return texts
  }

  /// Makes room for texts that are large, and for what is worked out about their lines.
  private static func prepareHeap(_ inputs: [File]) {
    var size = 0
    for input in inputs {
      var status = stat()
      if stat(CPath(input.path).characters, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        size += Int(status.st_size)
      }
    }
    if size > 1 << 20, size < 1 << 40 { docmerge_prepare_heap(size * 3) }
  }

  private static func read(_ path: [UInt8]) throws(VerbFailure) -> [UInt8] {
    if path.isEmpty { return [] }
    let isStandard = path == Array("-".utf8)
    let file =
      isStandard ? dup(STDIN_FILENO) : open(CPath(path).characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path, errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var status = stat()
    // The first call reads all of a file.
    var size = fstat(file, &status) == 0 ? max(1 << 16, Int(status.st_size) + 1) : 1 << 16
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        repeat {
          count = Glibc.read(file, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        initialized = max(count, 0)
      }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      size = 1 << 16
    }
  }

  private static func failure(_ path: [UInt8], _ code: Int32) -> VerbFailure {
    VerbFailure("cannot read \(ReportText.escape(path))", reason: code)
  }
}

/// Where a verb's words and bytes go.
enum VerbOutput {
  /// Writes a file whole, or standard output for `nil`.
  static func write(_ bytes: [UInt8], to path: [UInt8]?) throws(VerbFailure) {
    guard let path else { return try write(bytes, descriptor: STDOUT_FILENO) }
    do {
      try FileReplacement(path).replace { output in
        bytes.withUnsafeBytes { output.append($0) }
        output.flush()
      }
    } catch {
      throw VerbFailure(error)
    }
  }

  /// Writes the report of a merge to a file, and the merge itself as late as the report can still be
  /// taken back, so that one is not there without the other.
  static func write(
    report: [UInt8], to path: [UInt8], after merge: () throws(VerbFailure) -> Void
  ) throws(VerbFailure) {
    var mergeFailure: VerbFailure?
    var isMergeWritten = false
    func failsToMerge() -> Bool {
      do throws(VerbFailure) {
        try merge()
        isMergeWritten = true
      } catch {
        mergeFailure = error
      }
      return !isMergeWritten
    }
    do throws(FileFailure) {
      try FileReplacement(path).replace(unless: failsToMerge) { output in
        report.withUnsafeBytes { output.append($0) }
        output.flush()
      }
    } catch {
      let failure = VerbFailure(error)
      throw isMergeWritten ? failure.ofReport : failure
    }
    if let mergeFailure { throw mergeFailure }
  }

  /// Writes to an open file.
  static func write(_ bytes: [UInt8], descriptor: Int32) throws(VerbFailure) {
    var output = OutputFile(descriptor)
    bytes.withUnsafeBytes { output.append($0) }
    output.flush()
    guard output.failure == 0 else {
      throw VerbFailure("cannot write", reason: output.failure)
    }
  }

  /// Whether a path means standard output.
  static func isStandard(_ path: [UInt8]) -> Bool { path == [UInt8(ascii: "-")] }

  /// A line for the person, on standard error.
  static func message(_ text: String) { Messages.write(text + "\n") }

  /// Whether two paths lead to one file, be it there yet or not, or are spelled alike.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    var (first, second) = (stat(), stat())
    let found =
      stat(CPath(one).characters, &first) == 0 && stat(CPath(other).characters, &second) == 0
    return found
      ? first.st_dev == second.st_dev && first.st_ino == second.st_ino
      : FileReplacement(one).isSamePlace(as: FileReplacement(other))
  }

  /// Whether standard output is the file at a path, into which a replacement would not be seen.
  static func isStandardOutput(_ path: [UInt8]) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(STDOUT_FILENO, &first) == 0 && first.st_mode & S_IFMT == S_IFREG
      && stat(CPath(path).characters, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether a terminal with colours is at the other end (https://no-color.org).
  static func hasColour(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    if let none = getenv("NO_COLOR"), none.pointee != 0 { return false }
    if let terminal = getenv("TERM"), String(cString: terminal) == "dumb" { return false }
    return true
  }
}
