// A document that is saved by commands, for Scripts/safe-save-faults.sh and Benchmarks/large-document.sh.
//
//     DocMergeSaveProbe obey FILE            opens FILE; each line of input is saved, and answered
//     DocMergeSaveProbe measure FILE MIB     makes a document of so many MiB, saves it, opens it, measures
import DocMergeDocuments
import Foundation
import Glibc

@main @MainActor
struct SaveProbe {
  static func main() async throws {
    let words = CommandLine.arguments
    switch words.count > 2 ? words[1] : "" {
    case "obey": try await obey(URL(fileURLWithPath: words[2]))
    case "measure":
      let size = words.count > 3 ? Int(words[3]) ?? 100 : 100
      try await Measurement(URL(fileURLWithPath: words[2]), mebibytes: size).run()
    default: exit(2)
    }
  }

  /// Answers `saved` or `failed`, and the state of the document.
  private static func obey(_ url: URL) async throws {
    let document = ProbeDocument(fileURL: url)
    try await document.open()
    say("ready \(getpid())")
    for await line in lines() {
      document.fill(with: line)
      do {
        try await document.save()
        say("saved \(document.stateWords)")
      } catch {
        say("failed \(document.stateWords)")
      }
    }
    // Not closed: that would save once more, after all faults.
    exit(0)
  }

  /// Writes a line with a system call that nothing else uses, so that no fault is meant for it.
  static func say(_ words: String) {
    var line = Array("\(words)\n".utf8)
    line.withUnsafeMutableBytes { buffer in
      var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
      _ = writev(STDOUT_FILENO, &part, 1)
    }
  }

  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = hear() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }

  /// Reads a line, which arrives in one piece, with a system call that nothing else uses.
  private nonisolated static func hear() -> String? {
    var line = [UInt8](repeating: 0, count: 1000)
    let count = line.withUnsafeMutableBytes { buffer in
      var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
      return readv(STDIN_FILENO, &part, 1)
    }
    guard count > 0 else { return nil }
    return String(decoding: line[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

/// A text, or a package with the text and another member that never changes.
final class ProbeDocument: Document {
  var data = Data()
  private var package: FileWrapper?

  override init(fileURL url: URL) {
    super.init(fileURL: url)
    autosavePeriods = AutosavePeriods(idle: .seconds(1000), typing: .seconds(1000))
  }

  /// Makes the contents 128 KiB of a word.
  func fill(with word: String) {
    let count = 128 * 1024
    data = Data(Array(repeating: Array("\(word)\n".utf8), count: count).joined().prefix(count))
    guard let package else { return }
    if let old = package.fileWrappers?["text"] { package.removeFileWrapper(old) }
    package.addRegularFile(withContents: data, preferredFilename: "text")
  }

  var stateWords: String {
    documentState == .normal ? "normal" : documentState == .savingError ? "savingError" : "other"
  }

  override func contents(forType typeName: String) throws -> Any { package ?? data }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    data = contents as? Data ?? Data()
    // Swift copies data to find out that it is no object.
    package = contents is Data ? nil : contents as? FileWrapper
  }
}
