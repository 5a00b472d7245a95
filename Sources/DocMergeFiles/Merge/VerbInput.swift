import DocMergeCore
import DocMergeLanguage
import DocMergeSystem

/// Why a verb could not run.
struct VerbFailure: Error {
  let message: String

  /// A failure with a message, and the system's reason.
  init(_ message: String, reason: Errno? = nil) {
    self.message = reason.map { "\(message): \($0)" } ?? message
  }

  /// The failure of a file.
  init(_ failure: FileFailure) {
    message = PrintableText.escape(failure.message.dropFirst("error: ".utf8.count).dropLast())
  }

  /// The same for a report, when its merge is already written.
  var ofReport: VerbFailure {
    VerbFailure(tr("the merge is written, the report is not: \(message)"))
  }

  /// Reports the failure to the user.
  func tell() { VerbOutput.message("docmerge: \(message)") }
}

/// The files that a verb reads.
enum VerbInput {
  /// A file, and its role for the verb.
  typealias File = (role: String, path: [UInt8])

  /// Reads texts, all of them before any output is written.
  ///
  /// An empty path of the base means no text; `-` means standard input, at most once.
  static func texts(_ inputs: [File]) throws(VerbFailure) -> [[UInt8]] {
    guard inputs.filter({ $0.path == Array("-".utf8) }).count <= 1 else {
      throw VerbFailure(tr("only one file can be standard input"))
    }
    // An empty variable of a script must not make a side count as deleted.
    if let nameless = inputs.first(where: { $0.path.isEmpty && $0.role != "base" }) {
      throw VerbFailure(tr("the name of \(words(role: nameless.role)) is empty"))
    }
    prepareHeap(inputs)
    var texts: [[UInt8]] = []
    for input in inputs { texts.append(try read(input.path)) }
    return texts
  }

  /// The role of a file, in words.
  static func words(role: String) -> String {
    switch role {
    case "base": tr("base")
    case "ours": tr("ours")
    case "theirs": tr("theirs")
    case "result": tr("result")
    case "suggestion": tr("suggestion")
    default: role
    }
  }

  /// Makes room for large texts, and for the results of comparing their lines.
  private static func prepareHeap(_ inputs: [File]) {
    var size = 0
    for input in inputs {
      if let status = try? SystemPath(bytes: input.path).status(), status.isFile {
        size += Int(status.size)
      }
    }
    if size > 1 << 20, size < 1 << 40 { CurrentProcess.prepareHeap(size * 3) }
  }

  private static func read(_ path: [UInt8]) throws(VerbFailure) -> [UInt8] {
    if path.isEmpty { return [] }
    do throws(Errno) {
      let file = try opened(path)
      // The first call reads all of a file.
      let size = (try? file.status())?.size ?? 0
      return try file.readAll(sizeHint: max(0xFFFF, Int(size)))
    } catch {
      throw VerbFailure(tr("cannot read \(PrintableText.escape(path))"), reason: error)
    }
  }

  private static func opened(_ path: [UInt8]) throws(Errno) -> OpenFile {
    if VerbOutput.isStandard(path) { return try .standardInput() }
    return try OpenFile(SystemPath(bytes: path))
  }
}

/// The output of a verb, in words and bytes.
enum VerbOutput {
  /// Writes a file whole, or standard output for `nil`.
  static func write(_ bytes: [UInt8], to path: [UInt8]?) throws(VerbFailure) {
    guard let path else { return try write(bytes, to: .output) }
    do {
      try FileReplacement.replace(path, with: bytes)
    } catch {
      throw VerbFailure(error)
    }
  }

  /// Writes the report of a merge to a file, and the merge itself as late as the report can still be
  /// removed, so that neither exists without the other.
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
      try FileReplacement.replace(path, unless: failsToMerge) { output in
        report.withUnsafeBytes { output.append($0) }
      }
    } catch {
      let failure = VerbFailure(error)
      throw isMergeWritten ? failure.ofReport : failure
    }
    if let mergeFailure { throw mergeFailure }
  }

  /// Writes to one of the files that the process was started with.
  static func write(_ bytes: [UInt8], to file: StandardFile) throws(VerbFailure) {
    do throws(Errno) {
      try file.write(bytes)
    } catch {
      throw VerbFailure(tr("cannot write"), reason: error)
    }
  }

  /// Whether a path means standard output.
  static func isStandard(_ path: [UInt8]) -> Bool { path == [UInt8(ascii: "-")] }

  /// A line for the user, on standard error.
  static func message(_ text: String) { Messages.write(text + "\n") }

  /// Whether two paths lead to one file, existing or not, or are spelled alike.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    let (first, second) = (SystemPath(bytes: one), SystemPath(bytes: other))
    if let its = try? first.status(), let others = try? second.status() {
      return its.isSameItem(as: others)
    }
    return FileReplacement(first).isSamePlace(as: FileReplacement(second))
  }

  /// Whether standard output is the file at a path, so that its replacement would not be seen.
  static func isStandardOutput(_ path: [UInt8]) -> Bool {
    guard let own = try? StandardFile.output.status(), own.isFile,
      let other = try? SystemPath(bytes: path).status()
    else { return false }
    return own.isSameItem(as: other)
  }
}
