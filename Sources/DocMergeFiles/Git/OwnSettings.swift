import Synchronization

/// Settings of git that start programs or load code.
///
/// They are read from the user's and the system's files and from the environment, never from those of a repository:
/// documents may include a folder with the files of a repository, `config` among them.
enum OwnSettings {
  /// The scopes of git that only the user and the system write.
  private static let scopes = ["system", "global", "command"]
  /// Whether a failure of git was reported: several settings are read.
  private static let isTold = Atomic<Bool>(false)

  /// The values of a setting; the last one counts.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - type: The type to which git converts values, such as `path`.
  /// - Returns: The values, in the order in which git reads them.
  static func values(of key: String, type: String? = nil) -> [String] {
    let options = type.map { ["--type=\($0)"] } ?? []
    return parts(["--get-all"] + options + [key]).map(\.value)
  }

  /// The settings whose names match a regular expression, with their values.
  static func matching(_ expression: String) -> [(key: String, value: String)] {
    parts(["--get-regexp", expression]).compactMap { entry in
      let parts = entry.value.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (key: String(parts[0]), value: String(parts[1])) : nil
    }
  }

  private static func parts(_ words: [String]) -> [(scope: String, value: String)] {
    guard let answer = GitProgram.run(["config", "--show-scope", "-z"] + words) else { return [] }
    guard answer.status == 0 else {
      // 1 says that nothing is set; more, that git cannot read its settings, of which it says why.
      if answer.status > 1, !isTold.exchange(true, ordering: .relaxed) {
        Messages.write(answer.messages)
      }
      return []
    }
    let fields = answer.output.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return stride(from: 0, to: fields.count - 1, by: 2).map { (fields[$0], fields[$0 + 1]) }
      .filter { scopes.contains($0.0) }
  }
}
