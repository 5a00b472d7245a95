import ArgumentParser
import DocMerge
import DocMergeDecisions

/// How sessions are shown to a person.
enum SessionFace {
  /// Line by line.
  case prompt

  /// Shows a session until the person leaves.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - file: Where it is kept from step to step; what it keeps already is gone on with.
  /// - Returns: How the person left, and what they decided.
  /// - Throws: What reading the terminal throws.
  func show(
    _ session: DecisionSession, goingOnWith file: SessionFile?
  ) throws -> (SessionEnding, DecisionSession) {
    var session = session
    if let file { session.goOn(with: file) }
    var prompt = SessionPrompt(session) { try file?.keep($0) }
    let ending = try prompt.run()
    return (ending, prompt.session)
  }
}
