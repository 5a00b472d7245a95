import DocMergePOSIX
import Glibc

/// Runs the installed `git`, which knows every filter, encoding, sparse index and worktree there is.
struct GitProcess {
  /// What a run came to.
  struct Output {
    /// The exit status, or 128 and the number of the signal that ended it.
    var status: Int32
    /// What it wrote to standard output.
    var bytes: [UInt8]
    /// What it wrote to standard error.
    var message: String

    /// The output as text, without the line end.
    var line: String {
      String(
        decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
  }

  /// The words before those of each run, such as `--git-dir=…`.
  let options: [[UInt8]]

  /// Runs `git` and returns what it wrote, whatever its status.
  ///
  /// Input and output go through files in memory, so neither side ever waits for the other.
  func output(_ words: [[UInt8]], input: [UInt8] = []) throws -> Output {
    let files = try (0..<3).map { _ in try MemoryFile() }
    defer { for file in files { file.close() } }
    try files[0].write(input)
    let status = try run(words, files: files)
    return Output(
      status: status, bytes: try files[1].bytes(),
      message: String(decoding: try files[2].bytes(), as: UTF8.self))
  }

  /// Runs `git` and returns what it wrote.
  ///
  /// - Throws: ``GitFailure`` when the status is not 0.
  func run(_ words: [[UInt8]], input: [UInt8] = []) throws -> Output {
    let output = try output(words, input: input)
    guard output.status == 0 else { throw GitFailure(words: words, output: output) }
    return output
  }

  /// The same, with words that are text.
  func run(_ words: String..., input: [UInt8] = []) throws -> Output {
    try run(words.map { Array($0.utf8) }, input: input)
  }

  private func run(_ words: [[UInt8]], files: [MemoryFile]) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file.descriptor, Int32(number))
    }
    var arguments: [UnsafeMutablePointer<CChar>?] =
      ([Array("git".utf8)] + options + words).map { word in
        strdup(word.map { CChar(bitPattern: $0) } + [0])
      } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, "git", &actions, nil, &arguments, environ)
    guard failure == 0 else {
      throw GitFailure("git cannot be run: \(String(cString: strerror(failure)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw GitFailure("git cannot be waited for") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// Why something could not be done with a git repository.
public struct GitFailure: Error, CustomStringConvertible {
  /// What happened, in words for a person.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  init(words: [[UInt8]], output: GitProcess.Output) {
    let verb = words.first { !$0.starts(with: "-".utf8) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    let message = output.message.split(separator: "\n").joined(separator: "; ")
    self.init(
      "git \(verb ?? "") failed: \(message.isEmpty ? "status \(output.status)" : message)")
  }
}

/// A file without a name, which another process can read or write.
private struct MemoryFile {
  let descriptor: Int32

  init() throws {
    descriptor = docmerge_memory_file()
    guard descriptor >= 0 else { throw MemoryFile.failure() }
  }

  func close() {
    Glibc.close(descriptor)
  }

  /// Writes all bytes and goes back to the start.
  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw MemoryFile.failure() }
      rest = rest.dropFirst(count)
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  /// All that was written, from the start.
  func bytes() throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw MemoryFile.failure() }
    let size = Int(status.st_size)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, size - filled, off_t(filled))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failed = true
          return
        }
        filled += count
      }
    }
    guard !failed else { throw MemoryFile.failure() }
    return bytes
  }

  private static func failure() -> GitFailure {
    GitFailure("git's output cannot be kept: \(String(cString: strerror(errno)))")
  }
}
