import Glibc

/// Patterns of file names, as in shells: `*.md`, `[a-c]?`.
enum Glob {
  /// Whether a name matches a pattern.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - pattern: The pattern.
  ///   - crossesFolders: Whether `*` matches slashes, too.
  /// - Returns: Whether it matches.
  static func matches(
    _ name: some Collection<UInt8>, _ pattern: some Collection<UInt8>, crossesFolders: Bool = false
  ) -> Bool {
    func characters(_ bytes: some Collection<UInt8>) -> [CChar] {
      bytes.map { CChar(bitPattern: $0) } + [0]
    }
    return fnmatch(characters(pattern), characters(name), crossesFolders ? 0 : FNM_PATHNAME) == 0
  }
}
