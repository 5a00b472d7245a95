package import DocMergeContainer
import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// The user's `git`, which makes and checks signatures: its settings name the keys, agents, programs and lists of
/// signers.
package struct SignatureProgram {
  package let container: Container
  package var options = SyncOptions()

  package var isCancelled: () -> Bool = { false }

  package init(
    container: Container, options: SyncOptions = SyncOptions(),
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.container = container
    self.options = options
    self.isCancelled = isCancelled
  }

  private var git: GitStore { container.git }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - words: the words behind `git`.
  ///   - variables: additions to the environment.
  ///   - failure: makes an error of a message.
  /// - Returns: the outcome: success, or failure.
  /// - Throws: `failure` when git could not be started or is silent for too long, ``RemoteError`` when it was
  ///   cancelled, ``GitError``.
  package func run(
    _ words: [String], _ variables: [String: String] = [:],
    failure: (String) -> ContainerError
  ) throws -> GitChild.Run {
    // Settings must not let anything pass for something else, or ask for another kind of key.
    let settings = ["gpg.format=ssh", "gpg.minTrustLevel=fully", "i18n.commitEncoding=UTF-8"]
    let timeout = try options.timeout(by: git)
    let run = GitChild(
      words: GitWords.common(git.path) + settings.flatMap { ["-c", $0] }
        + ["--no-replace-objects"] + words,
      timeout: timeout, mayAsk: options.mayAsk, variables: variables, isCancelled: isCancelled,
      progress: { _ in }
    ).run()
    switch run.outcome {
    case .ended: return run
    case .cancelled: throw RemoteError(.cancelled, address: "")
    case .notStarted: throw failure(tr("the program git cannot be started"))
    case .silent:
      throw failure(tr("nothing came of it for \(timeout.components.seconds) seconds"))
    }
  }
}

extension GitChild.Run {
  /// Its messages as one line.
  package var words: String {
    let lines = messages.filter { !$0.isEmpty && $0 != "error:" }
    let text = lines.suffix(4).map { PrintableText.words($0) }.joined(separator: "; ")
    return text.count > 400 ? "\(text.prefix(400))…" : text
  }
}
