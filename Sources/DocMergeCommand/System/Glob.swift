import Glibc

/// Patterns of file names, as shells have them: `*.md`, `[a-c]?`.
enum Glob {
  /// Whether a name fits a pattern.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - pattern: The pattern.
  ///   - crossesFolders: Whether `*` stands for slashes, too.
  /// - Returns: Whether it does.
  static func matches(
    _ name: some Collection<UInt8>, _ pattern: some Collection<UInt8>, crossesFolders: Bool = false
  ) -> Bool {
    func characters(_ bytes: some Collection<UInt8>) -> [CChar] {
      bytes.map { CChar(bitPattern: $0) } + [0]
    }
    return fnmatch(characters(pattern), characters(name), crossesFolders ? 0 : FNM_PATHNAME) == 0
  }
}
