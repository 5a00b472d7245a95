import Glibc

/// A folder with the three texts of a case.
package struct CaseFolder {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  package func write(_ texts: FuzzCase, note: String? = nil) {
    mkdir(path, 0o755)
    for (name, bytes) in texts.parts { write(bytes, to: name) }
    if let note { write(Array(note.utf8), to: "note") }
  }

  package func read() -> FuzzCase {
    FuzzCase(base: read("base"), ours: read("ours"), theirs: read("theirs"))
  }

  private func write(_ bytes: [UInt8], to name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return perror("\(path)/\(name)") }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ name: String) -> [UInt8] {
    let file = open("\(path)/\(name)", O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
