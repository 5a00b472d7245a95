import Glibc

/// A folder for one test, removed with all its contents when the value is released.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without links.
  package let path: String

  /// Makes an empty folder under `TMPDIR`, or under `/tmp`.
  package init() {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/docmerge-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      fatalError("A temporary folder could not be made in \(root).")
    }
    path = String(cString: real)
    free(real)
  }

  deinit {
    File(path).removeAll()
  }
}
