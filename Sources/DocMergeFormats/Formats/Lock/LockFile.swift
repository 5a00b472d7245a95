/// A file that a program generates from the requirements in other files.
package struct LockFile: Sendable, Hashable {
  /// The command that generates the file again, such as `cargo update --workspace`.
  package let command: String

  /// Recognizes a lock file by its name.
  ///
  /// - Parameter path: The path of the file.
  package init?(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let command = Self.commands[name.lowercased()] else { return nil }
    self.command = command
  }

  private static let commands: [String: String] = [
    "package-lock.json": "npm install", "npm-shrinkwrap.json": "npm install",
    "yarn.lock": "yarn install", "pnpm-lock.yaml": "pnpm install", "bun.lock": "bun install",
    "cargo.lock": "cargo update --workspace", "poetry.lock": "poetry lock", "uv.lock": "uv lock",
    "pdm.lock": "pdm lock", "pipfile.lock": "pipenv lock", "podfile.lock": "pod install",
    "gemfile.lock": "bundle install", "composer.lock": "composer update --lock",
    "go.sum": "go mod tidy", "go.mod": "go mod tidy", "package.resolved": "swift package resolve",
    "pubspec.lock": "dart pub get", "flake.lock": "nix flake lock", "deno.lock": "deno install",
  ]
}
